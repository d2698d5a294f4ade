import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/index.ts'
import { sql, wholeRow, type Cx } from '#kernel/server/index.ts'
import { freshClinic, type Caller, type Clinic } from '../../../../tests/harness.ts'
import { ruleKeys, rules } from '../../contract/rules.ts'
import { restOn, workingFrom } from '../../contract/holidays.ts'
import { isQuiet } from '../../contract/quiet.ts'
import { endBy, follow, nightOf } from './engine.ts'
import { callFailed, raise, tellDue, tellMissed, tellOwed } from '../tell/tell.ts'

let clinic: Clinic
let desk: Caller
let today: string
let phones = 0
const member = async (name: string, more: object = {}) =>
  (await desk.call('patients.save', { name, mobile: `1360000${String(1000 + ++phones)}`, gender: 1, ...more })).pid
/** The same transaction on another day: what stands in it as now. */
const on = <T>(day: string, work: (cx: Cx<string>) => Promise<T>, clock = '10:30:00') =>
  clinic.tx((cx) => work({ ...cx, today: day, now: `${day} ${clock}` }))
const tasksOf = (pid: number) =>
  desk.call('revisits.list-by-patient', { pid }).then(({ list }) => list.sort((a, b) => a.revisitTime.localeCompare(b.revisitTime)))
const treated = (pid: number) =>
  clinic.as('doctor').call('treatments.save', { pid, eye: 'ou', kind: 4, what: '离焦镜', start: addDays(today, -10) })
const following = (pid: number) => clinic.tx((cx) => follow(cx, 'treatment', { hid: clinic.hid, pid, today }))

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  desk = clinic.as('reception')
  today = await clinic.tx(async (cx) => cx.today)
})

describe('every rule', () => {
  it('asks a cause the database answers, by night and in a dry run that writes nothing', async () => {
    await member('潜客', { isPotential: true })
    const before = (await desk.call('revisits.list', {})).total
    const run = await clinic.as('manager').call('revisits.rules.dry-run', {})
    expect(run.list.map((r) => r.rule)).toEqual(ruleKeys)
    expect((await desk.call('revisits.list', {})).total).toBe(before)
    await clinic.tx((cx) => nightOf(cx, clinic.hid))
    expect((await desk.call('revisits.list', { rule: 'potential' })).total).toBe(3)
  })
  it.each(ruleKeys)('%s names its steps once, and its window reaches over its own day', (key) => {
    const { steps, window } = rules[key]
    expect(new Set(steps.map((s) => s.step)).size).toBe(steps.length)
    expect(window.every((days) => days >= 0)).toBe(true)
  })
  it('is switched and timed by its store; reception may not', async () => {
    const manager = clinic.as('manager')
    const rule = { hid: clinic.hid, rule: 'potential' as const }
    expect(await desk.refusal('revisits.rules.save', { ...rule, active: false })).toMatchObject({ code: 20405 })
    await manager.call('revisits.rules.save', {
      ...rule,
      steps: [
        { step: 1, on: true, days: 2, channel: 2 },
        { step: 2, on: false, days: 3, channel: 1 },
      ],
    })
    const pid = await member('改时', { isPotential: true })
    await clinic.tx((cx) => follow(cx, 'potential', { hid: clinic.hid, today }))
    expect((await tasksOf(pid)).map((r) => [r.revisitTime.slice(0, 10), r.channel])).toEqual([
      [addDays(today, 2), 2],
      [addDays(today, 7), 1],
    ])
    await manager.call('revisits.rules.save', { ...rule, active: false, version: 0 })
    const none = await member('停用', { isPotential: true })
    await clinic.tx((cx) => follow(cx, 'potential', { hid: clinic.hid, today }))
    expect(await tasksOf(none)).toEqual([])
    expect(await manager.refusal('revisits.rules.save', { ...rule, steps: [{ step: 9, on: true, days: 2, channel: 2 }] })).toMatchObject({
      field: 'steps',
    })
  })
})

