/** A code scanned anywhere says the one thing to do now with its order; where nothing is to be done, it says why. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { flows, fitted, supply, type Flow } from '../../contract/states.ts'
import { stepOf, type HandoverState } from './coded.ts'
import { linkFor, makeHandedOver, makeGoods, makeSupplier, orderOf } from '../make.ts'

const standing = (flow: Flow, status: number, more: Partial<HandoverState> = {}): HandoverState => ({
  flow,
  status,
  pid: flow === 'fitted' ? 7 : null,
  recordFrameId: null,
  reviewed: false,
  handed: false,
  refunded: false,
  ...more,
})
const machines = Object.entries(flows) as Array<[Flow, (typeof flows)[Flow]]>

describe.each(machines)('orders that move in %s', (flow, machine) => {
  const every = Object.keys(machine.states).map(Number)
  const final = every.filter((state) => !Object.values(machine.moves).some(({ from }) => (from as readonly number[]).includes(state)))
  it.each(every.map((state) => [machine.states[state as keyof typeof machine.states], state] as const))(
    'say in state %o what is to be done, or why nothing is',
    (_, state) => {
      const step = stepOf(standing(flow, state))
      expect(Object.values(step)).toEqual([expect.stringMatching(/^[\u4e00-\u9fff，]{2,20}$/)])
      // What has been handed over may still come back: that is nobody's next step.
      const open = !final.includes(state) && !(flow === 'fitted' && state === fitted.is.handedOver)
      expect('next' in step).toBe(open)
    },
  )
  it('name a move of their way while it is open', () => {
    const labels = Object.values(machine.moves).map(({ label }) => label)
    for (const state of machine.in.open) expect(labels).toContain((stepOf(standing(flow, state)) as { next: string }).next)
  })
})
describe('goods in stock', () => {
  const stepWith = (more: Partial<HandoverState>) => stepOf(standing('supply', supply.is.stocked, more))
  it('wait for their member; on the shelf, in the workshop, handed over or paid back they wait for nobody', () => {
    expect(stepWith({ pid: 7 })).toEqual({ next: '取镜' })
    expect(stepWith({})).toEqual({ why: '已上架，照常出库' })
    expect(stepWith({ pid: 7, recordFrameId: 3 })).toEqual({ why: '镜片已交加工，看配镜订单' })
    expect(stepWith({ pid: 7, handed: true })).toEqual({ why: '已交给会员，无需处理' })
    expect(stepWith({ pid: 7, refunded: true })).toEqual({ why: '已退费，商品不再留给会员' })
  })
})
describe('the number of an order, scanned', () => {
  let clinic: Clinic
  let pid: number
  let care: number
  const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
  const read = async (code: string, role: Parameters<Clinic['as']>[0] = 'warehouse') => {
    const [paper] = (await as(role).call('product.batch-code', { code })).papers
    return [paper!.stateName, paper!.next, paper!.why]
  }
  beforeAll(async () => {
    clinic = await freshClinic()
    care = await makeGoods(as('manager'), 5, await makeSupplier(as('manager')))
    pid = (await as('reception').call('patients.save', { name: '护理人', mobile: '13900000081', birth: '1990-07-01', gender: 1 })).pid
  })
  it('says at every state of its way what is next, until it is in the member’s hand', async () => {
    const { orderId, orderNo } = await as('reception').call('care-orders.create', orderOf('care', { productId: care, pid }).input as never)
    expect(await read(orderNo)).toEqual(['待提交', '提交', null])
    const { fbid, billPrice } = await as('reception').call('orders.status', { oid: orderId, status: 2 })
    expect(await read(orderNo)).toEqual(['已提交', '下单', null])
    await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: billPrice! }] })
    await as('warehouse').call('orders.status', { oid: orderId, status: 3 })
    expect(await read(orderNo)).toEqual(['生产中', '发货', null])
    await as('warehouse').call('orders.status', { oid: orderId, status: 4 })
    expect(await read(orderNo)).toEqual(['已发货', '收货', null])
    const [line] = (await as('manager').call('orders.info', { id: orderId })).items
    const came = (quantity: number) =>
      as('warehouse').call('orders.receive', {
        id: orderId,
        lines: [{ lineId: line!.lineId, quantity, batchNo: 'C1', expiry: '2031-01-01' }],
      })
    await came(1)
    expect(await read(orderNo)).toEqual(['已收货', '收货', null])
    await came(3)
    expect(await read(orderNo, 'reception')).toEqual(['已入库', '取镜', null])
    await makeHandedOver(as('reception'), orderId)
    expect(await read(orderNo)).toEqual(['已入库', null, '已交给会员，无需处理'])
  })
  it('that was reviewed waits for its money; one for the shelf, once there, for nothing', async () => {
    const hard = await makeGoods(as('manager'), 10, await makeSupplier(as('manager')))
    const { orderId, orderNo } = await as('optometrist').call(
      'orders.create',
      orderOf('okjing', { productId: hard, pid, ...(await linkFor(as, pid, 'okjing')) }).input as never,
    )
    await as('optometrist').call('orders.status', { oid: orderId, status: 2 })
    expect(await read(orderNo)).toEqual(['待审核', '审核下单', null])
    await as('doctor').call('orders.review', { id: orderId })
    expect(await read(orderNo)).toEqual(['待审核', '收费', null])
    const goods = await makeGoods(as('manager'), 7, await makeSupplier(as('manager')))
    const made = await as('warehouse').call('other-orders.create', { items: [{ productId: goods, number: 2 }] })
    for (const status of [2, 3, 4]) await as('warehouse').call('orders.status', { oid: made.orderId, status })
    await as('warehouse').call('orders.receive', { id: made.orderId, lines: [{ lineId: made.items[0]!.lineId, quantity: 2 }] })
    expect(await read(made.orderNo)).toEqual(['已入库', null, '已上架，照常出库'])
  })
})
