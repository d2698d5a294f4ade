/**
 * Lenses of a member stand on a prescription, a fitting and a consent in force: asked at every entrance, and stopped where they are when
 * one falls.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { linkFor, makeFitting, makeGoods, makeSupplier, orderOf } from '../make.ts'

let clinic: Clinic
let soft: number
let hard: number
let nth = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const member = async () =>
  (await as('reception').call('patients.save', { name: `软镜${++nth}`, mobile: `1360000${1000 + nth}`, birth: '2012-07-01', gender: 1 }))
    .pid
/** An order of soft lenses from a signed prescription. */
async function written(pid: number) {
  const { prescriptionId } = await linkFor(as, pid, 'soft')
  const { input } = orderOf('soft', { productId: soft, pid, prescriptionId })
  const { orderId } = await as('optometrist').call('orders.create', input as never)
  return { id: orderId, prescriptionId }
}
const to = (role: Parameters<Clinic['as']>[0], oid: number, status: number) => as(role).call('orders.status', { oid, status })
async function placed(pid: number) {
  const made = await written(pid)
  const { fbid, billPrice } = await to('optometrist', made.id, 2)
  await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: billPrice! }] })
  await as('doctor').call('orders.review', { id: made.id })
  return { ...made, fbid: fbid! }
}
const wrong = (id: number) => as('doctor').call('prescription.void', { id, reason: '度数抄错' })
const info = (id: number) => as('manager').call('orders.info', { id })
beforeAll(async () => {
  clinic = await freshClinic()
  const supplierId = await makeSupplier(as('manager'))
  ;[soft, hard] = [await makeGoods(as('manager'), 4, supplierId), await makeGoods(as('manager'), 10, supplierId)]
})

