import { choice, clinical, date, get, id, money, name, page, perPage, post, text, z } from '#kernel/contract/index.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { dayFromToday, today } from '../screen/pieces.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { answering, ok, stage } from '../testing/stage.tsx'

const status = choice('状态', { 0: '待检查', 1: '检查中' }, { tones: { 0: 'warn', 1: 'info' } })
const PatientRow = z.object({
  pid: id('会员号'),
  name: name('姓名'),
  dsOd: clinical('sphere', { label: '右眼球镜' }).nullable(),
  paid: money('已付'),
  status,
})
const patients = {
  list: get('/patient/list/{hid}', {
    can: 'patient:view',
    input: z.object({
      hid: id('门店'),
      name: text('姓名').optional(),
      status: status.optional(),
      startDate: date('开始').optional(),
      endDate: date('结束').optional(),
      ...perPage,
    }),
    output: page(PatientRow),
  }),
  all: get('/patient/all', { can: 'patient:view', output: z.array(PatientRow) }),
  save: post('/patient/addOrupdate', { can: 'patient:edit', output: z.null() }),
}
const rows = [
  { pid: 1, name: '罗佳慧', dsOd: -2.25, paid: 1234.5, status: 0 },
  { pid: 2, name: '马欣怡', dsOd: null, paid: 0, status: 1 },
]
type Shown = Partial<Pick<DataTableProps<typeof patients.list>, 'onOpen' | 'onNew' | 'filters' | 'headingOf' | 'rowKeys'>>
const Table = (props: Shown) => (
  <DataTable
    of={patients.list}
    input={{ hid: 1 }}
    columns={['name', 'dsOd', 'paid', 'status', { key: 'tel', title: '电话', render: (r) => `${r.pid}-tel` }]}
    filters={['name', 'status', { range: ['startDate', 'endDate'] }]}
    rowKey="pid"
    {...props}
  />
)

