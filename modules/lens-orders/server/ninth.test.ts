/** One more kind of orders costs its declaration: it is served, billed nobody, reserved, received and shelved as its sisters are. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { implement } from '#kernel/server/index.ts'
import type { ServerModule } from '#kernel/server/registry.ts'
import { available } from '#modules/stock/server/door.ts'
import { modules } from '../../../apps/server/modules.gen.ts'
import { freshClinic, ownServer, type CallId, type Clinic, type Running } from '../../../tests/harness.ts'
import { goodsCalls } from '../contract/calls.ts'
import { missing } from '../contract/check/check.ts'
import { kindOf, orderKinds } from '../contract/kinds/index.ts'
import { orderKind, type OrderKind } from '../contract/kinds/kind.ts'
import { receiveCalls } from '../contract/receive/receive.ts'
import type { OrderInfo } from '../contract/shapes.ts'
import { goodsHandlers } from './handlers.ts'
import { makeGoods, makeSupplier } from './make.ts'
import { receiving } from './receive/receipts.ts'

const cloth = orderKind({
  kind: 'cloth',
  label: '镜布订单',
  noun: 'cloth order',
  calls: { style: 'goods', name: 'cloth-orders', path: '/v1/{product}/cloth-orders' },
  flow: 'supply',
  categories: [7],
  member: 'none',
  basis: ['supplier'],
  parameters: [],
  needed: [],
  checks: [missing],
  reviewed: 'never',
  bill: 'none',
  receipt: { scan: ['gtin'], told: [], untold: {}, to: 'shelf' },
  file: ['excel'],
  papers: [],
  columns: ['productName', 'pieces'],
  filters: ['brand'],
})
const endpoints = { ...goodsCalls(cloth), ...receiveCalls(cloth) }
const own: ServerModule = { name: 'cloths', endpoints, handlers: implement(endpoints, { ...goodsHandlers(cloth), ...receiving(cloth) }) }
// The lists are the application's own: kind and calls are served as any other, by a server of this file, and taken out again.
const served = modules as ServerModule[]
const kinds = orderKinds as Record<string, OrderKind>
let running: Running
let clinic: Clinic
beforeAll(async () => {
  served.push(own)
  kinds.cloth = cloth
  running = await ownServer('cloths')
  clinic = await freshClinic({ on: running })
})
afterAll(async () => {
  served.splice(served.indexOf(own), 1)
  delete kinds.cloth
  await running.booted.close()
  expect(() => kindOf('cloth')).toThrow('no kind of orders')
})

it('a ninth kind goes from the draft to the shelf through its own calls', async () => {
  const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
  const productId = await makeGoods(as('manager'), 7, await makeSupplier(as('manager')))
  const call = (id: string, input: object) => as('warehouse').call(id as CallId, input as never) as unknown as Promise<OrderInfo>
  const draft = await call('cloth-orders.create', { items: [{ productId, number: 6 }] })
  expect(draft).toMatchObject({ kind: 'cloth', status: 1, pieces: 6 })
  const { list } = (await call('cloth-orders.list', {})) as unknown as { list: OrderInfo[] }
  expect(list.map((o) => o.orderId)).toEqual([draft.orderId])
  expect(await call('cloth-orders.update', { id: draft.orderId, version: draft.version, orderNote: '印店名' })).toMatchObject({ pieces: 6 })
  for (const status of [2, 3, 4]) await as('warehouse').call('orders.status', { oid: draft.orderId, status })
  const [line] = draft.items
  expect(await call('cloth-orders.receive', { id: draft.orderId, lines: [{ lineId: line!.lineId, quantity: 4 }] })).toMatchObject({
    status: 5,
  })
  expect(await call('cloth-orders.receive', { id: draft.orderId, lines: [{ lineId: line!.lineId, quantity: 2 }] })).toMatchObject({
    status: 6,
    received: 6,
  })
  expect(await clinic.tx((cx) => available(cx, { hid: clinic.hid, productId }))).toBe(6)
  const counted = await as('manager').call('orders.counts', {})
  expect(counted.filter((c) => c.kind === 'cloth')).toMatchObject([{ label: '镜布订单', status: 6, count: 1 }])
  const gone = await call('cloth-orders.create', { productId, number: 1 })
  await call('cloth-orders.delete', { id: gone.orderId })
  expect((await as('warehouse').refusal('cloth-orders.details' as CallId, { id: gone.orderId })).message).toContain('不存在')
})
