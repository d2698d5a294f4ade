import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { orderKinds } from '../../contract/kinds/index.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { formPathOf } from '../kinds.ts'
import { GoodsOrder } from './GoodsOrder.tsx'
import { Written } from './Written.tsx'

const who = { ...doctor, permissions: ['order:view', 'order:stock'] }
const solution = {
  productId: 42,
  category: 5,
  name: '双氧水护理液',
  brand: null,
  version: '360 ml',
  unit: '瓶',
  classifyStatus: 1,
  sphMin: null,
  sphMax: null,
  cylMin: null,
  cylMax: null,
  combinedMax: null,
  price: 12800,
  cost: null,
  supplierId: 3,
  supplierName: '康视',
  leadDays: 4,
  onHand: 6,
  onOrder: 12,
}
const order = {
  orderId: 8,
  orderNo: 'DG2611220001',
  kind: 'care',
  status: 1,
  version: 2,
  pid: null,
  supplierId: 3,
  promisedOn: null,
  orderNote: '加急',
  items: [
    {
      lineId: 1,
      lineNo: 1,
      eye: null,
      productId: 42,
      name: '双氧水护理液',
      unit: '瓶',
      ordered: 4,
      cost: null,
      costReason: null,
      note: null,
    },
  ],
} as unknown as OrderInfo
/** A server with one product, which takes every order. */
const backend = () =>
  answering(({ method, url }) => {
    if (method !== 'GET') return ok({ ...order, status: url.pathname.endsWith('/status') ? 2 : 1 })
    const query = url.searchParams
    const found = url.pathname.endsWith('/place-orders') && (query.has('productIds') || query.get('text') === 'sys')
    return ok({ list: found ? [solution] : [], total: found ? 1 : 0 })
  })
const sent = (requests: ReturnType<typeof backend>) => requests.filter((a) => a.method !== 'GET')

describe('an order of goods', () => {
  it('is written by words of its product and a number, handed in by one key; the line says what lies here and what comes', async () => {
    const requests = backend()
    await stage(<GoodsOrder of={orderKinds.care} />, { who })
    await userEvent.type(await screen.findByLabelText('商品'), 'sys')
    await userEvent.click(await screen.findByText('双氧水护理液 360 ml'))
    // The list and the line say the same.
    await waitFor(() => expect(screen.getAllByText('现有 6 · 在途 12 · 4 天到货')).toHaveLength(2))
    const number = await screen.findByLabelText('数量')
    await userEvent.clear(number)
    await userEvent.type(number, '10')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(sent(requests)).toHaveLength(2))
    expect(sent(requests)[0]).toMatchObject({ method: 'POST', body: { hid: 1, items: [{ productId: 42, number: 10, unit: '瓶' }] } })
    expect(sent(requests)[0]?.url.pathname).toMatch(/\/care-orders$/)
    expect(sent(requests)[1]).toMatchObject({ method: 'PUT', body: { oid: 8, status: 2 } })
  })
  it('is changed as it stands: the lines it has, the version that was seen, and what lies in stock of them', async () => {
    const requests = backend()
    await stage(<GoodsOrder of={orderKinds.care} order={order} />, { who })
    await waitFor(() => expect(requests.some((a) => a.url.searchParams.getAll('productIds').join() === '42')).toBe(true))
    await screen.findByText('现有 6 · 在途 12 · 4 天到货')
    await userEvent.click(screen.getByRole('button', { name: '存为草稿' }))
    await waitFor(() => expect(sent(requests)).toHaveLength(1))
    expect(sent(requests)[0]).toMatchObject({
      method: 'PUT',
      body: { version: 2, orderNote: '加急', items: [{ productId: 42, number: 4, unit: '瓶' }] },
    })
  })
  it('sends back the cost that was agreed for it, and an empty one as none', async () => {
    const special = { ...order, items: [{ ...order.items[0], cost: 8000, costReason: '临期折让', costGiven: true }] } as OrderInfo
    const both = {
      ...special,
      items: [...special.items, { ...order.items[0], lineId: 2, lineNo: 2, cost: 9000, costGiven: false }],
    } as OrderInfo
    const requests = backend()
    await stage(<GoodsOrder of={orderKinds.care} order={both} />, { who: { ...who, permissions: [...who.permissions, 'order:cost'] } })
    await userEvent.click(await screen.findByRole('button', { name: '存为草稿' }))
    await waitFor(() => expect(sent(requests)).toHaveLength(1))
    const { items } = sent(requests)[0]!.body as { items: Array<Record<string, unknown>> }
    expect(items.map(({ cost, costReason }) => [cost, costReason])).toEqual([
      [8000, '临期折让'],
      [null, undefined],
    ])
  })
  it('is silent of costs for who is told none', async () => {
    const requests = backend()
    await stage(<GoodsOrder of={orderKinds.care} order={order} />, { who })
    await userEvent.click(await screen.findByRole('button', { name: '存为草稿' }))
    await waitFor(() => expect(sent(requests)).toHaveLength(1))
    expect(JSON.stringify(sent(requests)[0]!.body)).not.toContain('cost')
  })
  it('what is refused when it is handed in is mended where it is written: the form of the draft opens', async () => {
    answering(({ method, url }) => {
      if (url.pathname.endsWith('/status')) return { code: 1, message: '双氧水护理液的注册证已于 2026-01-01 到期，不能订购', data: null }
      if (method !== 'GET') return ok(order)
      return ok({ list: [solution], total: 1 })
    })
    const router = await stage(<GoodsOrder of={orderKinds.care} order={order} />, { who, at: '/order/eye_care?write=8' })
    await screen.findByText('现有 6 · 在途 12 · 4 天到货')
    await userEvent.click(screen.getByRole('button', { name: /提交/ }))
    await screen.findByText('双氧水护理液的注册证已于 2026-01-01 到期，不能订购')
    expect(router.state.location.search).toMatchObject({ write: '8' })
  })
  it('a line without a product is said at its place and nothing is sent', async () => {
    const requests = backend()
    await stage(<GoodsOrder of={orderKinds.device} />, { who })
    await userEvent.click(await screen.findByRole('button', { name: '存为草稿' }))
    await waitFor(() => expect(screen.getAllByText(/请填写|必填|请选择/).length).toBeGreaterThan(0))
    expect(sent(requests)).toEqual([])
  })
  it('nobody without the right writes one', async () => {
    backend()
    await stage(<Written of={orderKinds.gsp} id={0} again={false} />, { who: { ...who, permissions: ['order:view'] } })
    await screen.findByText('没有权限写这种订单')
    expect(screen.queryByRole('button', { name: '提交' })).toBeNull()
  })
})

describe('where an order is written', () => {
  it('every listed kind has a place for a new one and a change; goods are not supplied anew', () => {
    expect(formPathOf('okjing', 'add')).toBe('/order/okjing-add')
    expect(formPathOf('gsp', 'add')).toBe('/order/gsp?write=new')
    expect(formPathOf('care', 'edit/5')).toBe('/order/eye_care?write=5')
    expect(formPathOf('glasses', 'supplement/5')).toBe('/order/glasses?supplement=5')
    expect(formPathOf('care', 'supplement/5')).toBeUndefined()
  })
})
