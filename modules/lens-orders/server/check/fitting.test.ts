/**
 * An ortho-k prescription and the fitting it follows: one member's, checked before it is signed, seen from both sides, and what an order
 * from it is made by.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { rxType } from '#modules/records/contract/prescription/prescribe.ts'
import { freshClinic, type Clinic, type Sent } from '../../../../tests/harness.ts'
import { makeGoods, makeSupplier, orderOf, statedOf } from '../make.ts'

let clinic: Clinic
let lens: number
let nth = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const eye = {
  dsOd: -3.25,
  dcOd: -0.5,
  axOd: 180,
  dsOs: -2.5,
  k1Od: 43,
  k2Od: 44,
  k1Os: 43.25,
  k2Os: 44,
  eccOd: 0.5,
  eccOs: 0.5,
  wtwOd: 11.6,
  wtwOs: 11.6,
  iopOd: 15,
  iopOs: 15,
}
const questions = { inflammation: 'no', dryEye: 'no', systemicBar: 'no', hygiene: 'good' } as const
const LENS = { bcOd: 8.3, acOd: 43, targetOd: -3.25, diaOd: 10.6, bcOs: 8.2, acOs: 43.25, targetOs: -2.5, diaOs: 10.6 }
const member = async () =>
  (await as('reception').call('patients.save', { hid: clinic.hid, name: `周一诺${++nth}`, gender: 1, birth: '2014-05-02' })).pid
const consent = async (pid: number) => {
  const text = (await as('reception').call('patients.consent.texts', {})).find((one) => one.kind === 4)
  const agreement = { pid, kind: 4, sha256: text!.sha256, way: 1, guardianName: '周敏', guardianRelation: 2 } as const
  await as('reception').call('patients.consent.give', agreement)
}
/** A member with a first record and a fitting that nobody has checked yet. */
const fitting = async (source: 'outside' | 'order' = 'outside') => {
  const pid = await member()
  const first = await as('optometrist').call('okjing-first-record.create', { pid, ...eye, ...questions, result: 'suitable' })
  await consent(pid)
  await as('doctor').call('okjing-first-record.status', { id: first.id, status: 2 })
  const made = await as('optometrist').call('fitting.create', {
    pid,
    product: 'DreamLens',
    fittedOd: true,
    fittedOs: true,
    source,
    ...LENS,
  })
  return { pid, id: made.id, version: made.version }
}
const check = ({ id, version }: { id: number; version: number }) => as('doctor').call('fitting.update', { id, status: 2, version })
const line = { kind: 6 as const, dsOd: -3.25, dcOd: -0.5, axOd: 180, dsOs: -2.5 }
const written = (pid: number, more: Partial<Sent<'prescription.create'>> = {}) => ({
  pid,
  feeBillType: rxType.orthok,
  list: [line],
  ...more,
})
const ordered = (order: object, more: object = {}) =>
  as('optometrist').call('orders.create', { order, orderLen: { productId: lens }, orderType: 1, ...more } as never)
beforeAll(async () => {
  clinic = await freshClinic()
  lens = await makeGoods(as('manager'), 10, await makeSupplier(as('manager')))
})

