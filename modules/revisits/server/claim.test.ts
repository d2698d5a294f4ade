import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { callerOf, freshClinic, login, server, type Caller, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let today: string
let desk: Caller
let phones = 0
const member = async (name: string, mobile = `1390001${String(1000 + ++phones)}`) =>
  (await desk.call('patients.save', { name, mobile, gender: 1 })).pid
const task = (pid: number, more: object = {}) =>
  desk.call('revisits.create', { pid, revisitTime: `${today} 08:00`, content: '复查', ...more })

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  desk = clinic.as('reception')
  today = await clinic.tx(async (cx) => cx.today)
})
const empty = async () => {
  const { list } = await clinic.as('manager').call('revisits.list', { per_page: 0 })
  const rvids = list.filter((r) => r.status === 0 || r.status === 2).map((r) => r.rvid)
  if (rvids.length) await clinic.as('manager').call('revisits.move', { rvids, cancel: '清空' })
}

describe('the work list', () => {
  it('stands in working order: urgent, promised by the minute, due, overdue; one row a family', async () => {
    await empty()
    const overdue = await task(await member('逾期'), { revisitTime: `${addDays(today, -4)} 10:00` })
    const due = await task(await member('到期'))
    const promised = await task(await member('回电'))
    await desk.call('revisits.status', { rvid: promised.rvid, status: 0, outcome: 4, nextDate: `${today} 00:01` })
    const urgent = await task(await member('紧急'), { urgency: 3 })
    const mobile = '13900055555'
    const [elder, younger] = [await member('哥哥', mobile), await member('妹妹', mobile)]
    await task(elder, { urgency: 2 })
    await task(younger, { urgency: 2, taskType: 6 })
    await task(await member('明天'), { revisitTime: addDays(today, 1) })
    await task(await member('短信'), { channel: 2 })
    const { groups, total } = await desk.call('revisits.queue', {})
    expect(total).toBe(5)
    expect(groups.map((g) => [g.group, g.list.map((r) => [r.patientName, ...r.others].join('+'))])).toEqual([
      ['urgent', ['紧急']],
      ['promised', ['回电']],
      ['due', ['哥哥+妹妹', '到期']],
      ['overdue', ['逾期']],
    ])
    const order: number[] = []
    for (let n = 0; n < 5; n++) {
      const { rvid } = await desk.call('revisits.claim', {})
      order.push(rvid)
      await desk.call('revisits.status', { rvid, status: 2 })
      await desk.call('revisits.release', {})
    }
    expect([order[0], order[1], order[3], order[4]]).toEqual([urgent.rvid, promised.rvid, due.rvid, overdue.rvid])
    expect(await desk.call('revisits.counts', {})).toMatchObject({ mine: 0 })
  })
  it('what somebody holds is offered to nobody else, nor is a brother of the same number; a reload gets the same card', async () => {
    await empty()
    const mobile = '13900066666'
    const [a, b] = [await task(await member('兄', mobile)), await task(await member('弟', mobile))]
    const mine = await desk.call('revisits.claim', {})
    expect(mine.rvid).toBe(a.rvid)
    expect((await desk.call('revisits.claim', {})).rvid).toBe(a.rvid)
    const doctor = clinic.as('doctor')
    expect(await doctor.refusal('revisits.claim', {})).toMatchObject({ message: '现在没有要回访的任务' })
    expect(await doctor.refusal('revisits.claim', { rvid: b.rvid })).toMatchObject({ message: expect.stringContaining('正在联系') })
    expect(await doctor.refusal('revisits.status', { rvid: b.rvid, status: 1 })).toMatchObject({
      message: expect.stringContaining('正在联系'),
    })
    expect((await doctor.call('revisits.queue', {})).groups.flatMap((g) => g.list)[0]).toMatchObject({
      claimedBy: clinic.ctid('reception'),
    })
    await clinic.tx((cx) =>
      cx.db.run(sql`
        update revisit
        set claimed_until = app_now() - interval '1 second'
        where claimed_by is not null
      `),
    )
    expect((await doctor.call('revisits.claim', {})).rvid).toBe(a.rvid)
  })
  it('the badge counts calls, as the desk does: one of a number', async () => {
    await empty()
    const mobile = '13900077777'
    const pids = [await member('甲', mobile), await member('乙', mobile)]
    for (const pid of pids) await task(pid, { revisitTime: `${addDays(today, -1)} 08:00` })
    const { total } = await desk.call('revisits.queue', {})
    expect(total).toBe(1)
    expect(await desk.call('revisits.counts', {})).toEqual({ mine: 0, due: 1, overdue: 1 })
  })
  it('what was said of a family with one call is taken back with one', async () => {
    await empty()
    const mobile = '13900088888'
    const [a, b] = [await task(await member('姐', mobile)), await task(await member('妹', mobile))]
    const { rvid } = await desk.call('revisits.claim', {})
    const statusOf = async () => {
      const { list } = await desk.call('revisits.list', { per_page: 0 })
      return [a, b].map((each) => list.find((r) => r.rvid === each.rvid)).map((r) => [r?.status, r?.tries])
    }
    await desk.call('revisits.status', { rvid, status: 2 })
    expect(await statusOf()).toEqual([
      [2, 1],
      [2, 1],
    ])
    await desk.call('revisits.undo', { rvid })
    expect(await statusOf()).toEqual([
      [0, 0],
      [0, 0],
    ])
  })
  it('tasks a booking answered are open again when it is taken back, and those a stop ended', async () => {
    await empty()
    const pid = await member('两件事')
    const [first, second] = [await task(pid), await task(pid, { taskType: 2 })]
    const open = async () => (await desk.call('revisits.list-by-patient', { pid })).list.map((r) => [r.rvid, r.status]).sort()
    const { slots } = await desk.call('revisits.card', { rvid: first.rvid })
    await desk.call('revisits.book', { rvid: first.rvid, visitAt: slots.list[0]!, doctorId: slots.doctorId })
    expect((await open()).map(([, status]) => status)).toEqual([1, 1])
    await desk.call('revisits.undo', { rvid: first.rvid })
    const both = [first.rvid, second.rvid].map((rvid) => [rvid, 0])
    expect(await open()).toEqual(both)
    await desk.call('revisits.status', { rvid: first.rvid, status: 1, outcome: 7 })
    expect((await open()).map(([, status]) => status)).toEqual([1, 4])
    await desk.call('revisits.undo', { rvid: first.rvid })
    expect(await open()).toEqual(both)
    expect((await desk.call('revisits.list-by-patient', { pid })).list.map((r) => r.cancelReason)).toEqual([null, null])
  })
  it('one’s own day counts calls: one of a family, none that was taken back, and who asks to be called later was reached', async () => {
    await empty()
    const { called: calls, reached } = (await desk.call('revisits.queue', {})).mine
    const mine = async () => {
      const { called, reached: answered } = (await desk.call('revisits.queue', {})).mine
      return [called - calls, answered - reached]
    }
    const mobile = '13900099999'
    for (const name of ['大', '小']) await task(await member(name, mobile))
    const { rvid } = await desk.call('revisits.claim', {})
    await desk.call('revisits.status', { rvid, status: 2 })
    expect(await mine()).toEqual([1, 0])
    await desk.call('revisits.undo', { rvid })
    expect(await mine()).toEqual([0, 0])
    await desk.call('revisits.status', { rvid, status: 1, outcome: 6 })
    expect(await mine()).toEqual([1, 1])
    const later = await task(await member('稍后'))
    await desk.call('revisits.status', { rvid: later.rvid, status: 0, outcome: 4, nextDate: addDays(today, 1) })
    expect(await mine()).toEqual([2, 2])
  })
  it('a task of one person is offered to nobody else', async () => {
    await empty()
    await task(await member('指定'), { category: 0, reviewStaff: clinic.ctid('doctor') })
    expect(await desk.refusal('revisits.claim', {})).toMatchObject({ code: 1 })
    expect((await clinic.as('doctor').call('revisits.counts', {})).mine).toBe(1)
    await clinic.as('doctor').call('revisits.claim', {})
  })
})