describe('the list', () => {
  it('shows values as the contract says', async () => {
    answering(() => ok({ list: rows, total: 45 }))
    await stage(<Table />)
    const row = await screen.findByRole('row', { name: /罗佳慧/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((c) => c.textContent),
    ).toEqual(['罗佳慧', '−2.25', '¥1,234.50', '待检查', '1-tel'])
    expect(within(await screen.findByRole('row', { name: /马欣怡/ })).getAllByRole('cell')[1]!.textContent).toBe('—')
    expect(screen.getByRole('columnheader', { name: /右眼球镜/ }).textContent).toBe('右眼球镜 D')
    expect(screen.getByRole('navigation', { name: '分页' }).textContent).toContain('1–20 / 45')
  })

  it('reads filters, page and size from the address', async () => {
    const requests = answering(() => ok({ list: rows, total: 200 }))
    await stage(<Table />, { at: '/patients/list?name=佳&status=1&page=3&size=50&startDate=nonsense' })
    await screen.findByText('罗佳慧')
    expect(Object.fromEntries(requests[0]!.url.searchParams)).toEqual({
      name: '佳',
      status: '1',
      page: '3',
      per_page: '50',
      endDate: today(),
    })
    expect(requests[0]!.url.pathname).toBe('/api/patient/list/1')
  })

  it('R097: days nobody chose are the last thirty; emptied they are open, and a list that says why begins with all', async () => {
    const sent = answering(() => ok({ list: [], total: 0 }))
    const days = (n: number) => ['startDate', 'endDate'].map((key) => sent[n]!.url.searchParams.get(key))
    await stage(<Table />, { at: '/patients/list' })
    await userEvent.click(await screen.findByRole('button', { name: '不限日期' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect([days(0), days(1)]).toEqual([
      [dayFromToday(-29), today()],
      [null, null],
    ])
    await waitFor(() => expect(screen.queryByRole('button', { name: '不限日期' })).toBeNull())
    document.body.replaceChildren()
    await stage(<Table filters={[{ range: ['startDate', 'endDate'], all: 'it is a test' }]} />, { at: '/patients/list' })
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(days(2)).toEqual([null, null])
  })

  it('a filter of a field that takes several values sends the one that was chosen', async () => {
    const several = get('/orders', {
      can: 'patient:view',
      input: z.object({ status: z.array(z.int()).optional().meta({ label: '状态' }), ...perPage }),
      output: page(PatientRow),
    })
    const requests = answering(() => ok({ list: rows, total: 2 }))
    const options = [{ value: 70, label: '待取镜' }]
    await stage(<DataTable of={several} columns={['name']} filters={[{ key: 'status', options }]} rowKey="pid" />, {
      at: '/orders?status=70',
    })
    await screen.findByRole('row', { name: /罗佳慧/ })
    expect(requests[0]!.url.searchParams.getAll('status')).toEqual(['70'])
  })

  it('writes filters into the address and goes back to the first page', async () => {
    answering(() => ok({ list: rows, total: 200 }))
    const router = await stage(<Table />, { at: '/patients/list?page=3' })
    await screen.findByText('罗佳慧')
    await userEvent.click(screen.getByText('检查中', { selector: '.ant-segmented-item-label' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ status: '1' }))
    await userEvent.type(screen.getByLabelText('姓名'), '罗')
    await waitFor(() => expect(router.state.location.search).toEqual({ status: '1', name: '罗' }))
    await userEvent.click(screen.getByRole('button', { name: '下一页' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ status: '1', name: '罗', page: '2' }))
  })

  it('stands under headings which arrow keys pass over, and letters act on the row in hand', async () => {
    answering(() => ok({ list: rows, total: 2 }))
    const [x, onOpen] = [vi.fn(), vi.fn()]
    await stage(<Table headingOf={(r) => (r.dsOd === null ? '没有验光' : '有验光')} rowKeys={{ x }} onOpen={onOpen} />)
    const row = await screen.findByRole('row', { name: /罗佳慧/ })
    expect(screen.getAllByRole('rowheader').map((h) => h.textContent)).toEqual(['有验光', '没有验光'])
    row.focus()
    await userEvent.keyboard('x{ArrowDown}x{Enter}')
    expect(x.mock.calls).toEqual([[rows[0]], [rows[1]]])
    expect(onOpen.mock.calls).toEqual([[rows[1]]])
  })

  it('is walked by keys: arrows, Enter, /, n', async () => {
    answering(() => ok({ list: rows, total: 2 }))
    const [onOpen, onNew] = [vi.fn(), vi.fn()]
    await stage(<Table onOpen={onOpen} onNew={onNew} />)
    const row = await screen.findByRole('row', { name: /罗佳慧/ })
    row.focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onOpen).toHaveBeenCalledWith(rows[1])
    await userEvent.keyboard('n')
    expect(onNew).toHaveBeenCalledTimes(1)
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(screen.getByLabelText('姓名'))
    await userEvent.keyboard('n')
    expect(onNew).toHaveBeenCalledTimes(1)
  })

  it('sorts what it holds whole, in the address', async () => {
    answering(() => ok(rows))
    const router = await stage(<DataTable of={patients.all} columns={['name', 'paid']} rowKey="pid" />)
    await screen.findByText('罗佳慧')
    await userEvent.click(screen.getByRole('button', { name: '已付' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'paid' }))
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((r) => r.textContent),
    ).toEqual(['马欣怡¥0.00', '罗佳慧¥1,234.50'])
    expect(screen.getByRole('columnheader', { name: '已付' }).getAttribute('aria-sort')).toBe('ascending')
  })

  it('says that nothing fits and clears the filters; tells a failure and tries again', async () => {
    let broken = false
    answering(() => (broken ? { code: 20405, message: '没有权限：查看会员', data: null } : ok({ list: [], total: 0 })))
    const router = await stage(<Table />, { at: '/patients/list?name=x' })
    await screen.findByText('近 30 天没有符合条件的记录')
    broken = true
    await userEvent.click(screen.getByRole('button', { name: '清除筛选' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect((await screen.findByRole('alert')).textContent).toContain('没有权限查看')
  })
})

describe('the list on a phone', () => {
  const desk = window.matchMedia
  const phone = (query: string) => ({ ...desk(query), matches: query.includes('max-width: 639px') })
  it('is cards: what names the row, a figure, the state and two facts; a press shows the rest, another opens the row', async () => {
    vi.stubGlobal('matchMedia', phone)
    const onOpen = vi.fn()
    answering(() => ok({ list: rows, total: 2 }))
    await stage(<Table onOpen={onOpen} />)
    const card = (await screen.findByText('罗佳慧')).closest('li') ?? expect.fail('no card')
    expect(screen.queryByRole('table')).toBeNull()
    expect([...card.querySelectorAll('.card-title, .card-figure, .card-state, .card-line')].map((e) => e.textContent)).toEqual([
      '罗佳慧',
      '−2.25 D',
      '待检查',
      '已付¥1,234.50电话1-tel',
    ])
    await userEvent.click(screen.getAllByText('待检查').at(-1)!)
    expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ pid: 1 }))
    vi.unstubAllGlobals()
  })
})
