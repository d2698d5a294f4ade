import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { get, post, z } from '#kernel/contract/index.ts'
import { Screen, useCall, useSend } from '../index.ts'
import { answering, ok, stage } from '../testing/stage.tsx'
import { LOCKED } from './why.ts'

const read = get('/thing', { can: 'thing:view', output: z.object({ name: z.string() }) })
const save = post('/thing', { can: 'thing:save', output: z.null() })
const denied = {
  code: 20405,
  message: '没有权限：查看库存',
  data: { code: 'stock:view', label: '查看库存', verdict: 'no_access', roles: ['店长', '库管'], grantors: ['林志远'] },
}
const Page = () => {
  const thing = useCall(read, {})
  return <Screen of={thing}>{thing.data?.name}</Screen>
}
const Button = () => {
  const send = useSend(save)
  return (
    <button type="button" onClick={() => send.mutate({})}>
      go
    </button>
  )
}

describe("why can't I", () => {
  it('a page that may not be read says the permission, the roles that hold it and who can grant it', async () => {
    answering(() => denied)
    await stage(<Page />)
    const alert = await screen.findByRole('alert')
    for (const sentence of ['需要“查看库存”权限', '店长、库管', '林志远']) expect(alert.textContent).toContain(sentence)
    expect(screen.queryByRole('button')).toBeNull()
  })
  it("what the store was not granted is told as the store's, not the role's", async () => {
    answering(() => ({ ...denied, data: { ...denied.data, verdict: 'withheld' } }))
    await stage(<Page />)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('本门店没有开通“查看库存”')
    expect(alert.textContent).not.toContain('店长')
  })
  it('R064 an action that may not be done shows nothing by itself in the call, and the screen says why', async () => {
    answering(() => denied)
    await stage(<Button />)
    await userEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(document.querySelector('.toasts')?.textContent).toContain('可以找 林志远 开通'))
  })
})

describe('a locked record', () => {
  it('R035 asks for its dialog once by itself and again by its button', async () => {
    const run = vi.fn()
    addEventListener(LOCKED, run)
    answering(() => ({ code: 20410, message: '此门店的会员档案需要查看密码', data: { pid: 23, hid: 1 } }))
    await stage(<Page />)
    await userEvent.click(await screen.findByRole('button', { name: '解锁查看' }))
    expect(run.mock.calls.map(([event]) => (event as CustomEvent).detail)).toEqual([
      { pid: 23, hid: 1 },
      { pid: 23, hid: 1 },
    ])
    removeEventListener(LOCKED, run)
  })
  it('opens by itself once the call answers', async () => {
    answering(() => ok({ name: '林晓' }))
    await stage(<Page />)
    expect(await screen.findByText('林晓')).toBeTruthy()
  })
})