describe('the card', () => {
  it('says who, what is open, the script filled in and free times; booking closes the task, undo calls the booking off', async () => {
    await empty()
    const type = await clinic
      .as('manager')
      .call('revisits.types.save', { hid: clinic.hid, name: '提醒', script: '{name}您好，{store}提醒您复查' })
    const pid = await member('林子涵')
    const { rvid } = await task(pid, { type: type.id })
    await desk.call('revisits.claim', { rvid })
    const card = await desk.call('revisits.card', { rvid })
    expect(card.script.pieces.map((p) => p.text).join('')).toBe('林子涵您好，店1提醒您复查')
    expect(card.slots.list.length).toBe(4)
    const booked = await desk.call('revisits.book', { rvid, visitAt: card.slots.list[0]!, doctorId: card.slots.doctorId })
    expect(booked).toMatchObject({ status: 1, outcome: 1, resid: expect.any(Number) })
    expect((await desk.call('revisits.queue', {})).mine).toMatchObject({ booked: 1, last: { rvid } })
    expect(await desk.refusal('revisits.book', { rvid, visitAt: card.slots.list[1]! })).toMatchObject({
      message: expect.stringContaining('已回访'),
    })
    await desk.call('revisits.undo', { rvid })
    expect(await desk.call('reservations.get', { id: booked.resid! })).toMatchObject({ status: 30 })
    const again = await task(await member('另一位'))
    expect(await clinic.as('doctor').refusal('revisits.book', { rvid: again.rvid, visitAt: `${addDays(today, 1)} 03:00` })).toMatchObject({
      code: 1,
    })
    expect((await desk.call('revisits.list', { pid: again.pid! })).list[0]).toMatchObject({ status: 0 })
  })
  it('offers a schoolchild the weekend at ten first, so that it is booked with three keys', async () => {
    const { pid } = await desk.call('patients.save', { name: '小学生', mobile: '13900077777', gender: 1, birth: addDays(today, -9 * 365) })
    const { rvid } = await task(pid)
    const { slots } = await desk.call('revisits.card', { rvid })
    const weekend = Array.from({ length: 7 }, (_, i) => addDays(today, i + 1)).find((day) => [0, 6].includes(new Date(day).getUTCDay()))
    expect(slots.list).toHaveLength(4)
    expect(slots.list[0]).toBe(`${weekend} 10:00:00`)
  })
  it('a message goes once a day to a number', async () => {
    const { rvid } = await task(await member('短信会员'))
    await clinic.tx((cx) =>
      cx.db.run(
        sql`
          insert into store_option (hid, key, value)
          values (${clinic.hid}, 'revisitQuietFrom', '"00:00"'), (${clinic.hid}, 'revisitQuietTo', '"00:00"')
        `,
      ),
    )
    await desk.call('revisits.message', { rvid, channel: 2, text: '请来复查' })
    expect(await desk.refusal('revisits.message', { rvid, channel: 2, text: '再说一次' })).toMatchObject({
      message: '今天已给这个号码发过消息',
    })
    expect(await desk.refusal('revisits.message', { rvid, channel: 3, text: '微信' })).toMatchObject({ message: '会员没有绑定微信' })
    expect((await desk.call('revisits.steps', { rvid })).at(-1)).toMatchObject({ step: '短信', note: '短信：请来复查' })
  })
})

