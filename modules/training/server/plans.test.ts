import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { rechargeBalance } from '#modules/institution/server/door.ts'
import { rxType } from '#modules/records/contract/prescription/prescribe.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeCard, makePlan, makeUser, usualWeek } from './make.ts'
import { closeDay, tellLow } from './reactions.ts'

let clinic: Clinic
const today = clinicNow().slice(0, 10)
const trainer = () => clinic.as('trainer')
const weekdayOf = (day: string) => (((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1) as 1
/** A week with a session today. */
const fromToday = [{ ...usualWeek[0]!, weekday: weekdayOf(today) }]
let members = 0
const member = async (birth = '2018-03-01') =>
  (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: `训练${String.fromCharCode(0x4e00 + ++members)}`, birth }))
    .pid
beforeAll(async () => {
  clinic = await freshClinic()
  await clinic.tx((cx) => rechargeBalance(cx, { hid: clinic.hid, amount: 1_000_000, payWay: 4, reason: '充值' }))
})
const started = async (more: object = {}) => {
  const pid = await member()
  const plan = await makePlan(trainer(), { pid, startsOn: today, template: fromToday, ...more })
  await trainer().call('train.plans.move', { id: plan.id, move: 'start' })
  const { sessions } = await trainer().call('train.plans.get', { id: plan.id })
  return { pid, plan, sessions, first: sessions[0]! }
}
/** Puts the first session back some days, as if time had passed. */
const backdate = (id: number, day: string) =>
  clinic.tx((cx) => cx.db.run(sql`update train_session set "day" = ${day}::date where id = ${id}`))

describe('plans', () => {
  it('a started plan has a session for each place of its template in each of its weeks', async () => {
    const { plan, sessions } = await started({ template: [{ ...fromToday[0]!, toWeek: 4 }] })
    expect(sessions.map((s) => s.day)).toEqual([0, 7, 14, 21].map((days) => addDays(today, days)))
    expect(await trainer().call('train.plans.list', { pid: plan.pid })).toMatchObject({
      total: 1,
      list: [{ status: 1, planned: 4, week: 1 }],
    })
  })
  it('a member has one open plan of a kind; another may begin when it is over', async () => {
    const { pid, plan } = await started()
    expect(
      await trainer().refusal('train.plans.create', { pid, purpose: 0, goalMeasure: 'bcva', goalEye: 'od', goal: 4.9, startsOn: today }),
    ).toMatchObject({ code: 1, field: 'pid' })
    expect(await trainer().refusal('train.plans.move', { id: plan.id, move: 'stop' })).toMatchObject({ code: 1, field: 'reason' })
    await trainer().call('train.plans.move', { id: plan.id, move: 'stop', reason: '家长要求停' })
    expect((await makePlan(trainer(), { pid, startsOn: today })).no).toBe(2)
  })
  it('a goal of amblyopia is not below the floor of the age, and is measured on the eye it names', async () => {
    const pid = await member('2018-03-01')
    const draft = { pid, startsOn: today, template: fromToday }
    await expect(makePlan(trainer(), { ...draft, goal: 4.7 })).rejects.toMatchObject({ code: 1, field: 'goal' })
    await expect(makePlan(trainer(), { ...draft, goalEye: 'ou' })).rejects.toMatchObject({ code: 1, field: 'goalEye' })
    await expect(makePlan(trainer(), { ...draft, goal: 6 })).rejects.toMatchObject({ code: 1, field: 'goal' })
    expect(await makePlan(trainer(), { ...draft, goal: 4.8 })).toMatchObject({ goal: 4.8, status: 0 })
  })
  it('nobody trains by a paused plan, and what lies ahead goes until it goes on', async () => {
    const { plan, first } = await started()
    await trainer().call('train.plans.move', { id: plan.id, move: 'pause', reason: '发烧' })
    expect((await trainer().call('train.plans.get', { id: plan.id })).sessions).toEqual([])
    expect(await trainer().refusal('train.sessions.sign', { id: first.id })).toMatchObject({ code: 1 })
    await trainer().call('train.plans.move', { id: plan.id, move: 'goOn' })
    expect((await trainer().call('train.plans.get', { id: plan.id })).sessions).toHaveLength(12)
  })
  it('is refused to a role without the right, and not found from another store', async () => {
    const { plan } = await started()
    expect(await clinic.as('reception').refusal('train.plans.get', { id: plan.id })).toMatchObject({ code: 20405 })
    expect(await clinic.as('cashier').refusal('train.plans.move', { id: plan.id, move: 'pause', reason: '不可以' })).toMatchObject({
      code: 20405,
    })
    const other = await freshClinic()
    expect(await other.as('trainer').refusal('train.plans.get', { id: plan.id })).toMatchObject({ code: 1 })
  })
  it('the verdict follows what was examined', async () => {
    const { pid, plan } = await started()
    await clinic.tx((cx) => cx.db.run(sql`update train_plan set starts_on = ${addDays(today, -140)}::date where id = ${plan.id}`))
    for (const [i, bcvaOd] of [4.3, 4.4, 4.5, 4.6, 4.7, 4.8].entries())
      await clinic.tx((cx) =>
        cx.db.run(sql`
          insert into exam_visual (hid, pid, exam_time, examiner, status, bcva_od)
          values (${clinic.hid}, ${pid}, ${addDays(today, i * 28 - 150)}::date, ${clinic.ctid('optometrist')}, 1, ${bcvaOd})
        `),
      )
    const { trend, series, floor } = await trainer().call('train.plans.get', { id: plan.id })
    expect([trend.verdict, trend.points.length, series[0]?.measure, floor]).toEqual(['improving', 6, 'bcva', 4.8])
    expect((await trainer().call('train.exams', { verdict: 'improving' })).list).toMatchObject([{ planId: plan.id, last: 4.8, times: 6 }])
  })
})

