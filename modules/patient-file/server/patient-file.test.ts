import { beforeAll, describe, expect, it } from 'vitest'
import { CHECKS, makeOrder, readingsOf, SIGNATURE, MOTHER } from '#modules/frame-orders/server/make.ts'
import { receive } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic, type Sent } from '../../../tests/harness.ts'

const yearsAgo = (years: number, days = 0): string => {
  const moment = new Date(Date.now() - days * 86_400_000)
  moment.setUTCFullYear(moment.getUTCFullYear() - years)
  return moment.toISOString().slice(0, 10)
}

describe("the member's home page", () => {
  let clinic: Clinic
  let child: number
  const as = (role: 'manager' | 'reception' | 'doctor' | 'optometrist' | 'cashier' | 'workshop') => clinic.as(role)
  beforeAll(async () => {
    clinic = await freshClinic()
    child = (await as('reception').call('patients.save', { name: '林子涵', gender: 1, birth: yearsAgo(10), allergy: '托吡卡胺' })).pid
    const examiner = as('optometrist')
    await examiner.call('exam-bio-meter.create', { pid: child, examTime: `${yearsAgo(1)} 09:00`, alOd: 23.5, alOs: 23.4 })
    await examiner.call('examRefraction.save', {
      pid: child,
      kind: 4,
      cycloplegia: 2,
      examTime: `${yearsAgo(1)} 09:10`,
      dsOd: -1.5,
      dcOd: 0,
      dsOs: -1.25,
      dcOs: 0,
    })
    await examiner.call('exam-bio-meter.create', {
      pid: child,
      alOd: 23.85,
      alOs: 23.71,
      confirmed: ['alOd=23.85', 'alOs=23.71'],
    })
    await examiner.call('examRefraction.save', {
      pid: child,
      kind: 2,
      cycloplegia: 2,
      dsOd: -2.5,
      dcOd: -0.5,
      axOd: 175,
      dsOs: -2.25,
      dcOs: -0.75,
      axOs: 5,
    })
    await examiner.call('examRefraction.save', {
      pid: child,
      kind: 4,
      cycloplegia: 2,
      dsOd: -2.25,
      dcOd: -0.5,
      axOd: 175,
      dsOs: -2,
      dcOs: -0.75,
      axOs: 5,
    })
  })

  it('3.21 tells today’s number, the last equivalent (subjective), growth a year with its percentile, right eye first', async () => {
    await as('reception').call('reservations.legacy.save', { hid: clinic.hid, pid: child, walkIn: true })
    const now = await as('doctor').call('patient-file.now', { pid: child })
    expect(now.ticket).toMatchObject({ ticketNo: expect.stringMatching(/^[A-Z]\d{3}$/) })
    expect(now.se).toMatchObject({ kind: 4, cycloplegia: 2, od: -2.5, os: -2.375 })
    expect(now.growth?.od).toMatchObject({ al: 23.85, since: expect.stringContaining(yearsAgo(1)) })
    expect(now.growth?.od?.perYear).toBeCloseTo(0.35, 2)
    expect(now.growth?.os?.perYear).toBeCloseTo(0.31, 2)
    expect(now.growth?.od?.percentile).toBeGreaterThan(60)
    expect(now.wearing).toBeNull()
  })

  it('3.21 one call answers head, curve, prescription, next visit, orders and the timeline; a day is one visit', async () => {
    const { resid } = await as('reception').call('reservations.legacy.save', {
      hid: clinic.hid,
      pid: child,
      visitAt: `${new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)} 10:00`,
      type: 2,
    })
    const line = { kind: 1 as const, dsOd: -2.25, dcOd: -0.5, axOd: 175, dsOs: -2, dcOs: -0.75, axOs: 5, pdOd: 30.5, pdOs: 30.5 }
    const rx = await as('optometrist').call('prescription.create', { pid: child, reviewMonths: 3, diagnose: '近视', list: [line] })
    const order = await as('optometrist').call('frame.create', {
      hid: clinic.hid,
      pid: child,
      dsOd: -1,
      pdOd: 31,
      dsOs: -1,
      pdOs: 31,
      promisedAt: '2020-01-01 10:00',
    })
    const file = await as('doctor').call('patient-file.get', { pid: child })
    expect(file.member).toMatchObject({ pid: child, name: '林子涵', allergy: '托吡卡胺' })
    expect(file.now.se?.od).toBe(-2.5)
    expect(file.curve?.al).toHaveLength(2)
    expect(file.rx?.id).toBe(rx.id)
    expect(file.next.booked).toMatchObject({ resid, type: 2 })
    expect(file.next.due! > file.rx!.orderDate).toBe(true)
    expect(file.orders).toEqual([expect.objectContaining({ recordFrameId: order.recordFrameId, late: true })])
    expect(file.visits).toHaveLength(2)
    expect(file.visits[0]).toMatchObject({ al: { od: 23.85, os: 23.71 }, se: { od: -2.5, os: -2.375 }, words: '近视', changed: true })
    expect(file.visits[1]).toMatchObject({ day: yearsAgo(1), al: { od: 23.5, os: 23.4 }, se: { od: -1.5, os: -1.25 }, changed: false })
    expect(file.owed).toMatchObject({ bills: 0, money: 0 })
  })

  it('3.21 parts the account may not see are null; a member of whom nothing is known has an empty file', async () => {
    const workshop = await as('workshop').call('patient-file.get', { pid: child })
    expect(workshop).toMatchObject({ curve: null, owed: null, now: { se: null, growth: null, ticket: null } })
    expect(workshop.visits.every((v) => v.se.od === null && v.al.od === null)).toBe(true)
    const { pid } = await as('reception').call('patients.save', { name: '新来' })
    expect(await as('doctor').call('patient-file.get', { pid })).toMatchObject({
      now: { ticket: null, se: null, growth: null, wearing: null },
      rx: null,
      next: { booked: null, due: null },
      orders: [],
      visits: [],
      history: null,
    })
  })

  it('3.21 the glasses worn are the ones handed over last, with their powers', async () => {
    const { hid } = clinic
    const product = async (input: Sent<'product.save'>) => (await as('manager').call('product.save', input)).productId
    const frameProductId = await product({ category: 1, name: '钛架 52□18', unit: '副', price: 380 })
    const lens = await product({
      category: 3,
      unit: '片',
      index: 1.6,
      diameter: '70',
      sphMin: -8,
      sphMax: 0,
      cylMin: -2,
      cylMax: 0,
      lensType: 1,
      price: 260,
      name: '1.60 单光',
      classifyStatus: 1,
    })
    const lines = [
      { productId: frameProductId, quantity: 2 },
      { productId: lens, sph: -2.25, cyl: -0.5, quantity: 2 },
      { productId: lens, sph: -2, cyl: -0.75, quantity: 2 },
    ]
    await clinic.tx((cx) => receive(cx, { ref: 'test', hid, reason: '期初', lines }))
    // What the child was refracted with today.
    const powers = { dsOd: -2.25, dsOs: -2, dcOs: -0.75 }
    const { recordFrameId: id } = await makeOrder(as('optometrist'), { hid, pid: child, ...powers })
    const order = await as('optometrist').call('frame.product', { id, frameProductId, lensProductOd: lens, lensProductOs: lens })
    await as('cashier').call('feebill.confirm', { fbid: order.fbid!, payStyleList: [{ payWay: 1, amount: order.total }] })
    await as('workshop').call('frame.processing', { id, checks: CHECKS })
    await as('workshop').call('frame.status', { id, status: 60 })
    await as('workshop').call('frame.status', { id, status: 70, measured: readingsOf(order), shelf: 'A3' })
    expect((await as('doctor').call('patient-file.now', { pid: child })).wearing).toBeNull()
    await as('reception').call('frame.mirrors', { id, receiver: '林妈妈', ...MOTHER, signature: SIGNATURE })
    expect((await as('doctor').call('patient-file.now', { pid: child })).wearing).toMatchObject({
      recordFrameId: id,
      lens: '1.60 单光',
      dsOd: -2.25,
      axOs: 5,
    })
  })

  it("another clinic's member is not found", async () => {
    const other = await freshClinic()
    expect(await other.as('doctor').refusal('patient-file.get', { pid: child })).toMatchObject({ code: 1, message: '会员不存在或已被删除' })
    expect(await other.as('doctor').refusal('patient-file.now', { pid: child })).toMatchObject({ code: 1 })
  })
})