describe('the fitting of a prescription', () => {
  it('is one of the same member, in force, of ortho-k alone', async () => {
    const [own, other] = [await fitting(), await fitting()]
    const refused = (more: object) => as('doctor').refusal('prescription.create', written(own.pid, more))
    expect(await refused({ fittingId: other.id })).toMatchObject({ code: 1, field: 'fittingId' })
    expect(await refused({ fittingId: own.id, feeBillType: rxType.contact, list: [] })).toMatchObject({ code: 1, field: 'fittingId' })
    const rx = await as('doctor').call('prescription.create', written(own.pid, { fittingId: own.id }))
    expect(rx).toMatchObject({ fittingId: own.id, fitting: { product: 'DreamLens', status: 1 } })
    await as('optometrist').call('fitting.update', { id: other.id, version: other.version, status: 9, reason: '重新验配' })
    expect(await as('doctor').refusal('prescription.create', written(other.pid, { fittingId: other.id }))).toMatchObject({
      field: 'fittingId',
    })
    const direct = (fittingId: number) =>
      clinic.tx((cx) => cx.db.run(sql`update prescription set fitting_id = ${fittingId} where id = ${rx.id}`))
    await expect(direct(other.id)).rejects.toThrow(/rx_fitting/)
    const { records } = await as('doctor').call('okjing.case', { pid: own.pid })
    await expect(direct(records.find((r) => r.kind === 'okjing-first-record')!.id)).rejects.toThrow(/names a fitting/)
  })

  it('stays when a change leaves it out, goes with its kind, and is checked before the signature', async () => {
    const fitted = await fitting()
    const rx = await as('doctor').call('prescription.create', written(fitted.pid, { fittingId: fitted.id }))
    const changed = await as('doctor').call('prescription.update', { id: rx.id, pid: fitted.pid, note: '夜戴' })
    expect(changed).toMatchObject({ feeBillType: rxType.orthok, fittingId: fitted.id, note: '夜戴' })
    expect(await as('doctor').refusal('prescription.sign', { id: rx.id })).toMatchObject({ field: 'fittingId' })
    await expect(
      clinic.tx((cx) =>
        cx.db.run(sql`
          update prescription
          set status = 1, signed_by = doctor_id, signed_at = now()
          where id = ${rx.id}
        `),
      ),
    ).rejects.toThrow(/checked/)
    await check(fitted)
    const signed = await as('doctor').call('prescription.sign', { id: rx.id })
    expect(signed).toMatchObject({ status: 1, fitting: { status: 2 } })
    expect((await as('doctor').call('okjing.case', { pid: fitted.pid })).prescriptions).toMatchObject([
      { id: rx.id, fittingId: fitted.id, rxNo: rx.rxNo, status: 1 },
    ])
    const again = await as('doctor').call('prescription.replace', { id: rx.id, reason: '改日期' })
    expect(again).toMatchObject({ replaces: rx.id, fittingId: fitted.id })
    const other = await as('doctor').call('prescription.update', { id: again.id, pid: fitted.pid, feeBillType: rxType.glasses, list: [] })
    expect(other).toMatchObject({ fittingId: null, fitting: null })
  })

  it('follows its member when two are merged', async () => {
    const [fitted, keepPid] = [await fitting(), await member()]
    await check(fitted)
    const rx = await as('doctor').call('prescription.create', written(fitted.pid, { fittingId: fitted.id }))
    await as('doctor').call('prescription.sign', { id: rx.id })
    await as('manager').call('patients.merge', { keepPid, dropPid: fitted.pid, take: [] })
    expect(await as('doctor').call('prescription.get', { id: rx.id })).toMatchObject({ pid: keepPid, fittingId: fitted.id })
  })
})

describe('an order of ortho-k lenses from the prescription', () => {
  it('is made by the fitting it names, and names both', async () => {
    const fitted = await fitting()
    await check(fitted)
    const rx = await as('doctor').call('prescription.create', written(fitted.pid, { fittingId: fitted.id }))
    await as('doctor').call('prescription.sign', { id: rx.id })
    const made = await ordered({ prescriptionId: rx.id })
    expect(made).toMatchObject({ pid: fitted.pid, prescriptionId: rx.id, rxLineId: rx.list[0]!.lineId, fittingId: fitted.id, ...LENS })
    expect(made.findings.map((f) => f.code)).not.toContain('no-trial')
    // Another prescription brings what it follows; the former one's fitting goes.
    const plain = await as('doctor').call('prescription.create', written(fitted.pid))
    await as('doctor').call('prescription.sign', { id: plain.id })
    const turned = await as('optometrist').call('orders.update', {
      order: { orderId: made.orderId, prescriptionId: plain.id },
      version: made.version,
    } as never)
    expect(turned).toMatchObject({ prescriptionId: plain.id, rxLineId: plain.list[0]!.lineId, fittingId: null })
  })

  it('moves the case on to the lenses it waits for, and back when it is given up', async () => {
    const fitted = await fitting('order')
    await check(fitted)
    const rx = await as('doctor').call('prescription.create', written(fitted.pid, { fittingId: fitted.id }))
    await as('doctor').call('prescription.sign', { id: rx.id })
    const now = async () => {
      const { case: open, rail } = await as('doctor').call('okjing.case', { pid: fitted.pid })
      return [open?.stage, open?.nextLabel, rail.find((s) => s.key === 'order')?.state]
    }
    expect(await now()).toEqual(['order', '下单', 'now'])
    const { orderId, version, findings } = await ordered({ prescriptionId: rx.id })
    const overrides = findings.map(({ code }) => ({ code, reason: '按试戴结果' }))
    await as('doctor').call('orders.update', { order: { orderId }, version, overrides } as never)
    const step = (role: 'optometrist' | 'manager' | 'reception', status: number, more: object = {}) =>
      as(role).call('orders.status', { oid: orderId, status, ...more })
    await step('optometrist', 2)
    await as('doctor').call('orders.review', { id: orderId })
    expect(await now()).toEqual(['order', '下单', 'now'])
    await step('manager', 3, { reason: '老会员' })
    expect(await now()).toEqual(['take', '取镜', 'done'])
    await step('reception', 9, { reason: '改主意' })
    expect(await now()).toEqual(['order', '下单', 'now'])
  })

  it('is refused once the fitting is void', async () => {
    const fitted = await fitting()
    await check(fitted)
    const rx = await as('doctor').call('prescription.create', written(fitted.pid, { fittingId: fitted.id }))
    await as('doctor').call('prescription.sign', { id: rx.id })
    await as('doctor').call('fitting.update', { id: fitted.id, status: 9, reason: '重新验配' })
    expect(
      await as('optometrist').refusal('orders.create', {
        order: { prescriptionId: rx.id },
        orderLen: { productId: lens },
        orderType: 1,
      } as never),
    ).toMatchObject({ code: 1, field: 'prescriptionId' })
  })
})

