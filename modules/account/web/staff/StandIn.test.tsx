import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { StoreGrants } from '../access/StoreGrants.tsx'
import { enter } from '../login/enter.ts'
import { StandIn } from './StandIn.tsx'

vi.mock('../login/enter.ts', async (original) => ({ ...(await original<object>()), enter: vi.fn() }))
afterEach(() => document.querySelectorAll('dialog').forEach((d) => d.remove()))
/** Presses a button of the dialog that asks. */
const pressButton = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'dialog button' }))

it('4.28 standing in for an account asks first, fetches its token and enters with it', async () => {
  const session = { token: 'T2', uid: 9, landing: '/dashboard', mustChange: false }
  const calls = answering(() => ok(session))
  await stage(<StandIn uid={9} name="王验光" />, { who: { ...doctor, permissions: ['account:token'] } })
  fireEvent.click(screen.getByRole('button', { name: '代为登录' }))
  expect(await screen.findByText(/以 王验光 的账号登录/)).toBeTruthy()
  expect(calls).toHaveLength(0)
  await pressButton('代为登录')
  await waitFor(() => expect(vi.mocked(enter).mock.calls[0]?.[0]).toEqual(session))
  expect(calls.map((a) => `${a.method} ${a.url.pathname}`)).toEqual([expect.stringMatching(/^GET .*\/account\/new-token\/9$/)])
})

it('4.28 a store is taken one edition down after a question, by who may, and its new edition is said', async () => {
  const who = { ...doctor, permissions: ['account:edition'] }
  const calls = answering((a) => ok(a.url.pathname.includes('demotion') ? { edition: 'hospital' } : []))
  await stage(<StoreGrants />, { who })
  fireEvent.click(await screen.findByRole('button', { name: '降一级版本' }))
  await pressButton('降级')
  await waitFor(() => expect(calls.some((a) => a.url.pathname.endsWith('/account/demotion/1'))).toBe(true))
  expect(await screen.findByText(/Chaoyang 现为 标准版/)).toBeTruthy()
})
it('4.28 who may not change editions is offered none', async () => {
  answering(() => ok([]))
  await stage(<StoreGrants />)
  await screen.findByLabelText('门店')
  expect(screen.queryByRole('button', { name: '降一级版本' })).toBeNull()
})