describe('one cause', () => {
  it('told twice makes one task; changed it moves the open ones; void it cancels them', async () => {
    const pid = await member('干预')
    const { id, version } = await treated(pid)
    for (let n = 0; n < 2; n++) await following(pid)
    const made = await tasksOf(pid)
    expect(made.map((r) => [r.revisitTime.slice(0, 10), r.category, r.reviewStaff])).toEqual([
      [addDays(today, 20), 0, clinic.ctid('doctor')],
      [addDays(today, 80), 0, clinic.ctid('doctor')],
    ])
    const moved = await clinic
      .as('doctor')
      .call('treatments.save', { id, version, pid, eye: 'ou', kind: 4, what: '离焦镜', start: addDays(today, -5) })
    await following(pid)
    expect((await tasksOf(pid)).map((r) => [r.revisitTime.slice(0, 10), r.tailEndDate])).toEqual([
      [addDays(today, 25), addDays(today, 55)],
      [addDays(today, 85), addDays(today, 115)],
    ])
    await clinic.as('doctor').call('treatments.void', { id, version: moved.version, reason: '写错' })
    await following(pid)
    expect((await tasksOf(pid)).map((r) => [r.status, r.cancelReason])).toEqual([
      [4, '起因已不成立'],
      [4, '起因已不成立'],
    ])
  })
  it('is not followed for whoever must not be contacted, and the dry run says why', async () => {
    const pid = await member('停止')
    await treated(pid)
    await clinic.tx((cx) => cx.db.run(sql`insert into contact_stop (hid, pid, kind) values (${clinic.hid}, ${pid}, 1)`))
    await following(pid)
    expect(await tasksOf(pid)).toEqual([])
    const { skipped } = await clinic.as('manager').call('revisits.rules.dry-run', {})
    expect(skipped).toContainEqual({ sentence: '会员要求停止联系', count: expect.any(Number) })
  })
  it('lapses when its window is over', async () => {
    const { rvid } = await desk.call('revisits.create', { pid: await member('过期'), revisitTime: today, tailEndDate: addDays(today, 1) })
    await on(addDays(today, 2), (cx) => nightOf(cx, clinic.hid))
    expect((await desk.call('revisits.steps', { rvid })).at(-1)).toMatchObject({ note: '已过有效期' })
  })
})

describe('what ends a task by itself', () => {
  it('a booking inside the window closes with 已预约, a visit with 已到店; one outside changes nothing', async () => {
    const pid = await member('预约')
    const task = await desk.call('revisits.create', { pid, revisitTime: today, tailStartDate: today, tailEndDate: addDays(today, 10) })
    const outside = await clinic.tx((cx) => endBy(cx, 'booking', { pid, resid: 1, day: addDays(today, 20) }).then(() => 1))
    expect(outside).toBe(1)
    expect((await tasksOf(pid))[0]).toMatchObject({ status: 0 })
    const booked = await desk.call('reservations.legacy.save', { hid: clinic.hid, pid, visitAt: `${addDays(today, 3)} 10:00` })
    expect((await tasksOf(pid))[0]).toMatchObject({ rvid: task.rvid, status: 1, outcome: 1, resid: booked.resid, doneByName: null })
    await desk.call('reservations.legacy.cancel', { id: booked.resid, reason: '有事' })
    await clinic.tx((cx) => nightOf(cx, clinic.hid))
    expect((await tasksOf(pid))[0]).toMatchObject({ status: 0, outcome: null })
    await desk.call('reservations.legacy.save', { hid: clinic.hid, pid, walkIn: true })
    expect((await tasksOf(pid))[0]).toMatchObject({ status: 1, outcome: 2 })
  })
})

