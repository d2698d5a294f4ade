import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { WhoContext, type SignedIn } from '#kernel/web/access.tsx'
import { dropToken, keepToken } from '#kernel/web/session.ts'
import { answering, doctor, ok } from '#kernel/web/testing/stage.tsx'
import NotFound from './NotFound.tsx'

const out = vi.hoisted(() => vi.fn())
vi.mock('#kernel/web/session.ts', async (real) => ({ ...(await real<typeof import('#kernel/web/session.ts')>()), logout: out }))
const shown = (who: SignedIn | null) =>
  render(
    <WhoContext value={who}>
      <NotFound />
    </WhoContext>,
  )
const home = () => screen.queryByRole('link', { name: '回到首页' })?.getAttribute('href')

beforeEach(() => (out.mockClear(), dropToken()))
it('a page that is not there leads a visitor to the portal', () => {
  shown(null)
  expect(home()).toBe('/portal')
  expect(screen.queryByRole('button')).toBeNull()
})
it('a page that is not there leads an account to its own first page, or out', async () => {
  keepToken('t')
  const requests: string[] = []
  answering(({ url }) => (requests.push(url.pathname), ok(null)))
  shown({ ...doctor, menuList: [{ path: '/contract', title: '合同管理', children: [{ path: '/contract/list', title: '合同列表' }] }] })
  expect(home()).toBe('/dashboard')
  fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
  await vi.waitFor(() => expect(out).toHaveBeenCalledOnce())
  expect(requests).toEqual(['/api/account/loginout'])
})
it('an account without any page is offered the way out alone', () => {
  keepToken('t')
  shown({ ...doctor, menuList: [] })
  expect(home()).toBeUndefined()
  expect(screen.getByRole('button', { name: '退出登录' })).toBeDefined()
})