describe('an order of soft lenses', () => {
  it('is not written from a draft, a void prescription or another member’s', async () => {
    const pid = await member()
    const { prescriptionId } = await linkFor(as, pid, 'soft')
    const orderFrom = (rx: number, who = pid) =>
      as('optometrist').refusal('orders.create', orderOf('soft', { productId: soft, pid: who, prescriptionId: rx }).input as never)
    const next = await as('doctor').call('prescription.replace', { id: prescriptionId, reason: '换品牌' })
    expect((await orderFrom(prescriptionId)).message).toContain(`改用重开的处方 ${next.rxNo}`)
    expect((await orderFrom(next.id)).message).toContain('还没有签发')
    const other = await linkFor(as, await member(), 'soft')
    expect((await orderFrom(other.prescriptionId)).code).toBe(1)
  })
  it('is of the prescription whose line it names, also where the line is named alone, and of no line for another lens', async () => {
    const pid = await member()
    const LINE = { dsOd: -3, dsOs: -2.5, dcOd: 0, dcOs: 0 }
    const drafted = await as('doctor').call('prescription.create', { pid, list: [{ kind: 1, ...LINE }] } as never)
    const glasses = await makeGoods(as('manager'), 3, await makeSupplier(as('manager')))
    const named = (rxLineId: number, more: object = {}) => ({ pid, rxLineId, productId: glasses, eyeGlassOd: 1, eyeGlassOs: 1, ...more })
    const { lineId } = drafted.list[0]!
    expect((await as('optometrist').refusal('lens-orders.create', named(lineId))).message).toContain('还没有签发')
    await as('doctor').call('prescription.sign', { id: drafted.id })
    expect(await as('optometrist').call('lens-orders.create', named(lineId) as never)).toMatchObject({ prescriptionId: drafted.id })
    const { prescriptionId } = await linkFor(as, pid, 'soft')
    const contact = (await as('doctor').call('prescription.get', { id: prescriptionId })).list[0]!
    expect(await as('optometrist').refusal('lens-orders.create', named(contact.lineId))).toMatchObject({ field: 'rxLineId' })
  })
  it('is stopped at once where it stands: no review, no sending, no receipt, no hand-over, and the database keeps it', async () => {
    const { id, prescriptionId } = await placed(await member())
    await wrong(prescriptionId)
    const stopped = await info(id)
    expect(stopped).toMatchObject({ status: 3, stopReason: expect.stringContaining('已作废（度数抄错）') })
    expect(stopped.history.at(-1)).toMatchObject({ move: 'stop' })
    expect((await as('warehouse').refusal('orders.status', { oid: id, status: 4 })).message).toContain('已作废')
    await expect(clinic.tx((cx) => cx.db.run(sql`update supply_order set status = 4 where order_id = ${id}`))).rejects.toThrow(/is stopped/)
    const unflagged = sql`
      update supply_order
      set status = 4, stop_reason = null, stopped_at = null
      where order_id = ${id}
    `
    await expect(clinic.tx((cx) => cx.db.run(unflagged))).rejects.toThrow(/is not in force/)
  })
  it('takes no money while it is stopped, and is given up', async () => {
    const { id, prescriptionId } = await written(await member())
    const { fbid, billPrice } = await to('optometrist', id, 2)
    await wrong(prescriptionId)
    const pay = { fbid: fbid!, payStyleList: [{ payWay: 1 as const, amount: billPrice! }] }
    expect((await as('cashier').refusal('feebill.confirm', pay)).message).toContain('已作废')
    expect((await as('reception').call('orders.status', { oid: id, status: 9, reason: '处方作废' })).status).toBe(9)
  })
  it('that is not sent yet goes on with the prescription that replaces it', async () => {
    const { id, prescriptionId } = await written(await member())
    const next = await as('doctor').call('prescription.replace', { id: prescriptionId, reason: '写错周期' })
    await as('doctor').call('prescription.sign', { id: next.id })
    const order = { orderId: id, prescriptionId: next.id }
    expect(await as('optometrist').call('orders.update', { order } as never)).toMatchObject({ stopReason: null, prescriptionId: next.id })
    expect((await to('optometrist', id, 2)).status).toBe(2)
  })
  it('without a link is blocked, whatever is confirmed', async () => {
    const pid = await member()
    const { input } = orderOf('soft', { productId: soft, pid })
    const { orderId, findings } = await as('optometrist').call('orders.create', input as never)
    expect(findings).toMatchObject([{ code: 'no-link', level: 'block' }])
    expect((await as('optometrist').refusal('orders.status', { oid: orderId, status: 2 })).message).toContain('没有关联处方')
  })
})
describe('an order of ortho-k lenses', () => {
  it('stands on the guardian’s consent and on its fitting: withdrawn or void, it stops, and goes on once they stand again', async () => {
    const pid = await member()
    const fittingId = await makeFitting({ optometrist: as('optometrist'), doctor: as('doctor'), reception: as('reception') }, pid)
    const source = { order: { pid, fittingId }, orderLen: { productId: hard }, orderType: 1 as const }
    const { orderId } = await as('optometrist').call('orders.create', source as never)
    const consent = (await as('reception').call('patients.consent.states', { pid })).find((c) => c.kind === 4)
    await as('reception').call('patients.consent.withdraw', { id: consent!.id!, reason: '不想做了' })
    expect((await info(orderId)).stopReason).toMatch(/撤回：由监护人/)
    expect((await as('optometrist').refusal('orders.status', { oid: orderId, status: 2 })).message).toContain('撤回')
    expect((await as('optometrist').refusal('orders.create', source as never)).message).toContain('撤回')
  })
  it('is not made of targets that are exchanged, flipped, or stronger than prescribed', async () => {
    const pid = await member()
    const { prescriptionId } = await linkFor(as, pid, 'okjing')
    const codes = async (over: object) => {
      const { input } = orderOf('okjing', { productId: hard, pid, prescriptionId })
      const wrapped = input as { orderLen: object }
      const made = await as('optometrist').call('orders.create', { ...wrapped, orderLen: { ...wrapped.orderLen, ...over } } as never)
      return made.findings.filter((f) => f.code.startsWith('target')).map((f) => [f.code, f.level])
    }
    expect(await codes({})).toEqual([])
    expect(await codes({ targetOd: -2.5, targetOs: -3.25 })).toEqual([['target-swap-od', 'block']])
    expect(await codes({ targetOd: -5 })).toEqual([['target-sphere-od', 'block']])
    expect(await codes({ targetOd: -2.25 })).toEqual([['target-sphere-od', 'warn']])
  })
})
