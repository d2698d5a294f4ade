/** What the desks of the roles are told, and that a number is the length of the list behind it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { makeFeeItems, makePaidBill } from '#modules/billing/server/make.ts'
import { makeOrder } from '#modules/frame-orders/server/make.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let fiid: number
beforeAll(async () => {
  clinic = await freshClinic()
  fiid = [...(await makeFeeItems(clinic.as('manager'), clinic.hid, [['验光费', 50, 0]])).values()][0]!
})
const member = async (name: string) =>
  (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name, gender: 1, birth: '2015-07-12' })).pid
const closing = async (role: 'reception' | 'cashier' | 'doctor' = 'reception') =>
  (await clinic.as(role).call('home.closing', { hid: clinic.hid })).list
/** A walk-in with the doctor, who signs a prescription with its review. */
async function visit(name: string, reviewMonths: number) {
  const pid = await member(name)
  const { resid } = await clinic.as('reception').call('reservations.legacy.save', { hid: clinic.hid, pid, walkIn: true })
  await clinic.as('doctor').call('reservations.numbers', { resid, status: 2 })
  const eye = { dsOd: -3, dcOd: 0, vaOd: 5, pdOd: 31, dsOs: -3, dcOs: 0, vaOs: 5, pdOs: 31 }
  const exam = await clinic.as('optometrist').call('examRefraction.save', { pid, kind: 4, cycloplegia: 1, ...eye, resid })
  const rx = await clinic.as('optometrist').call('prescription.create', { pid, resid, reviewMonths, list: [{ kind: 1, examId: exam.id }] })
  return { pid, resid, rx }
}

describe('who has paid or taken the glasses', () => {
  it('is proposed: the visit to complete and the review of the prescription to book, until both are done', async () => {
    const { pid, resid, rx } = await visit('赵建国', 3)
    expect(await closing()).toEqual([])
    await clinic.as('doctor').call('prescription.sign', { id: rx.id })
    await makePaidBill(clinic.as('cashier'), pid, [{ fiid }])
    const [row] = await closing()
    expect(row).toMatchObject({ pid, patientName: '赵建国', why: 1, resid, reviewMonths: 3 })
    for (const [role, rows] of [
      [pid, [row]],
      [await member('旁人'), []],
    ] as const)
      expect((await clinic.as('cashier').call('home.closing', { hid: clinic.hid, pid: role })).list).toEqual(rows)
    expect(row!.reviewAt).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    for (const role of ['cashier', 'doctor'] as const) expect(await closing(role)).toEqual([row])
    await clinic.as('reception').call('reservations.status', { id: resid, status: reservationStates.is.completed })
    expect(await closing()).toEqual([{ ...row, resid: null }])
    await clinic.as('reception').call('reservations.legacy.save', {
      hid: clinic.hid,
      pid,
      type: 2,
      requestFrom: 4,
      visitAt: `${row!.reviewAt} 10:00:00`,
    })
    expect(await closing()).toEqual([])
  })

  it('5 the review is proposed for an hour at which the store is open: ten, or its first', async () => {
    const late = await freshClinic()
    const { hid } = late
    await late.as('manager').call('saler.hours', { hid, timeOpen: '13:00', timeClose: '20:00' })
    const { pid } = await late.as('reception').call('patients.save', { hid, name: '午后开', gender: 1, birth: '2015-07-12' })
    const eye = { dsOd: -3, dcOd: 0, vaOd: 5, pdOd: 31, dsOs: -3, dcOs: 0, vaOs: 5, pdOs: 31 }
    const exam = await late.as('optometrist').call('examRefraction.save', { pid, kind: 4, cycloplegia: 1, ...eye })
    const rx = await late.as('optometrist').call('prescription.create', { pid, reviewMonths: 3, list: [{ kind: 1, examId: exam.id }] })
    await late.as('doctor').call('prescription.sign', { id: rx.id })
    const [item] = [...(await makeFeeItems(late.as('manager'), hid, [['验光费', 50, 0]])).values()]
    await makePaidBill(late.as('cashier'), pid, [{ fiid: item! }])
    expect((await late.as('reception').call('home.closing', { hid })).list).toMatchObject([{ pid, reviewHour: '13:00' }])
  })

  it('is not proposed while something is owed, nor to another organisation', async () => {
    const { pid, rx } = await visit('钱小满', 6)
    await clinic.as('doctor').call('prescription.sign', { id: rx.id })
    await makePaidBill(clinic.as('cashier'), pid, [{ fiid }])
    expect((await closing()).map((r) => r.pid)).toEqual([pid])
    await clinic.as('cashier').call('feebill.save', { pid, items: [{ fiid, quantity: 2 }] })
    expect(await closing()).toEqual([])
    const other = await freshClinic()
    expect(await other.as('reception').refusal('home.closing', { hid: clinic.hid })).toMatchObject({ code: 1 })
    expect(await clinic.as('warehouse').refusal('home.closing', { hid: clinic.hid })).toMatchObject({ code: 20405 })
  })
})

