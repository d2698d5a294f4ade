import { act, render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseSearch, stringifySearch } from '#kernel/web/nav.tsx'
import { keepToken } from '#kernel/web/session.ts'
import { HANGS } from '#kernel/web/testing/patience.ts'
import { answering, doctor, ok } from '#kernel/web/testing/stage.tsx'
import { forgetIdentity, identity, PARTING } from './identity.ts'
import { application } from './router.tsx'

const out = vi.hoisted(() => vi.fn())
vi.mock('#kernel/web/session.ts', async (real) => ({ ...(await real<typeof import('#kernel/web/session.ts')>()), logout: out }))

const menuList = [
  { path: '/dashboard', title: '工作', children: [{ path: '/dashboard', title: '工作台' }] },
  { path: '/patients', title: '会员管理', children: [{ path: '/patients/list', title: '会员列表' }] },
]
/** Opens an address in the real route tree and expects to end up somewhere. */
async function visit(address: string, end: string, role?: string): Promise<void> {
  history.replaceState(null, '', address)
  if (role) keepToken('t')
  forgetIdentity()
  answering(({ url }) => (url.pathname.endsWith('/account/userinfo') ? ok({ ...doctor, role, menuList }) : ok({ list: [], total: 0 })))
  const page = render(application())
  await act(() => vi.waitFor(() => expect(location.pathname + location.search).toBe(end), { timeout: HANGS }))
  page.unmount()
}

describe('routes', () => {
  beforeEach(() => out.mockClear())
  it('R007: / leads to /portal', () => visit('/', '/portal'))
  it('R008: an unknown path leads to /404', () => visit('/no/such/page', '/404'))
  it('R001: a path that is not public leads to the login, which knows where to go on', () =>
    visit('/patients/list?page=2', '/login?to=%2Fpatients%2Flist%3Fpage%3D2'))
  it('R009: a route the account does not have leads to /404', () => visit('/inventory/list', '/404', 'doctor'))
  it('R004, R015: a logged-in account that opens the login goes on to /dashboard, in the menu the server gave', () =>
    visit('/login', '/dashboard', 'doctor'))
  it('R014: what the address asks stays text, letter for letter', () => {
    const query = { pid: '0012', roomId: '144421', doctorName: '林 医生', reserveId: '7', mode: 'host' }
    expect(parseSearch(stringifySearch(query))).toEqual(query)
  })
})

describe('identity', () => {
  beforeEach(() => (forgetIdentity(), out.mockClear()))
  it('R016: a refused identity check ends the session and the login page says 验证失败,请重新登录', async () => {
    answering(() => ({ code: 20406, message: '没有找到用户信息', data: null }))
    await expect(identity()).rejects.toThrow()
    expect(out).toHaveBeenCalledTimes(1)
    expect(sessionStorage.getItem(PARTING)).toBe('验证失败,请重新登录')
  })
  it('R016: a lost network does not end the session, and the next page asks again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
    answering(() => new TypeError('Failed to fetch'))
    await expect(identity()).rejects.toMatchObject({ kind: 'network' })
    vi.useRealTimers()
    expect(out).not.toHaveBeenCalled()
    answering(() => ok(doctor))
    expect((await identity()).uid).toBe(doctor.uid)
  })
})