describe('a light device of class III (药监综械注函〔2023〕354号)', () => {
  it('is not opened without registration number, a doctor’s prescription and consent, and stops when one falls', async () => {
    const user = await makeUser(trainer(), { name: '红光甲', brand: 'hsx' })
    await clinic.as('manager').call('train.brands.save', { hid: clinic.hid, brand: 'hsx', classThree: true })
    const pid = await member()
    const attempt = (prescriptionId?: number) =>
      makePlan(trainer(), {
        pid,
        purpose: 1,
        goalMeasure: 'amplitude',
        goalEye: 'od',
        goal: 8,
        startsOn: today,
        template: fromToday,
        sdxUid: user.id,
        ...(prescriptionId === undefined ? {} : { prescriptionId }),
      })
    await expect(attempt()).rejects.toThrow('注册证号')
    await clinic
      .as('manager')
      .call('train.brands.save', { hid: clinic.hid, brand: 'hsx', registrationNo: '国械注准20233160001', version: 0 })
    await expect(attempt()).rejects.toThrow('医生的训练处方')
    const rx = async (role: 'doctor' | 'optometrist') => {
      const trainings = [{ name: '红光', weeks: 12, perWeek: 5, minutes: 3 }]
      const made = await clinic.as(role).call('prescription.create', { pid, feeBillType: rxType.training, list: [], trainings })
      await clinic.as(role).call('prescription.sign', { id: made.id })
      return made.id
    }
    const byOptometrist = await rx('optometrist')
    await expect(attempt(byOptometrist)).rejects.toThrow('不是医生签发的')
    const prescriptionId = await rx('doctor')
    await expect(attempt(prescriptionId)).rejects.toThrow('光学训练器械')
    const text = (await clinic.as('doctor').call('patients.consent.texts', {})).find((each) => each.kind === 7)
    await clinic
      .as('doctor')
      .call('patients.consent.give', { pid, kind: 7, sha256: text?.sha256 ?? '', way: 1, guardianName: '家长', guardianRelation: 2 })
    const { id } = await attempt(prescriptionId)
    expect(await trainer().call('train.plans.move', { id, move: 'start' })).toMatchObject({ status: 1 })
    await clinic.as('doctor').call('prescription.void', { id: prescriptionId, reason: '眼底有改变' })
    const plan = await trainer().call('train.plans.get', { id })
    expect(plan.stopReason).toContain('处方')
    expect(await trainer().refusal('train.sessions.sign', { id: plan.sessions[0]?.id ?? 0 })).toMatchObject({ code: 1 })
    // Another prescription of a doctor lets the work go on.
    expect(await trainer().refusal('train.plans.update', { id, prescriptionId: byOptometrist })).toMatchObject({ code: 1 })
    expect(await trainer().call('train.plans.update', { id, prescriptionId: await rx('doctor') })).toMatchObject({
      stopReason: null,
      status: 1,
    })
  })
})