describe('twenty callers at once', () => {
  it('never hold the same family, and leave nothing', async () => {
    await empty()
    const { base, booted, passwordHash } = await server()
    const callers: Caller[] = []
    for (let n = 0; n < 20; n++) {
      const account = `caller${n}_${process.pid}`
      await clinic.tx((cx) => addStaff(cx, { hid: clinic.hid, name: `回访员${n}`, type: 5, account, passwordHash, role: 'reception' }))
      callers.push(callerOf(booted, base, () => login(base, account)))
    }
    const FAMILIES = 250
    await clinic.tx(async (cx) => {
      await cx.db.run(
        sql`
          insert into patient (hid, name, mobile)
          select ${clinic.hid}, '家' || n, '137' || lpad((n / 2)::text, 8, '0')
          from generate_series(2, ${FAMILIES * 2 + 1}) n
        `,
      )
      await cx.db.run(
        sql`
          insert into revisit (hid, pid, task_type, revisit_time)
          select hid, pid, 1, app_now() - interval '1 hour'
          from patient
          where name like '家%'
        `,
      )
    })
    const taken: Array<{ rvid: number; by: number }> = []
    await Promise.all(
      callers.map(async (caller, by) => {
        for (;;) {
          const response = await caller.raw('revisits.claim', {})
          // Read as the browser reads it: a claim, or that nothing is left.
          const { code, data } = (await response.json()) as { code: number; data: { rvid: number } | null }
          if (code !== 200 || !data) return
          taken.push({ rvid: data.rvid, by })
          const { tasks } = await caller.call('revisits.card', { rvid: data.rvid })
          for (const each of tasks) await caller.call('revisits.status', { rvid: each.rvid, status: 1 })
        }
      }),
    )
    expect(taken.length).toBe(FAMILIES)
    expect(new Set(taken.map((t) => t.rvid)).size).toBe(FAMILIES)
    expect((await desk.call('revisits.queue', {})).total).toBe(0)
  }, 120_000)
})