describe('a draft that waits for a signature', () => {
  it('stands in the list of the doctor until it is signed, whoever wrote it', async () => {
    const { rx } = await visit('孙可', 6)
    const waiting = async () =>
      (await clinic.as('doctor').call('prescription.list', { hid: clinic.hid, status: [0] })).list.map((r) => r.id)
    expect(await waiting()).toEqual([rx.id])
    await clinic.as('doctor').call('prescription.sign', { id: rx.id })
    expect(await waiting()).toEqual([])
  })
})

describe('a result to read', () => {
  it('is an examination with a value out of the ordinary, until a doctor signs it; of this store, for who may sign', async () => {
    const pid = await member('石未央')
    const read = async () => (await clinic.as('doctor').call('home.results', { hid: clinic.hid })).list.filter((r) => r.pid === pid)
    const eye = { dcOd: 0, vaOd: 5, pdOd: 31, dsOs: -3, dcOs: 0, vaOs: 5, pdOs: 31 }
    const exam = { pid, kind: 4, cycloplegia: 1, ...eye } as const
    await clinic.as('optometrist').call('examRefraction.save', { ...exam, dsOd: -3 })
    expect(await read()).toEqual([])
    const high = await clinic
      .as('optometrist')
      .call('examRefraction.save', { ...exam, dsOd: -13.5, confirmed: ['dsOd=-13.5', 'dsOs=-3', 'pdOd=31'] })
    expect(await read()).toMatchObject([{ id: high.id, kind: 'refraction', patientName: '石未央' }])
    expect((await read())[0]!.findings.join()).toContain('−13.50')
    expect(await clinic.as('optometrist').refusal('home.results', { hid: clinic.hid })).toMatchObject({ code: 20405 })
    await clinic.as('doctor').call('exams.sign', { kind: 'refraction', id: high.id })
    expect(await read()).toEqual([])
  })
  it('a case record waits for its signature once it is submitted, the oldest first, in its own store', async () => {
    const pid = await member('卢思')
    const waiting = async () => (await clinic.as('doctor').call('ecase.waiting', { hid: clinic.hid })).list.map((e) => e.ecaseId)
    const kept = { pid, chiefComplaint: '视远模糊' }
    const yesterday = addDays(clinicNow().slice(0, 10), -1)
    await clinic.as('optometrist').call('ecase.save', { ...kept, status: 0 })
    const later = await clinic.as('optometrist').call('ecase.save', { ...kept, status: 1 })
    const first = await clinic.as('optometrist').call('ecase.save', { ...kept, status: 1, visitAt: `${yesterday} 09:00:00` })
    expect(await waiting()).toEqual([first.ecaseId, later.ecaseId])
    expect(await clinic.as('optometrist').refusal('ecase.waiting', { hid: clinic.hid })).toMatchObject({ code: 20405 })
    await clinic.as('doctor').call('ecase.save', { pid, ecaseId: first.ecaseId, version: first.version, status: 2 })
    expect(await waiting()).toEqual([later.ecaseId])
  })
})

describe('the numbers of a desk', () => {
  it('are the lengths of the lists behind them: every stage of the workshop, and what is late', async () => {
    const pid = await member('李途')
    const optometrist = clinic.as('optometrist')
    for (const promisedAt of ['2020-01-01 10:00', '2020-02-01 10:00', null])
      await makeOrder(optometrist, { hid: clinic.hid, pid, promisedAt })
    const workshop = clinic.as('workshop')
    const board = await workshop.call('frame.board', { hid: clinic.hid })
    for (const stage of board.stages) {
      const list = await workshop.call('frame.list', { hid: clinic.hid, status: [stage.status] })
      const late = await workshop.call('frame.list', { hid: clinic.hid, status: [stage.status], late: true })
      expect([stage.label, list.total, late.total]).toEqual([stage.label, stage.count, stage.late])
    }
    const day = await workshop.call('home.today', { hid: clinic.hid })
    const choosing = day.stages!.find((s) => s.status === frameOrder.is.choosing)!
    expect([choosing.count, choosing.late, day.late!.length]).toEqual([3, 2, 2])
  })
})

describe('the stores of a chain', () => {
  it('stand side by side for whoever sees them; their sums are those of the days', async () => {
    const { list } = await clinic.as('chain').call('home.stores', {})
    expect(list.map((s) => s.hid)).toEqual(clinic.hids)
    const store = list.find((s) => s.hid === clinic.hid)!
    const today = await clinic.as('manager').call('home.today', { hid: clinic.hid })
    expect(store.days).toHaveLength(30)
    expect(store.days.at(-1)).toMatchObject({ net: today.takings!.net, before: 0 })
    expect(store.net).toBe(store.days.reduce((n, d) => n + d.net, 0))
    expect([store.net, store.late]).toEqual([100, 2])
    expect(list.find((s) => s.hid !== clinic.hid)).toMatchObject({ net: 0, visits: 0, late: 0 })
    expect((await clinic.as('cashier').call('home.stores', {})).list.map((s) => s.hid)).toEqual([clinic.hid])
    expect(await clinic.as('workshop').refusal('home.stores', {})).toMatchObject({ code: 20405 })
  })
})