describe('a fitting that is amended after lenses were ordered from it', () => {
  it('stops the order at its next move, whichever that is, until it says again what was ordered', async () => {
    const fit = await fitting('order')
    const signed = await check(fit)
    const reason = '会员自带参数'
    const { orderId } = await ordered({ pid: fit.pid, fittingId: fit.id }, { overrides: [{ code: 'bc-k-od', reason }] })
    const { fbid, billPrice } = await as('optometrist').call('orders.status', { oid: orderId, status: 2 })
    await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: billPrice! }] })
    await as('doctor').call('orders.review', { id: orderId })
    await as('warehouse').call('orders.status', { oid: orderId, status: 4 })
    const amended = await as('doctor').call('fitting.update', { id: fit.id, version: signed.version, bcOd: 8.4, reason: '片上标注抄错' })
    const stopped = { code: 1, message: expect.stringMatching(/配适记录已更正.*基弧/) }
    expect(await as('warehouse').refusal('orders.status', { oid: orderId, status: 5 })).toMatchObject(stopped)
    const back = await as('doctor').call('fitting.update', { id: fit.id, version: amended.version, bcOd: 8.3, reason: '核对原始单据' })
    await as('warehouse').call('orders.status', { oid: orderId, status: 5 })
    await as('doctor').call('fitting.update', { id: fit.id, version: back.version, targetOd: -3, reason: '重新核对降幅' })
    const { items } = await as('manager').call('orders.info', { id: orderId })
    const lines = items.map((item, n) => ({
      lineId: item.lineId,
      batchNo: 'F1',
      expiry: '2031-01-01',
      serial: `FA${n}`,
      measured: statedOf('okjing', item),
    }))
    expect(await as('warehouse').refusal('orders.receive', { id: orderId, lines })).toMatchObject({
      code: 1,
      message: expect.stringMatching(/配适记录已更正.*降幅/),
    })
  })
})
describe('a supplier whose licence has run out', () => {
  const expire = (supplierId: number, day: string) =>
    clinic.tx((cx) => cx.db.run(sql`update supplier set licence_expires = ${day} where supplier_id = ${supplierId}`))
  it('delivers nothing until a new one is on record, of whatever kind; and what nobody counted did not come', async () => {
    const supplierId = await makeSupplier(as('manager'))
    const productId = await makeGoods(as('manager'), 1, supplierId)
    const { call: id, input } = orderOf('frame', { productId })
    const made = await as('warehouse').call(id as 'frame-supplier-orders.create', input as never)
    for (const status of [2, 3]) await as('warehouse').call('orders.status', { oid: made.orderId, status })
    await expire(supplierId, '2020-01-01')
    const received = { id: made.orderId, lines: [{ quantity: 4 }] }
    expect(await as('warehouse').refusal('frame-supplier-orders.receive', received)).toMatchObject({
      code: 1,
      message: expect.stringMatching(/许可证已于 2020-01-01 到期/),
    })
    await expire(supplierId, '2099-01-01')
    expect(await as('warehouse').refusal('frame-supplier-orders.receive', { id: made.orderId })).toMatchObject({ field: 'lines' })
    expect(await as('warehouse').call('frame-supplier-orders.receive', received)).toMatchObject({ status: 6, received: 4 })
  })
})
