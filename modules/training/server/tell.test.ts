import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { rechargeBalance } from '#modules/institution/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeCard, makePlan, makeUser, usualWeek } from './make.ts'

let clinic: Clinic
const today = clinicNow().slice(0, 10)
/** A week with a session today. */
const weekday = (((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) + 1) as 1
const fromToday = [{ ...usualWeek[0]!, weekday }]
const trainer = () => clinic.as('trainer')
const desk = () => clinic.as('cashier')
let members = 0
const member = async () =>
  (
    await clinic
      .as('reception')
      .call('patients.save', { hid: clinic.hid, name: `告知${String.fromCharCode(0x4e00 + ++members)}`, birth: '2018-03-01' })
  ).pid
beforeAll(async () => {
  clinic = await freshClinic()
  await clinic.tx((cx) => rechargeBalance(cx, { hid: clinic.hid, amount: 1_000_000, payWay: 4, reason: '充值' }))
})
/** A user with a card of some days, trained by a running plan. */
async function trained(days: number) {
  const pid = await member()
  const user = await makeUser(trainer(), { name: `学员${members}` })
  await makeCard(desk(), { sdxUid: user.id, days })
  const plan = await makePlan(trainer(), { pid, sdxUid: user.id, startsOn: today, template: fromToday })
  await trainer().call('train.plans.move', { id: plan.id, move: 'start' })
  return { pid, plan, sdxUid: user.id }
}
/** What reception sees of a rule's calls to a member. */
const calls = async (pid: number, rule: string) =>
  clinic.tx((cx) =>
    cx.db.rows(
      { status: 'number', category: 'number', ref: 'string' },
      sql`select status, category, ref from revisit where pid = ${pid} and rule = ${rule}`,
    ),
  )

describe('a card that runs out', () => {
  it('is told to the desk: reception has it among the calls of today, and a renewal takes it away', async () => {
    const { pid, sdxUid } = await trained(3)
    const { toldAt } = await trainer().call('train.tell-desk', { sdxUid })
    expect(toldAt.slice(0, 10)).toBe(today)
    expect(await calls(pid, 'trainCard')).toEqual([{ status: 0, category: 1, ref: `train-card:${sdxUid}:${today}` }])
    const seen = await clinic.as('reception').call('revisits.list-by-patient', { pid })
    expect(JSON.stringify(seen)).toContain('训练卡快用完')
    expect(await trainer().refusal('train.tell-desk', { sdxUid })).toMatchObject({ code: 1, message: expect.stringContaining('告知过') })
    await makeCard(desk(), { sdxUid, days: 30 })
    expect((await calls(pid, 'trainCard')).filter(({ status }) => status === 0)).toEqual([])
  })
  it('is refused while it lasts, without a card, of nobody, and without the right', async () => {
    const { sdxUid, pid } = await trained(8)
    expect(await trainer().refusal('train.tell-desk', { sdxUid })).toMatchObject({ code: 1, message: expect.stringContaining('还够用') })
    const bare = await makeUser(trainer(), { name: '没卡' })
    expect(await trainer().refusal('train.tell-desk', { sdxUid: bare.id })).toMatchObject({ code: 1 })
    await makeCard(desk(), { sdxUid: bare.id, days: 7 })
    expect(await trainer().refusal('train.tell-desk', { sdxUid: bare.id })).toMatchObject({
      code: 1,
      message: expect.stringContaining('没有对应会员'),
    })
    expect(await desk().refusal('train.tell-desk', { sdxUid })).toMatchObject({ code: 20405 })
    expect(await calls(pid, 'trainCard')).toEqual([])
    const other = await freshClinic()
    expect(await other.as('trainer').refusal('train.tell-desk', { sdxUid })).toMatchObject({ code: 1 })
  })
  it('says on the day when the desk was told', async () => {
    const { sdxUid } = await trained(2)
    const own = async () =>
      (await trainer().call('train.day', { hid: clinic.hid })).list.filter((s) => s.sdxUid === sdxUid).map((s) => s.deskToldAt)
    expect(await own()).toEqual([null])
    const { toldAt } = await trainer().call('train.tell-desk', { sdxUid })
    expect(await own()).toEqual([expect.stringContaining(toldAt.slice(0, 16))])
  })
})

describe('a plan', () => {
  it('that is hardly trained becomes a call at once, once in 14 days; one that is trained is refused', async () => {
    const { plan, pid } = await trained(20)
    expect(await trainer().refusal('train.tell-plan', { id: plan.id, what: 'call' })).toMatchObject({ code: 1 })
    await clinic.tx((cx) =>
      cx.db.run(sql`
        update train_session
        set "day" = ${addDays(today, -1)}::date
        where id = (select min(id) from train_session where plan_id = ${plan.id})
      `),
    )
    expect(await trainer().call('train.tell-plan', { id: plan.id, what: 'call' })).toEqual({ id: plan.id, toldOn: today })
    expect((await calls(pid, 'trainAbsent')).map(({ status }) => status)).toEqual([0, 0])
    expect(await trainer().refusal('train.tell-plan', { id: plan.id, what: 'call' })).toMatchObject({ code: 1 })
  })
  it('without gain goes to its doctor; any other is refused', async () => {
    const { plan, pid } = await trained(20)
    expect(await trainer().refusal('train.tell-plan', { id: plan.id, what: 'doctor' })).toMatchObject({
      code: 1,
      message: expect.stringContaining('没有持平'),
    })
    expect(await calls(pid, 'trainFlat')).toEqual([])
    for (const i of [0, 1, 2, 3, 4, 5])
      await clinic.tx((cx) =>
        cx.db.run(sql`
          insert into exam_visual (hid, pid, exam_time, examiner, status, bcva_od)
          values (${clinic.hid}, ${pid}, ${addDays(today, i * 28 - 150)}::date, ${clinic.ctid('optometrist')}, 1, 4.5)
        `),
      )
    expect(await trainer().call('train.tell-plan', { id: plan.id, what: 'doctor' })).toEqual({ id: plan.id, toldOn: today })
    // No prescription, no doctor: anybody's.
    expect(await calls(pid, 'trainFlat')).toEqual([{ status: 0, category: 1, ref: `train-flat:${plan.id}:${today}` }])
    expect(await trainer().refusal('train.tell-plan', { id: plan.id, what: 'doctor' })).toMatchObject({ code: 1 })
    await trainer().call('train.plans.move', { id: plan.id, move: 'pause', reason: '发烧' })
    expect((await calls(pid, 'trainFlat')).filter(({ status }) => status === 0)).toEqual([])
  })
})