describe('sessions', () => {
  it('are signed as planned or with a score, take one time of the card each, and give it back when taken back', async () => {
    await clinic.as('manager').call('train.brands.save', { hid: clinic.hid, brand: 'amy', unit: 1 })
    const user = await makeUser(trainer(), { name: '次卡甲', brand: 'amy' })
    await makeCard(clinic.as('cashier'), { sdxUid: user.id, times: 1 })
    const { first, plan } = await started({ sdxUid: user.id })
    const left = async () => (await trainer().call('train.day', {})).list.find((s) => s.planId === plan.id)?.cardLeft
    expect(await trainer().call('train.sessions.sign', { id: first.id, score: 87 })).toMatchObject({
      status: 1,
      score: 87,
      minutes: 40,
      doneOn: today,
    })
    expect(await left()).toBe(0)
    expect(await trainer().call('train.sessions.undo', { id: first.id })).toMatchObject({ status: 0, score: null })
    expect(await left()).toBe(1)
    await trainer().call('train.sessions.sign', { id: first.id })
    const { sessions } = await trainer().call('train.plans.get', { id: plan.id })
    await backdate(sessions[1]!.id, addDays(today, -1))
    expect((await trainer().refusal('train.sessions.sign', { id: sessions[1]!.id })).message).toContain('已用完')
    expect(await trainer().call('train.sessions.sign-many', { ids: [sessions[1]!.id] })).toMatchObject({
      signed: 0,
      refused: [{ sentence: expect.stringContaining('已用完') }],
    })
    expect(await trainer().refusal('train.sessions.sign', { id: sessions[2]!.id })).toMatchObject({ code: 1, message: '训练还没有到日期' })
  })
  it('a day card loses a day once, however often it was trained', async () => {
    const user = await makeUser(trainer(), { name: '天卡甲' })
    await makeCard(clinic.as('cashier'), { sdxUid: user.id, days: 3 })
    const { first, plan } = await started({ sdxUid: user.id, template: [fromToday[0]!, { ...fromToday[0]!, time: '16:00' }] })
    const left = async () => (await trainer().call('train.sdx-users.list', { name: '天卡甲' })).list[0]?.left
    const second = (await trainer().call('train.plans.get', { id: plan.id })).sessions.find((s) => s.day === today && s.time === '16:00')!
    await trainer().call('train.sessions.sign', { id: first.id })
    await trainer().call('train.sessions.sign', { id: second.id })
    expect(await left()).toBe(2)
    await trainer().call('train.sessions.undo', { id: first.id })
    expect(await left()).toBe(2)
    await trainer().call('train.sessions.undo', { id: second.id })
    expect(await left()).toBe(3)
  })
  it('a missed one is made up for on another day, and is moved while it was not signed', async () => {
    const { first, plan, sessions } = await started()
    expect(await trainer().call('train.sessions.sign', { id: first.id, absent: true })).toMatchObject({ status: 2 })
    expect(await trainer().call('train.sessions.make-up', { id: first.id, score: 70 })).toMatchObject({ status: 3, doneOn: today })
    const next = sessions[1]!
    expect(await trainer().call('train.sessions.move', { id: next.id, day: addDays(next.day, 1) })).toMatchObject({
      day: addDays(next.day, 1),
    })
    expect(await trainer().refusal('train.sessions.move', { id: first.id, day: addDays(today, 2) })).toMatchObject({ code: 1 })
    expect((await trainer().call('train.plans.get', { id: plan.id })).trend.adherence).toBe(100)
  })
  it('of yesterday that nobody signed was missed, and low adherence is announced once in 14 days', async () => {
    const { plan, sessions } = await started()
    await clinic.tx((cx) => cx.db.run(sql`update train_plan set starts_on = ${addDays(today, -20)}::date where id = ${plan.id}`))
    for (const [i, s] of sessions.slice(0, 3).entries()) await backdate(s.id, addDays(today, -1 - i))
    await clinic.tx((cx) => closeDay(cx))
    expect((await trainer().call('train.plans.get', { id: plan.id })).trend).toMatchObject({ adherence: 0, verdict: 'absent' })
    await clinic.tx((cx) => tellLow(cx))
    const announced = await clinic.tx((cx) =>
      cx.db.the({ toldOn: 'string | null' }, sql`select told_on from train_plan where id = ${plan.id}`),
    )
    expect(announced.toldOn).toBe(today)
  })
  it('at home are the planned one of the day, or one of their own, and listed for the family', async () => {
    const { pid } = await started({ template: [{ ...fromToday[0]!, place: 1, minutes: 20 }] })
    expect(await trainer().call('train.home', { pid, doneOn: today, minutes: 25 })).toMatchObject({
      status: 1,
      place: 1,
      plannedMinutes: 20,
      minutes: 25,
    })
    await trainer().call('train.home', { pid, doneOn: addDays(today, -1), minutes: 15 })
    expect((await trainer().call('train.family-records', { hid: clinic.hid, pid })).list.map((s) => s.minutes)).toEqual([25, 15])
    expect(await trainer().refusal('train.home', { doneOn: today, minutes: 10 })).toMatchObject({ code: 1, field: 'pid' })
    expect(await trainer().refusal('train.home', { pid, doneOn: addDays(today, 1), minutes: 10 })).toMatchObject({
      code: 1,
      field: 'doneOn',
    })
    const file = await trainer().raw('train.family-records.export', { hid: clinic.hid, pid })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('sheet')])
  })
})

