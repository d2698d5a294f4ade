import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { answering, doctor, ok, stage } from '../../../../kernel/web/testing/stage.tsx'
import { PatientPicker } from './PatientPicker.tsx'

const hit = (pid: number, name: string) => ({
  pid,
  memberNo: `M${pid}`,
  name,
  gender: 1,
  birth: '2015-03-01',
  mobile: '13812345678',
  levelName: null,
})
const serve = (found: (name: string) => unknown[]) =>
  answering(({ url }) =>
    url.pathname.includes('/likelist/') ? ok({ list: found(url.searchParams.get('name')!), total: 1 }) : ok({ list: [], total: 0 }),
  )
function Host({ picked }: { picked: (pid: number | undefined) => void }) {
  const [pid, setPid] = useState<number>()
  return <PatientPicker chosen={pid} onChange={(to) => (setPid(to), picked(to))} />
}
const cashier = { ...doctor, permissions: ['patient:view', 'patient:save'] }

describe('finding a member', () => {
  it("by keyboard alone: type, arrow, Enter; and change one's mind", async () => {
    const picked = vi.fn<(pid: number | undefined) => void>()
    const requests = serve((name) => (name === 'lzh' ? [hit(1, '林子涵'), hit(2, '林志豪')] : []))
    await stage(<Host picked={picked} />)
    const input = await screen.findByRole('combobox', { name: '会员' })
    await userEvent.type(input, 'lzh')
    expect((await screen.findByRole('option', { name: /林子涵/ })).getAttribute('aria-selected')).toBe('true')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(picked).toHaveBeenLastCalledWith(2)
    expect(requests.filter((a) => a.url.pathname.includes('likelist')).map((a) => a.url.searchParams.get('name'))).toEqual(['lzh'])
    expect(await screen.findByText('林志豪')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '换一位会员' }))
    expect(picked).toHaveBeenLastCalledWith(undefined)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: '会员' })))
  })

  it('nobody found: those who may register get a form with the name in it, the others are told', async () => {
    serve(() => [])
    await stage(<Host picked={() => undefined} />, { who: cashier })
    await userEvent.type(await screen.findByRole('combobox', { name: '会员' }), '新来的')
    await screen.findByRole('option', { name: '＋ 登记新会员“新来的”' })
    await userEvent.keyboard('{Enter}')
    expect(((await screen.findByLabelText(/姓名/)) as HTMLInputElement).value).toBe('新来的')
  })

  it('without the permission nobody is registered from here', async () => {
    serve(() => [])
    await stage(<Host picked={() => undefined} />)
    await userEvent.type(await screen.findByRole('combobox', { name: '会员' }), '新来的')
    expect(await screen.findByText('没有找到')).toBeTruthy()
    expect(screen.queryByText(/登记新会员/)).toBeNull()
  })
})
