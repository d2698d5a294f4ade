import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clinicNow } from '#kernel/contract/format.ts'
import type { SignedIn } from '#kernel/web/access.tsx'
import { parseSearch, stringifySearch } from '#kernel/web/nav.tsx'
import { answering, doctor, ok } from '#kernel/web/testing/stage.tsx'
import { matching } from './Palette.tsx'
import Shell from './Shell.tsx'

vi.mock('../entries.ts', () => ({
  patternOf: (path: string) => path,
  entryOf: (pattern: string) =>
    ({
      '/patients': { title: '会员管理', can: 'x' },
      '/patients/list': { title: '会员列表', can: 'x' },
      '/wide': { title: '宽', can: 'x', bare: true },
    })[pattern],
}))
vi.mock('./gifts.ts', () => ({ gifts: Promise.resolve() }))

const who: SignedIn = {
  ...doctor,
  menuList: [
    { path: '/dashboard', title: '工作', children: [{ path: '/dashboard', title: '工作台' }] },
    {
      path: '/patients',
      title: '会员管理',
      children: [
        { path: '/patients/list', title: '会员列表', initials: 'hylb' },
        { path: '/patients/potential', title: '潜在会员', initials: 'qzhy' },
        { path: '/patients/import', title: '导入会员', hidden: true },
      ],
    },
  ],
}
const shop: SignedIn = {
  ...who,
  menuList: [
    ...who.menuList,
    {
      path: '/inventory',
      title: '库存管理',
      children: [
        { path: '/wares', title: '货品', initials: 'hp' },
        { path: '/wares-in', title: '入库', initials: 'rk' },
      ],
    },
    {
      path: '/settings',
      title: '设置',
      children: Array.from({ length: 12 }, (_, i) => ({ path: `/settings/${i}`, title: `设置 ${i}`, initials: `sz${i}` })),
    },
  ],
}
let width = 1366
beforeEach(() => {
  width = 1366
  localStorage.clear()
  vi.spyOn(document.body, 'clientWidth', 'get').mockImplementation(() => width)
  answering(() => ok([]))
})
afterEach(() => vi.restoreAllMocks())

async function open(path = '/patients/list', account: SignedIn = who, expired = false) {
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={new QueryClient()}>
        <Shell who={account} menu={account.menuList} expired={expired} />
      </QueryClientProvider>
    ),
  })
  const page = (path: string) => createRoute({ getParentRoute: () => root, path, component: () => <h1>{path}</h1> })
  const router = createRouter({
    routeTree: root.addChildren(['/patients/list', '/patients', '/dashboard', '/wide', '/wares'].map(page)),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { level: 1 })
  return router
}
const frame = () => document.querySelector('.shell')!.classList
const resize = (to: number) =>
  act(() => {
    width = to
    fireEvent(window, new Event('resize'))
  })

