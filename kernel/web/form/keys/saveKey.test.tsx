import {
  choice,
  clock,
  date,
  flag,
  eyes,
  id,
  measure,
  moment,
  money,
  note,
  phone,
  page,
  perPage,
  get,
  post,
  text,
  z,
  clinical,
} from '#kernel/contract/index.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Form } from '../Form.tsx'
import { Choose } from '../Choose.tsx'
import { answering, ok, stage } from '../../testing/stage.tsx'
import { turns } from '../../testing/turns.ts'

const shape = z.object({
  name: text('姓名').optional(),
  mobile: phone('电话').optional(),
  note: note('说明').optional(),
  price: money('价格').optional(),
  iop: measure('眼压', { block: [0, 80] }).optional(),
  day: date('日期').optional(),
  at: moment('时刻').optional(),
  from: clock('几点').optional(),
  way: choice('方式', { 1: '门诊收费', 2: '上门配送', 3: '自取', 4: '快递', 5: '转店', 6: '代收', 7: '其他' }).optional(),
  rush: flag('加急').optional(),
  ...z.object(eyes('ds', clinical('sphere'))).partial().shape,
})
const save = post('/x', { can: 'session', input: shape, output: z.object({ id: id('编号') }), fails: [] })
const fields = ['name', 'mobile', 'note', 'price', 'iop', 'day', 'at', 'from', 'way', 'rush'] as const
const form = () => stage(<Form of={save} fields={[...fields, { eyes: ['ds'] }]} />)

/** Types a text into a control, nothing else: no key that takes it over, no leaving of the control. */
function typeInto(input: HTMLElement, typed: string): void {
  act(() => input.focus())
  fireEvent.change(input, { target: { value: typed } })
}
const saveByKey = (from: HTMLElement) => fireEvent.keyDown(from, { key: 's', ctrlKey: true })

describe('the save key', () => {
  it.each([
    ['name', '姓名', '林子涵', '林子涵'],
    ['mobile', '电话', '13912345678', '13912345678'],
    ['note', '说明', '两行', '两行'],
    ['price', '价格', '12.5', 12.5],
    ['iop', '眼压', '15', 15],
    ['day', '日期', '2026-01-31', '2026-01-31'],
    ['at', '时刻', '2026-01-31 09:30', '2026-01-31 09:30:00'],
    ['from', '几点', '09:30', '09:30'],
    ['dsOd', '右眼球镜', '325', -3.25],
  ])('saves what is being typed: %s', async (field, label, typed, kept) => {
    const requests = answering(() => ok({ id: 1 }))
    await form()
    const input = screen.getByLabelText(new RegExp(`^${label}`))
    typeInto(input, typed)
    saveByKey(input)
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]!.body).toEqual({ [field]: kept })
    expect(document.activeElement).toBe(input)
  })
  it('saves what is being looked for in a list, by its first finding', async () => {
    const sent = answering(() => ok({ id: 1 }))
    await form()
    const list = screen.getByLabelText<HTMLInputElement>(/^方式/)
    act(() => list.focus())
    fireEvent.mouseDown(list)
    typeInto(list, '上门')
    await screen.findByTitle('上门配送')
    saveByKey(list)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]!.body).toEqual({ way: 2 })
    expect(list.value).toBe('')
  })
  it.each([
    ['and nothing was chosen', undefined],
    ['whatever was chosen before', 3],
  ])('saves the first finding of a list that is searched on the server, %s', async (_, before) => {
    const found = get('/found', {
      can: 'session',
      input: z.object({ text: text('查找').optional(), ...perPage }),
      output: page(z.object({ id: id('编号'), name: text('名称') })),
    })
    const requests = answering(({ url }) =>
      ok(url.pathname.includes('found') ? { total: 1, list: [{ id: 7, name: '林子涵' }] } : { id: 1 }),
    )
    await stage(
      <Form
        of={save}
        {...(before ? { initial: { way: before } } : {})}
        fields={[
          'name',
          {
            render: (form) => (
              <>
                <label htmlFor="found">找到的</label>
                <Choose
                  of={found}
                  input={{}}
                  search="text"
                  value="id"
                  label={(r) => r.name}
                  id="found"
                  chosen={form.values.way as number}
                  {...(before ? { chosenLabel: '自取' } : {})}
                  onChange={(v) => form.set('way', v)}
                />
              </>
            ),
          },
        ]}
      />,
    )
    const list = screen.getByLabelText<HTMLInputElement>(/^找到的/)
    act(() => list.focus())
    fireEvent.mouseDown(list)
    typeInto(list, '林')
    await screen.findByTitle('林子涵')
    // The list says which finding Enter would take once it has drawn them.
    await waitFor(() => expect(document.getElementById(list.getAttribute('aria-activedescendant') ?? '')).not.toBeNull())
    saveByKey(list)
    await waitFor(() => expect(requests.filter((a) => a.url.pathname.endsWith('/x'))).toHaveLength(1))
    expect(requests.at(-1)!.body).toEqual({ way: 7 })
  })
  it('says so when it is pressed while a save is under way and more was typed', async () => {
    let answer = (): void => undefined
    const requests = answering(() => ok({ id: 1 }))
    const soon = globalThis.fetch
    globalThis.fetch = async (...call) => {
      const response = soon(...call)
      await new Promise<void>((go) => (answer = go))
      return response
    }
    await form()
    const input = screen.getByLabelText(/^姓名/)
    typeInto(input, '林')
    saveByKey(input)
    await waitFor(() => expect(requests).toHaveLength(1))
    typeInto(input, '林子涵')
    saveByKey(input)
    expect(await screen.findByText(/刚才输入的还没有存/)).toBeTruthy()
    answer()
  })
  it('saves nothing while a list holds none of what is looked for, and leaves it there', async () => {
    const requests = answering(() => ok({ id: 1 }))
    await form()
    const list = screen.getByLabelText<HTMLInputElement>(/^方式/)
    act(() => list.focus())
    fireEvent.mouseDown(list)
    typeInto(list, '邮寄')
    saveByKey(list)
    await act(turns)
    expect(requests).toHaveLength(0)
    expect(list.value).toBe('邮寄')
    expect(document.activeElement).toBe(list)
  })
  it('saves what a switch says', async () => {
    const requests = answering(() => ok({ id: 1 }))
    await form()
    const rush = screen.getByLabelText(/^加急/)
    act(() => rush.focus())
    fireEvent.click(rush)
    saveByKey(rush)
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]!.body).toEqual({ rush: true })
  })
  it('the line about a lost connection goes with its return', async () => {
    answering(() => ok({ id: 1 }))
    await stage(<Form of={save} fields={fields} draft="x" />)
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    typeInto(screen.getByLabelText(/^姓名/), '林')
    expect(await screen.findByText(/网络已断开/)).toBeTruthy()
    online.mockRestore()
    act(() => void dispatchEvent(new Event('online')))
    expect(screen.queryByText(/网络已断开/)).toBeNull()
  })
  it('saves nothing while what is being typed cannot be read, and leaves it there', async () => {
    const requests = answering(() => ok({ id: 1 }))
    await form()
    const input = screen.getByLabelText<HTMLInputElement>(/^右眼球镜/)
    typeInto(input, '45.04.4')
    saveByKey(input)
    await act(turns)
    expect(requests).toHaveLength(0)
    expect(input.value).toBe('45.04.4')
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 7])
  })
})
