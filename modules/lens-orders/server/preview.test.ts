/** What an order would be, before it is kept: the same as what is kept then, and nothing written. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { FITTED, makeFitting, makeGoods, makeOrthokRx, makeSupplier } from './make.ts'

let clinic: Clinic
let pid: number
let lens: number
let soft: number
let supplierId: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const EYES = { dsOd: -3, dcOd: -0.75, axOd: 175, dsOs: -2.5 }

beforeAll(async () => {
  clinic = await freshClinic()
  supplierId = await makeSupplier(as('manager'))
  lens = await makeGoods(as('manager'), 3, supplierId)
  soft = await makeGoods(as('manager'), 4, supplierId)
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000021', birth: '2012-07-01', gender: 1 })).pid
})

describe('an order before it is kept', () => {
  it('says price, findings at their cells and the day to promise, as the kept one does; nothing is written', async () => {
    const draft = { pid, ...EYES, dsOd: -12, productId: lens, numberOd: 1, numberOs: 1 }
    const seen = await as('optometrist').call('orders.preview', { kind: 'glasses', ...draft })
    expect(seen).toMatchObject({
      pid,
      productId: lens,
      billed: true,
      needsReview: false,
      costTotal: null,
      lead: { orders: 0, p50: null, p90: null },
    })
    expect(seen.findings).toEqual(expect.arrayContaining([expect.objectContaining({ level: 'block', field: 'dsOd', code: 'range-od' })]))
    expect(seen.lead.promisedOn > new Date().toISOString().slice(0, 10)).toBe(true)
    expect((await as('manager').call('lens-orders.list', {})).total).toBe(0)
    const { numberOd, numberOs, ...flat } = draft
    const kept = await as('optometrist').call('lens-orders.create', { ...flat, eyeGlassOd: numberOd, eyeGlassOs: numberOs })
    expect([kept.total, kept.findings.map((f) => f.code)]).toEqual([seen.total, seen.findings.map((f) => f.code)])
  })
  it('after a prescription and a fitting: the fitting says what the lenses are, the prescription of which power and product', async () => {
    const ortho = await makeGoods(as('manager'), 10, supplierId)
    const staff = { optometrist: as('optometrist'), doctor: as('doctor'), reception: as('reception') }
    const fittingId = await makeFitting(staff, pid)
    const prescriptionId = await makeOrthokRx(as('doctor'), pid, ortho)
    const seen = await as('optometrist').call('orders.preview', { kind: 'okjing', prescriptionId, fittingId })
    expect(seen).toMatchObject({ pid, prescriptionId, productId: ortho, said: { ...FITTED, dsOd: -3, dcOd: -0.5, axOd: 180, dsOs: -2.75 } })
    expect(seen.rxLineId).toEqual(expect.any(Number))
    const order = { order: { prescriptionId, fittingId }, orderLen: { ...seen.said, productId: ortho }, orderType: 1 as const }
    const kept = await as('optometrist').call('orders.create', order)
    expect([kept.findings, kept.fittingId, kept.prescriptionId]).toEqual([[], fittingId, prescriptionId])
    const other = (await as('reception').call('patients.save', { name: '周宁', mobile: '13900000022', birth: '2012-07-01', gender: 1 })).pid
    const theirs = await makeOrthokRx(as('doctor'), other, ortho)
    expect(await as('optometrist').refusal('orders.preview', { kind: 'okjing', prescriptionId: theirs, fittingId })).toMatchObject({
      field: 'prescriptionId',
    })
  })
  it('of one that is changed keeps what is left out', async () => {
    const made = await as('optometrist').call('lens-orders.create', { pid, ...EYES, productId: lens, eyeGlassOd: 1, eyeGlassOs: 1 })
    const seen = await as('optometrist').call('orders.preview', { kind: 'glasses', id: made.orderId, dsOd: -3.25 })
    expect(seen.total).toBe(made.total)
  })
  it('of goods of several lines adds them up; costs are for those who may see them', async () => {
    const items = [{ productId: soft, sph: -3, number: 4 }]
    const seen = await as('manager').call('orders.preview', { kind: 'gsp', items })
    expect(seen.costTotal).toBe(4 * 104)
    expect(await as('cashier').refusal('orders.preview', { kind: 'gsp', items })).toMatchObject({ code: 20405 })
  })
  it('a kind that does not exist is refused at its field; an order of another kind is not found', async () => {
    expect(await as('manager').refusal('orders.preview', { kind: 'hats' })).toMatchObject({ field: 'kind' })
    const { orderId } = await as('manager').call('gsp-orders.create', { items: [{ productId: soft, number: 1 }] })
    expect((await as('manager').refusal('orders.preview', { kind: 'care', id: orderId })).message).toMatch(/不存在/)
  })
})

describe('a draft', () => {
  it('takes no cylinder without its axis and no prism without its base: refused at the cell', async () => {
    const write = (more: object) =>
      as('optometrist').refusal('lens-orders.create', { pid, productId: lens, eyeGlassOd: 1, eyeGlassOs: 1, ...more })
    expect(await write({ dsOd: -3, dcOd: -0.75, dsOs: -3 })).toMatchObject({ field: 'axOd' })
    expect(await write({ dsOd: -3, dsOs: -3, prismOs: 2 })).toMatchObject({ field: 'baseOs' })
    const wrapped = { orderType: 2 as const, order: { pid }, orderLen: { dsOd: -3, dsOs: -3, dcOs: -1.25, productId: soft } }
    expect(await as('optometrist').refusal('orders.create', wrapped)).toMatchObject({ field: 'axOs' })
  })
  it('keeps a power that is not made, and says so', async () => {
    const made = await as('optometrist').call('lens-orders.create', {
      pid,
      ...EYES,
      dsOs: -12,
      productId: lens,
      eyeGlassOd: 1,
      eyeGlassOs: 1,
    })
    expect(made.findings.map((f) => f.code)).toContain('range-os')
  })
})
