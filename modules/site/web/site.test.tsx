import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keepToken } from '#kernel/web/session.ts'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { services } from '#modules/payments/contract/prices.ts'
import EgHome from './EgHome.tsx'
import Mall from './Mall.tsx'
import Portal from './Portal.tsx'
import Price from './Price.tsx'

const store = { hid: 3, name: '朝阳院', address: null, phone: null }
const lens = {
  productId: 9,
  category: 10,
  brand: '欧几里德',
  name: '塑形镜',
  spec: null,
  colour: null,
  unit: '片',
  price: 4500,
  deviceClass: 3,
}

describe('public pages', () => {
  it('the front page leads a visitor to the login and somebody logged in to the desk', async () => {
    await stage(<Portal />, { at: '/portal' })
    expect(screen.getAllByRole('link', { name: '登录' })[0]!.getAttribute('href')).toBe('/login')
    document.body.replaceChildren()
    keepToken('t')
    await stage(<Portal />, { at: '/portal' })
    expect(screen.getAllByRole('link', { name: '进入工作台' })[0]!.getAttribute('href')).toBe('/dashboard')
  })
  it('the price page adds up the price list of the till', async () => {
    await stage(<Price />, { at: '/price' })
    fireEvent.change(screen.getByLabelText('门店数'), { target: { value: '3' } })
    fireEvent.change(screen.getByLabelText('每月短信（条）'), { target: { value: '1000' } })
    const year = 3 * services[1].price + 12 * 1000 * services[3].price
    expect(screen.getByText(`¥${year.toLocaleString('en-US', { minimumFractionDigits: 2 })}`)).toBeTruthy()
  })
  it('the mall shows goods with prices, says what must be fitted, and keeps the search in the address', async () => {
    const calls = answering(() => ok({ hid: 3, stores: [store], list: [lens], total: 30 }))
    const router = await stage(<Mall />, { at: '/mall' })
    const card = within(await screen.findByRole('listitem'))
    expect(card.getByText('¥4,500.00')).toBeTruthy()
    expect(card.getByText('须到店检查验配')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '镜架' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ category: '1' }))
    fireEvent.change(screen.getByLabelText('搜索商品'), { target: { value: '暴龙' } })
    await waitFor(() =>
      expect(calls.some(({ url }) => url.searchParams.get('text') === '暴龙' && url.searchParams.get('category') === '1')).toBe(true),
    )
    expect(screen.queryByRole('button', { name: /展示本店商品/ })).toBeNull()
  })
  it('a mall nobody opened says so, and a failure offers another try', async () => {
    answering(() => ok({ hid: null, stores: [], list: [], total: 0 }))
    await stage(<Mall />, { at: '/mall' })
    expect(await screen.findByText('还没有门店展示商品。')).toBeTruthy()
    document.body.replaceChildren()
    answering(() => ({ code: 1, message: '读不到', data: null }))
    await stage(<Mall />, { at: '/mall?page=2' })
    expect((await screen.findByRole('alert')).textContent).toContain('读不到')
  })
  it('the eye-guardian home greets an account with the screens of its menu', async () => {
    keepToken('t')
    answering(() =>
      ok({
        ...doctor,
        menuList: [
          {
            path: '/patients',
            title: '会员管理',
            children: [
              { path: '/patients/list', title: '会员列表' },
              { path: '/patients/import', title: '导入会员', hidden: true },
            ],
          },
        ],
      }),
    )
    await stage(<EgHome />, { at: '/eg/home' })
    expect((await screen.findByRole('link', { name: '会员列表' })).getAttribute('href')).toBe('/patients/list')
    expect(screen.queryByRole('link', { name: '导入会员' })).toBeNull()
  })
})
