/**
 * A frame order stands on its prescription: withdrawn after payment it stops wherever it is, and goes on only with one that asks for the
 * same lenses.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { sql } from '#kernel/server/index.ts'
import { receive } from '#modules/stock/server/door.ts'
import { CHECKS, makeOrder } from './make.ts'

let clinic: Clinic
let nth = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const LINE = { kind: 1 as const, dsOd: -3, dcOd: -0.5, axOd: 180, dsOs: -2.5, dcOs: 0, pdOd: 31, pdOs: 31 }
const member = async () =>
  (await as('reception').call('patients.save', { name: `依据${++nth}`, mobile: `1380000${1000 + nth}`, birth: '1990-07-01', gender: 1 }))
    .pid
async function prescribed(pid: number): Promise<number> {
  const { id } = await as('doctor').call('prescription.create', { pid, list: [LINE] })
  return (await as('doctor').call('prescription.sign', { id })).id
}
let frame: number
let lens: number
/** Goods are chosen for an order: it waits for payment. */
async function billed(pid: number, prescriptionId: number): Promise<{ id: number; fbid: number; due: number }> {
  const order = await as('optometrist').call('frame.create', { hid: clinic.hid, pid, prescriptionId })
  const id = order.recordFrameId
  const goods = { frameProductId: frame, lensProductOd: lens, lensProductOs: lens, processingFee: 60 }
  const { fbid } = await as('optometrist').call('frame.product', { id, ...goods })
  const { feebill } = await as('cashier').call('feebill.info', { id: fbid! })
  return { id, fbid: fbid!, due: feebill.billPrice }
}
async function paid(pid: number, prescriptionId: number): Promise<number> {
  const { id, fbid, due } = await billed(pid, prescriptionId)
  await as('cashier').call('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: due }] })
  return id
}
const info = (id: number) => as('optometrist').call('frame.info', { id })

beforeAll(async () => {
  clinic = await freshClinic()
  frame = (await as('manager').call('product.save', { category: 1, name: '钛架 48□17', unit: '副', price: 380 })).productId
  const goods = { category: 3 as const, name: '1.60 单光', unit: '片', price: 260, lensType: 1 as const, classifyStatus: 2 as const }
  lens = (await as('manager').call('product.save', goods)).productId
  await clinic.tx((cx) => receive(cx, { ref: 'basis', hid: clinic.hid, reason: '期初', lines: [{ productId: frame, quantity: 50 }] }))
})

describe('a prescription that was paid for', () => {
  it('is voided by a doctor with a reason; the order stops with the sentence, in the history and on the lists', async () => {
    const pid = await member()
    const rx = await prescribed(pid)
    const id = await paid(pid, rx)
    const before = await info(id)
    expect(await as('doctor').refusal('prescription.void', { id: rx, reason: ' ' })).toMatchObject({ field: 'reason' })
    await as('doctor').call('prescription.void', { id: rx, reason: '左右眼抄反' })
    const stopped = await info(id)
    expect(stopped).toMatchObject({
      status: before.status,
      stopReason: expect.stringMatching(/已作废（左右眼抄反）：由医师另开处方后改用，或取消订单$/),
    })
    expect(stopped.history.at(-1)).toMatchObject({ move: 'stop', note: stopped.stopReason })
    const { list } = await as('workshop').call('frame.list', { hid: clinic.hid })
    expect(list.find((f) => f.recordFrameId === id)?.stopReason).toBe(stopped.stopReason)
    expect((await as('warehouse').refusal('frame.goods', { id, batchNo: 'LOT-1' })).message).toContain('已作废')
    expect((await as('workshop').refusal('frame.processing', { id, checks: CHECKS })).code).toBe(1)
    // The database keeps it, too.
    await expect(clinic.tx((cx) => cx.db.run(sql`update record_frame set status = 40 where record_frame_id = ${id}`))).rejects.toThrow(
      /is stopped/,
    )
  })
  it('goes on with the prescription that replaces it where that asks for the same lenses, else it is given up', async () => {
    const pid = await member()
    const id = await paid(pid, await prescribed(pid))
    const { prescriptionId, version } = await info(id)
    const next = await as('doctor').call('prescription.replace', { id: prescriptionId!, reason: '有效期写错' })
    expect((await info(id)).stopReason).toContain(next.rxNo)
    expect((await as('optometrist').refusal('frame.basis', { id, version, prescriptionId: next.id })).message).toContain('还没有签发')
    await as('doctor').call('prescription.sign', { id: next.id })
    const other = await as('doctor').call('prescription.create', { pid, list: [{ ...LINE, dsOd: -4, dsOs: -3.5 }] })
    await as('doctor').call('prescription.sign', { id: other.id })
    expect((await as('optometrist').refusal('frame.basis', { id, version, prescriptionId: other.id })).message).toContain('请退费或重做')
    const going = await as('optometrist').call('frame.basis', { id, version, prescriptionId: next.id })
    expect(going).toMatchObject({ stopReason: null, prescriptionId: next.id })
    expect(going.history.at(-1)).toMatchObject({ move: 'resume' })
  })
  it('of an order nobody paid for, takes no money, and typing its powers without a prescription is no way out', async () => {
    const pid = await member()
    const rx = await prescribed(pid)
    const { id, fbid, due } = await billed(pid, rx)
    await as('doctor').call('prescription.void', { id: rx, reason: '写错会员' })
    const pay = { fbid, payStyleList: [{ payWay: 1, amount: due }] }
    expect((await as('cashier').refusal('feebill.confirm', pay)).message).toContain('已作废')
    expect((await as('optometrist').refusal('frame.update', { recordFrameId: id, prescriptionId: null } as never)).message).toContain(
      '已作废',
    )
    expect((await as('optometrist').refusal('frame.create', { hid: clinic.hid, pid, prescriptionId: rx })).message).toContain('已作废')
  })
})

describe('an order typed without a prescription', () => {
  it('is compared with the last subjective refraction: exchanged eyes and more than half a dioptre are asked about', async () => {
    const pid = await member()
    const exam = { pid, kind: 4 as const, dsOd: -3, dcOd: -0.75, axOd: 180, dsOs: -1.5, dcOs: -0.75, axOs: 180 }
    await as('optometrist').call('examRefraction.save', exam as never)
    const codes = async (powers: object) => {
      const order = await makeOrder(as('optometrist'), { hid: clinic.hid, pid, pdOd: 31, pdOs: 31, ...powers } as never)
      const preview = await as('optometrist').call('frame.preview', { id: order.recordFrameId, frameProductId: frame })
      return preview.findings.map((f) => f.code).filter((c) => c.startsWith('typed'))
    }
    const eye = { dcOd: -0.75, axOd: 180, dcOs: -0.75, axOs: 180 }
    expect(await codes({ ...eye, dsOd: -3.5, dsOs: -1.5 })).toEqual([])
    expect(await codes({ ...eye, dsOd: -1.5, dsOs: -3 })).toEqual(['typed-swap-od'])
    expect(await codes({ ...eye, dsOd: -4, dsOs: -1.5, axOs: 165 })).toEqual(['typed-sphere-od', 'typed-axis-os'])
  })
})