describe('messages that send themselves', () => {
  it('go once a day to a number, siblings together, and not at night', async () => {
    const mobile = '13600077777'
    const [a, b] = [await member('姐姐', { mobile }), await member('妹妹', { mobile })]
    for (const pid of [a, b]) await desk.call('revisits.create', { pid, revisitTime: `${today} 00:10`, channel: 2, content: '请来复查' })
    await on(today, (cx) => tellDue(cx, clinic.hid), '23:00:00')
    expect((await tasksOf(a))[0]).toMatchObject({ status: 0 })
    await on(today, (cx) => tellDue(cx, clinic.hid), '10:00:00')
    expect([(await tasksOf(a))[0]?.status, (await tasksOf(b))[0]?.status]).toEqual([1, 1])
    const sent = () => clinic.tx((cx) => cx.db.rows({ text: 'string' }, sql`select text from sms where mobile = ${mobile}`))
    expect(await sent()).toHaveLength(1)
    expect((await sent())[0]?.text).toContain('姐姐、妹妹')
    const later = await desk.call('revisits.create', { pid: a, revisitTime: `${today} 00:20`, channel: 2, content: '再提醒' })
    await on(today, (cx) => tellDue(cx, clinic.hid), '11:00:00')
    expect(await sent()).toHaveLength(1)
    expect((await desk.call('revisits.list', { pid: a, status: 0 })).list[0]).toMatchObject({
      rvid: later.rvid,
      dueAt: `${addDays(today, 1)} 09:00:00`,
    })
  })
  it('count a message over WeChat as well; who has not written to us gets an SMS instead', async () => {
    const mobile = '13600066666'
    const pid = await member('微信家长', { mobile })
    await desk.call('patients.wechat.bind', { pid, wechatOpenId: `o-told-${clinic.hid}`, wechatName: '家长' })
    const counts = () =>
      clinic.tx((cx) =>
        cx.db.the(
          { sms: 'number', wechat: 'number' },
          sql`
            select (select count(*) from sms where mobile = ${mobile}) sms,
              (select count(*) from message where pid = ${pid} and not inbound) wechat
          `,
        ),
      )
    const due = (content: string) => desk.call('revisits.create', { pid, revisitTime: `${today} 00:10`, channel: 3, content })
    await due('请来复查')
    await on(today, (cx) => tellDue(cx, clinic.hid))
    expect(await counts()).toEqual({ sms: 1, wechat: 0 })
    await clinic.tx((cx) => cx.db.run(sql`update sms set created_at = created_at - interval '1 day' where mobile = ${mobile}`))
    // A reminder over WeChat that answers nothing counts as the message of the day.
    await clinic.tx((cx) => cx.db.run(sql`insert into message (hid, pid, text, status) values (${clinic.hid}, ${pid}, '提醒', 1)`))
    const { rvid } = await due('再提醒')
    await on(today, (cx) => tellDue(cx, clinic.hid))
    expect(await counts()).toEqual({ sms: 1, wechat: 1 })
    expect((await desk.call('revisits.list', { pid, status: 0 })).list).toMatchObject([{ rvid, dueAt: `${addDays(today, 1)} 09:00:00` }])
  })
  it('rest on holidays and on the days a store rests; what is due waits for the next, what is urgent does not', async () => {
    expect(['2026-09-30', '2026-10-01', '2026-10-07', '2026-10-08'].map((day) => restOn(day, new Set()))).toEqual([
      undefined,
      '国庆节',
      '国庆节',
      undefined,
    ])
    expect(workingFrom('2026-02-15', new Set(['2026-02-24']))).toBe('2026-02-25')
    const pid = await member('假日', { mobile: '13600055555' })
    await desk.call('revisits.create', { pid, revisitTime: '2026-10-01 09:30', channel: 2, content: '请来复查' })
    await on('2026-10-01', (cx) => tellDue(cx, clinic.hid))
    expect((await tasksOf(pid))[0]).toMatchObject({ status: 0 })
    const rest = addDays(today, 20)
    const save = (revisitRestDays: string | null) => clinic.as('manager').call('settings.save', { hid: clinic.hid, revisitRestDays })
    expect(await clinic.as('manager').refusal('settings.save', { hid: clinic.hid, revisitRestDays: '元旦' })).toMatchObject({
      field: 'revisitRestDays',
    })
    await save(rest)
    const child = await member('顺延')
    await treated(child)
    await following(child)
    expect((await tasksOf(child))[0]?.revisitTime.slice(0, 10)).toBe(addDays(rest, rules.treatment.urgency >= 2 ? 0 : 1))
    await save(null)
  })
  it('to whoever was not reached three times are owed at night and go in the morning', async () => {
    const mobile = '13600044444'
    const pid = await member('未接通', { mobile })
    const { rvid } = await desk.call('revisits.create', { pid, revisitTime: `${today} 00:10`, content: '请来复查' })
    const row = () => clinic.tx((cx) => cx.db.the(wholeRow('revisit'), sql`select * from revisit where rvid = ${rvid}`))
    const sent = () => clinic.tx((cx) => cx.db.rows({ text: 'string' }, sql`select text from sms where mobile = ${mobile}`))
    const task = await row()
    await on(today, (cx) => tellMissed(cx, task), '22:00:00')
    expect([await sent(), (await row()).owed]).toEqual([[], true])
    await on(today, (cx) => tellOwed(cx, clinic.hid), '23:00:00')
    expect(await sent()).toEqual([])
    await on(today, (cx) => tellOwed(cx, clinic.hid), '09:30:00')
    expect(await sent()).toMatchObject([{ text: expect.stringContaining('多次致电') }])
    expect((await row()).owed).toBe(false)
    await on(today, (cx) => tellOwed(cx, clinic.hid), '10:30:00')
    expect(await sent()).toHaveLength(1)
  })
  it('become a call where there is no number, and where the message failed', async () => {
    const pid = await member('无号', { mobile: null })
    await desk.call('revisits.create', { pid, revisitTime: `${today} 00:10`, channel: 2 })
    const failed = await member('失败')
    await desk.call('revisits.create', { pid: failed, revisitTime: `${today} 00:10`, channel: 2 })
    await on(today, (cx) => tellDue(cx, clinic.hid))
    expect((await tasksOf(pid))[0]).toMatchObject({ status: 0, channel: 1 })
    await clinic.tx((cx) => cx.db.run(sql`update sms set status = 3 where pid = ${failed}`))
    await clinic.tx((cx) => callFailed(cx, clinic.hid))
    expect((await tasksOf(failed))[0]).toMatchObject({ status: 0, channel: 1 })
  })
  it('on a day its person is off, or the store is, a task is everybody’s; whoever is on no roster keeps it', async () => {
    const today = await clinic.tx(async (cx) => cx.today)
    const make = async (role: 'doctor' | 'optometrist', day: string) =>
      (
        await clinic.as('reception').call('revisits.create', {
          pid: (await clinic.as('reception').call('patients.save', { name: '假日', gender: 1 })).pid,
          revisitTime: `${day} 10:00`,
          category: 0,
          reviewStaff: clinic.ctid(role),
        })
      ).rvid
    const onDuty = (role: 'doctor' | 'optometrist', day: string) =>
      clinic
        .as('manager')
        .call('duties.create', { hid: clinic.hid, doctorId: clinic.ctid(role), day, shift: 1, replace: false, force: false })
    const rvids = [await make('doctor', today), await make('optometrist', today)]
    const whose = async () => {
      await clinic.as('manager').call('revisits.rules.run', { hid: clinic.hid })
      const { list } = await clinic.as('manager').call('revisits.list', { per_page: 0 })
      return rvids.map((rvid) => list.find((r) => r.rvid === rvid)?.reviewStaff)
    }
    // Nobody is on a roster: nobody is off.
    expect(await whose()).toEqual([clinic.ctid('doctor'), clinic.ctid('optometrist')])
    await onDuty('doctor', addDays(today, 1))
    expect(await whose()).toEqual([null, clinic.ctid('optometrist')])
    rvids.push(await make('doctor', today))
    await onDuty('doctor', today)
    expect(await whose()).toEqual([null, clinic.ctid('optometrist'), clinic.ctid('doctor')])
  })
  it('an urgent task of one person that nobody answered for two hours is everybody’s', async () => {
    const { rvid } = await desk.call('revisits.create', {
      pid: await member('急'),
      revisitTime: `${addDays(today, -1)} 10:00`,
      urgency: 3,
      category: 0,
      reviewStaff: clinic.ctid('doctor'),
    })
    await clinic.tx((cx) => raise(cx, clinic.hid))
    expect((await desk.call('revisits.steps', { rvid })).at(-1)).toMatchObject({ step: '升级' })
  })
  it('quiet hours go over midnight', () => {
    const night = { from: '21:00', to: '09:00' }
    expect(['20:59', '21:00', '03:00', '09:00'].map((clock) => isQuiet(`2026-11-22 ${clock}:00`, night))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})