describe('the shell', () => {
  it('R017, R018: the user name opens home, change password, bind or unbind WeChat, log out', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Chen' }))
    const items = () =>
      within(screen.getByRole('menu'))
        .getAllByRole('menuitem')
        .map((i) => i.textContent)
    expect(items()).toEqual(expect.arrayContaining(['首页', '修改密码', '绑定微信', '退出登录']))
    expect(items()).not.toContain('解绑微信')
  })
  it('R018: an account with an open id may unbind', async () => {
    await open('/patients/list', { ...who, openId: 'o1' })
    fireEvent.click(screen.getByRole('button', { name: 'Chen' }))
    expect(screen.getByRole('menuitem', { name: '解绑微信' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: '绑定微信' })).toBeNull()
  })
  it('R019: the logo goes to /dashboard', async () => {
    const router = await open()
    fireEvent.click(screen.getByTitle('回到首页'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })
  it('R020: under 1024 px with 3 px of tolerance (1026 px and narrower) the sidebar is folded, the device counts as mobile', async () => {
    await open()
    expect([...frame()]).toEqual(['shell', 'open'])
    resize(1027)
    expect(frame().contains('mobile')).toBe(false)
    for (const width of [1026, 1021, 1020]) {
      resize(width)
      expect([...frame()]).toEqual(['shell', 'closed', 'mobile'])
    }
  })
  it('R021: on mobile the sidebar closes on navigation', async () => {
    width = 390
    await open('/dashboard')
    fireEvent.click(screen.getByRole('button', { name: '展开或收起菜单' }))
    expect(frame().contains('open')).toBe(true)
    fireEvent.click(screen.getByRole('link', { name: '会员列表' }))
    await waitFor(() => expect(frame().contains('closed')).toBe(true))
  })
  it('R022: open or closed is kept for the next time; what a phone did says nothing about the desk', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: '展开或收起菜单' }))
    expect(localStorage.getItem('mingmou.sidebar')).toBe('closed')
    document.body.replaceChildren()
    await open()
    expect(frame().contains('closed')).toBe(true)
    fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true })
    expect(localStorage.getItem('mingmou.sidebar')).toBe('open')
  })
  it('R023: no side menu on a route marked so, nor when the account has expired', async () => {
    await open('/wide')
    expect(screen.queryByRole('navigation', { name: '菜单' })).toBeNull()
    document.body.replaceChildren()
    await open('/patients/list', who, true)
    expect(screen.queryByRole('navigation', { name: '菜单' })).toBeNull()
    expect(screen.queryByRole('button', { name: '展开或收起菜单' })).toBeNull()
  })
  it('whoever may renew is told a month ahead; once the time is up everybody is told why the menu is gone', async () => {
    const day = (n: number) => new Date(Date.parse(clinicNow().slice(0, 10)) + n * 86_400_000).toISOString().slice(0, 10)
    const account = { path: '/settings', title: '设置', children: [{ path: '/settings/my_account', title: '我的账户' }] }
    const boss: SignedIn = { ...who, permissions: ['balance:recharge'], menuList: [...who.menuList, account] }
    const noticeFor = async (who: SignedIn, expired = false) => {
      document.body.replaceChildren()
      await open('/patients/list', who, expired)
      return document.querySelector('.expiry')?.textContent
    }
    expect(await noticeFor({ ...boss, mingmouExpireDate: day(31) })).toBeUndefined()
    expect(await noticeFor({ ...boss, mingmouExpireDate: day(30) })).toBe(`本店账号将于 ${day(30)} 到期，还有 30 天去续费`)
    expect(screen.getByRole('link', { name: '去续费' }).getAttribute('href')).toBe('/settings/my_account')
    expect(await noticeFor({ ...boss, mingmouExpireDate: day(0) })).toBe('本店账号今天到期去续费')
    expect(await noticeFor({ ...who, mingmouExpireDate: day(5) })).toBeUndefined()
    expect(await noticeFor({ ...who, mingmouExpireDate: day(-1) }, true)).toBe(
      `本店账号已于 ${day(-1)} 到期，续费前只保留部分页面，请联系店长或总部续费`,
    )
    expect(await noticeFor(who)).toBeUndefined()
  })
  it('R024: the bar says where we are; the last item is no link', async () => {
    await open()
    const crumbs = within(screen.getByRole('navigation', { name: '位置' }))
    expect(crumbs.getAllByRole('link').map((l) => l.textContent)).toEqual(['首页', '会员管理'])
    expect(crumbs.getByText('会员列表').getAttribute('aria-current')).toBe('page')
  })
  it('R025: the panel of a folded section shows after 200 ms', async () => {
    localStorage.setItem('mingmou.sidebar', 'closed')
    await open()
    vi.useFakeTimers()
    try {
      fireEvent.mouseEnter(screen.getByRole('button', { name: '会员管理' }).parentElement!)
      act(() => void vi.advanceTimersByTime(199))
      expect(screen.queryByRole('link', { name: '会员列表' })).toBeNull()
      act(() => void vi.advanceTimersByTime(1))
      expect(screen.getByRole('link', { name: '会员列表' })).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })
  it('3.26 the role’s own stand first, one branch is open at a time and remembered; the branch of the place opens by itself', async () => {
    await open('/wares', shop)
    const line = (name: string) => screen.getByRole('button', { name })
    expect(line('库存管理').getAttribute('aria-expanded')).toBe('true')
    expect(line('常用').getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('link', { name: '会员列表' })).toBeNull()
    fireEvent.click(line('常用'))
    expect(screen.getAllByRole('link', { name: '会员列表' })).toHaveLength(1)
    expect(line('库存管理').getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(line('会员管理'))
    expect(localStorage.getItem('mingmou.branch')).toBe('/patients')
    document.body.replaceChildren()
    await open('/patients', shop)
    expect(line('会员管理').getAttribute('aria-expanded')).toBe('true')
    // A branch of one screen is that screen.
    expect(screen.getByRole('link', { name: '工作台' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '工作' })).toBeNull()
  })
  it('3.26 a star pins an entry for the account, by click and by *; what is the role’s own needs none', async () => {
    const requests = answering(() => ok({ stars: [] }))
    await open('/wares', shop)
    fireEvent.click(screen.getByRole('button', { name: '设为常用 货品' }))
    await waitFor(() => expect(requests.filter((a) => a.method === 'PUT')).toMatchObject([{ body: { stars: ['/wares'] } }]))
    expect(requests.at(-1)!.url.pathname).toMatch(/account\/stars$/)
    fireEvent.click(screen.getByRole('button', { name: '常用' }))
    const names = () => [...document.querySelectorAll('.first li a')].map((a) => a.textContent)
    expect(names()).toEqual(['会员列表', '货品'])
    expect(screen.queryByRole('button', { name: /常用 会员列表/ })).toBeNull()
    fireEvent.keyDown(screen.getByRole('link', { name: '货品' }), { key: '*' })
    expect(names()).toEqual(['会员列表'])
  })
  it('3.26 a long branch stands beside the bar with a filter by initials, unfolds in place on a phone; Escape goes back', async () => {
    await open('/patients', shop)
    const line = screen.getByRole('button', { name: '设置' })
    fireEvent.click(line)
    fireEvent.change(screen.getByRole('textbox', { name: '筛选' }), { target: { value: 'sz7' } })
    const bright = [...document.querySelectorAll('.flyout li:not(.pale) a')].map((a) => a.textContent)
    expect(bright).toEqual(['设置 7'])
    fireEvent.keyDown(screen.getByRole('textbox', { name: '筛选' }), { key: 'Escape' })
    expect(document.querySelector('.flyout')).toBeNull()
    expect(document.activeElement).toBe(line)
    document.body.replaceChildren()
    width = 390
    await open('/patients', shop)
    fireEvent.click(screen.getByRole('button', { name: '展开或收起菜单' }))
    fireEvent.click(screen.getByRole('button', { name: '设置' }))
    expect(document.querySelector('.flyout')).toBeNull()
    expect(screen.getAllByRole('link', { name: /设置 \d+/ })).toHaveLength(12)
  })
  it('3.26 arrows walk the menu, right opens a branch and left closes it', async () => {
    await open('/patients', shop)
    const line = screen.getByRole('button', { name: '库存管理' })
    line.focus()
    fireEvent.keyDown(line, { key: 'ArrowRight' })
    expect(line.getAttribute('aria-expanded')).toBe('true')
    fireEvent.keyDown(line, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toBe('货品')
    line.focus()
    fireEvent.keyDown(line, { key: 'ArrowLeft' })
    expect(line.getAttribute('aria-expanded')).toBe('false')
  })
  it('Ctrl K finds a screen by the initials of its title and opens it; ? shows the keys', async () => {
    const router = await open('/dashboard')
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    const box = await screen.findByRole('combobox', { hidden: true })
    fireEvent.change(box, { target: { value: 'hyl' } })
    await screen.findByText('会员列表', { selector: '[role=option] span' })
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/patients/list'))
    fireEvent.keyDown(document.body, { key: '?' })
    expect(await screen.findByText('到处可用')).toBeTruthy()
  })
  it('the palette offers the first of each group until something is typed', () => {
    const all = Array.from({ length: 20 }, (_, i) => ({ group: i % 2 ? '操作' : '功能', title: `事 ${i}`, path: `/x${i}` }))
    expect(matching(all, '')).toHaveLength(16)
    expect(matching(all, '事 1').map((c) => c.title)).toContain('事 19')
    expect(matching(all, '没有')).toEqual([])
  })
})
