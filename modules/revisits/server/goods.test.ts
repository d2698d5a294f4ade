/** Tasks of what members use up and of points that lapse: caused through the calls that hand over, prescribe and give. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, monthsAfter } from '#kernel/contract/index.ts'
import { makeGoods, makeHandedOver, makeSupplier, orderOf } from '#modules/lens-orders/server/make.ts'
import { rxType } from '#modules/records/contract/prescription/prescribe.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let today: string
let supplierId: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const member = (name: string) => as('reception').call('patients.save', { name, gender: 1, birth: '1994-03-01' })
const planned = async (pid: number) =>
  (await as('reception').call('revisits.list-by-patient', { pid })).list
    .filter((r) => r.status === 0)
    .map((r) => [r.rule, r.revisitTime.slice(0, 10)])
    .sort()
/** An order that was written, paid, placed, received and handed over. */
async function handed(orderId: number, placed: (id: number) => Promise<unknown>, then: readonly number[]): Promise<void> {
  const { fbid, billPrice } = await as('reception').call('orders.status', { oid: orderId, status: 2 })
  await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: billPrice! }] })
  await placed(orderId)
  for (const status of then) await as('warehouse').call('orders.status', { oid: orderId, status })
  const { items } = await as('manager').call('orders.info', { id: orderId })
  const lines = items.map(({ lineId, eye, ordered }) => ({
    lineId,
    quantity: ordered,
    batchNo: `K${orderId}`,
    expiry: '2031-01-01',
    ...(eye ? { measured: { sph: eye === 'od' ? -3 : -2.5, bc: 8.6, dia: 14.2 } } : {}),
  }))
  await as('warehouse').call('orders.receive', { id: orderId, lines })
  await makeHandedOver(as('manager'), orderId)
}

beforeAll(async () => {
  clinic = await freshClinic()
  today = await clinic.tx(async (cx) => cx.today)
  supplierId = await makeSupplier(as('manager'))
  await as('chain').call('orders.credit-limit', { hid: clinic.hid, limit: 100_000, reason: '年度额度' })
})

describe('what is used up', () => {
  it('care products that were handed over are asked about after one and three months, the newer ones instead of the older', async () => {
    const { pid } = await member('护理液')
    const productId = await makeGoods(as('manager'), 5, supplierId)
    const { input } = orderOf('care', { productId, pid })
    for (let n = 0; n < 2; n++) {
      const { orderId } = await as('reception').call('care-orders.create', input as never)
      await handed(orderId, (oid) => as('warehouse').call('orders.status', { oid, status: 3 }), [4])
      expect(await planned(pid)).toEqual([
        ['care', addDays(today, 30)],
        ['care', addDays(today, 90)],
      ])
    }
  })
  it('soft lenses run out by pack, boxes and the cycle prescribed: 30 and 14 days before, the eye with fewer counts', async () => {
    const { pid } = await member('软镜')
    const line = {
      kind: 4 as const,
      dsOd: -3,
      dsOs: -2.5,
      bcOd: 8.6,
      diaOd: 14.2,
      bcOs: 8.6,
      diaOs: 14.2,
      cycle: 1 as const,
      product: '日抛',
    }
    const rx = await as('doctor').call('prescription.create', { pid, feeBillType: rxType.contact, list: [line] })
    const { list } = await as('doctor').call('prescription.sign', { id: rx.id })
    const productId = await makeGoods(as('manager'), 4, supplierId, { spec: '30 片/盒' })
    const { orderId } = await as('optometrist').call('orders.create', {
      order: { pid, prescriptionId: rx.id, rxLineId: list[0]!.lineId },
      orderOpt: {},
      orderLen: { dsOd: -3, dsOs: -2.5, bcOd: 8.6, diaOd: 14.2, bcOs: 8.6, diaOs: 14.2, productId, numberOd: 2, numberOs: 3 },
      orderType: 2,
    } as never)
    await handed(orderId, (id) => as('doctor').call('orders.review', { id }), [4, 5])
    expect(await planned(pid)).toEqual([
      ['softLife', addDays(today, 30)],
      ['softLife', addDays(today, 46)],
    ])
  })
})

describe('points that lapse', () => {
  it('are told of 30 and 7 days before; spent, nobody hears of them', async () => {
    const { pid } = await member('积分')
    await as('manager').call('patients.points.adjust-batch', { pids: [pid], points: 70, reason: '店庆' })
    const night = () => as('manager').call('revisits.rules.run', { hid: clinic.hid })
    await night()
    expect(await planned(pid)).toEqual([])
    await as('manager').call('points.rules.save-all', { list: [{ pointsRuleId: 7, pointsNumber: 2 }] })
    await night()
    const lapse = monthsAfter(today, 2)
    expect(await planned(pid)).toEqual([
      ['expiring', addDays(lapse, -30)],
      ['expiring', addDays(lapse, -7)],
    ])
    await as('manager').call('patients.points.adjust-batch', { pids: [pid], points: -70, reason: '兑换' })
    await night()
    expect(await planned(pid)).toEqual([])
  })
})