describe('combinations', () => {
  it('R118 status 0 is active; one in use is stopped and not deleted', async () => {
    const manager = clinic.as('manager')
    const { id: programId } = await manager.call('train-program.save', { hid: clinic.hid, name: '红闪', minutes: 15, perWeek: 3 })
    const made = await manager.call('train.combinations.create', { hid: clinic.hid, name: '弱视十二周', programIds: [programId] })
    expect(made).toMatchObject({
      status: 0,
      programIds: [programId],
      trainPrograms: [{ programId, minutes: 15, perWeek: 3 }],
      programNames: '红闪',
    })
    const user = await makeUser(trainer(), { name: '组合甲' })
    expect(await makeCard(clinic.as('cashier'), { sdxUid: user.id, combinationId: made.id })).toMatchObject({ left: 36 })
    expect(await manager.refusal('train.combinations.delete', { id: made.id })).toMatchObject({ code: 1 })
    expect(await manager.call('train.combinations.status', { id: made.id, status: 1 })).toMatchObject({ status: 1 })
    expect(await clinic.as('cashier').refusal('train.sdx.renew', { sdxUid: user.id, combinationId: made.id })).toMatchObject({
      code: 1,
      field: 'combinationId',
    })
    expect(await trainer().call('train.programme', { hid: clinic.hid })).toMatchObject({ total: 1, list: [{ id: programId }] })
    expect((await trainer().call('train.combinations.list', { hid: clinic.hid, per_page: 1, page: 1 })).total).toBe(1)
  })
})
