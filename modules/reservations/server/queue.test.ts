import { beforeAll, describe, expect, it } from 'vitest'
import { clinicNow, type Who } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { predicted } from './board.ts'
import { makeOffice, makeRoom, makeWalkIn } from './make.ts'
import { closeDays } from './reactions.ts'

let clinic: Clinic
let rooms: number[]
let n = 0
const call = (id: string, input: object) => clinic.as('manager').call(id as never, input as never) as Promise<unknown>
const member = async (name = `候诊${++n}`) =>
  (await clinic.as('reception').call('patients.save', { name, mobile: `1370000${String(1000 + ++n)}` })).pid
const walkIn = async (input: { consultingId?: number } = {}) => makeWalkIn(call, { hid: clinic.hid, pid: await member(), ...input })
const doctor = () => clinic.as('doctor')
const next = (room: number) => doctor().call('reservations.numbers', { consulting_id: room, status: 1 })
const number = (resid: number, status?: 0 | 1 | 2 | 3, room?: number) =>
  doctor().call('reservations.numbers', { resid, ...(status === undefined ? {} : { status }), ...(room ? { consulting_id: room } : {}) })

beforeAll(async () => {
  clinic = await freshClinic()
  const office = await makeOffice(call, { hid: clinic.hid, name: '验光', series: 'B' })
  rooms = [
    (await makeRoom(call, { hid: clinic.hid, name: '1 号诊室', passAfter: 2 })).id,
    (await makeRoom(call, { hid: clinic.hid, name: '2 号诊室' })).id,
    (await makeRoom(call, { hid: clinic.hid, name: '1 号验光室', officeId: office.id })).id,
  ]
})

describe('numbers', () => {
  it('a walk-in is booked and numbered in one go; the office gives the letter; numbers run per letter', async () => {
    expect(await walkIn()).toMatchObject({ status: 3, ticketNo: 'A001', ticketStatus: 0, walkIn: true, requestFrom: 5 })
    expect(await walkIn({ consultingId: rooms[2]! })).toMatchObject({ status: 4, ticketNo: 'B001', consultingName: '1 号验光室' })
    expect(await walkIn()).toMatchObject({ ticketNo: 'A002' })
  })

  it('a member has one open number a day, and one that is booked today takes that booking', async () => {
    const pid = await member()
    const first = await makeWalkIn(call, { hid: clinic.hid, pid })
    expect(await clinic.as('reception').refusal('reservations.legacy.save', { hid: clinic.hid, pid, walkIn: true })).toMatchObject({
      message: `该会员今天已有号码 ${first.ticketNo}，不能重复取号`,
    })
    await call('saler.hours', { hid: clinic.hid, timeOpen: null, timeClose: null })
    const today = clinicNow().slice(0, 10)
    const booked = await clinic
      .as('reception')
      .call('reservations.legacy.save', { hid: clinic.hid, pid: await member(), visitAt: `${today} 12:00`, visitEnd: `${today} 23:59:59` })
    const taken = await makeWalkIn(call, { hid: clinic.hid, pid: booked.pid })
    expect(taken).toMatchObject({ resid: booked.resid, walkIn: false })
    const later = await clinic.as('reception').call('reservations.legacy.save', {
      hid: clinic.hid,
      pid: await member(),
      visitAt: `${clinicNow(new Date(Date.now() + 86_400_000)).slice(0, 10)} 10:00`,
    })
    expect(await clinic.as('reception').refusal('reservations.numbers', { resid: later.resid })).toMatchObject({
      message: expect.stringContaining('只能给今天的预约取号'),
    })
  })

  it('fifty members at once get fifty numbers without a gap', async () => {
    const fresh = await freshClinic()
    const desk = fresh.as('reception')
    const pids = await Promise.all(
      Array.from(
        { length: 50 },
        async (_, i) => (await desk.call('patients.save', { name: `并发${i}`, mobile: `136000${10000 + i}` })).pid,
      ),
    )
    const visits = await Promise.all(pids.map((pid) => desk.call('reservations.legacy.save', { hid: fresh.hid, pid, walkIn: true })))
    expect(visits.map((v) => v.ticketNo).sort()).toEqual(Array.from({ length: 50 }, (_, i) => `A${String(i + 1).padStart(3, '0')}`))
  })
})

describe('the line', () => {
  it('two rooms pressing next at once never get the same number; the one called before goes back into line', async () => {
    const fresh = await freshClinic()
    const make = (id: string, input: object) => fresh.as('manager').call(id as never, input as never) as Promise<unknown>
    const [r1, r2] = [
      (await makeRoom(make, { hid: fresh.hid, name: '甲', passAfter: 1 })).id,
      (await makeRoom(make, { hid: fresh.hid, name: '乙' })).id,
    ]
    const desk = fresh.as('reception')
    const visits = []
    for (let i = 0; i < 4; i++)
      visits.push(
        await desk.call('reservations.legacy.save', {
          hid: fresh.hid,
          pid: (await desk.call('patients.save', { name: `排队${i}`, mobile: `13500000${100 + i}` })).pid,
          walkIn: true,
        }),
      )
    const press = (room: number) => desk.call('reservations.numbers', { consulting_id: room, status: 1 })
    const called = await Promise.all([press(r1), press(r2)])
    expect(called.map((v) => v.ticketNo).sort()).toEqual(['A001', 'A002'])
    expect(called[0]).toMatchObject({ status: 4, ticketStatus: 1, calls: 1 })
    // Room r1 calls again: its first one did not come and stands behind one waiting one (passAfter 1), that is, behind A004 once A003 is
    // called.
    const passed = called[0]!
    expect(await press(r1)).toMatchObject({ ticketNo: 'A003', ticketStatus: 1 })
    expect(await desk.call('reservations.get', { id: passed.resid })).toMatchObject({ ticketStatus: 3, passes: 1, status: 4 })
    const again = await desk.call('reservations.numbers', { resid: visits[2]!.resid, status: 1 })
    expect(again.calls).toBe(2)
    await desk.call('reservations.numbers', { resid: visits[2]!.resid, status: 2 })
    expect(await press(r1)).toMatchObject({ ticketNo: 'A004' })
    await desk.call('reservations.numbers', { resid: visits[3]!.resid, status: 2 })
    expect(await press(r1)).toMatchObject({ ticketNo: passed.ticketNo, ticketStatus: 1, calls: 2 })
    expect(await fresh.as('tv').refusal('reservations.numbers', { consulting_id: r1, status: 1 })).toMatchObject({ code: 20405 })
  })

  it('R125, R127, R129: see, examine, checked, back, complete: each stage by its call, illegal ones name the present state', async () => {
    const visit = await walkIn({ consultingId: rooms[1]! })
    expect(await doctor().refusal('reservations.legacy.status', { id: visit.resid, status: 20 })).toMatchObject({
      message: '当前状态为“候诊”，不能改为“已完成”',
    })
    expect(await number(visit.resid, 1)).toMatchObject({ ticketStatus: 1 })
    expect(await number(visit.resid, 2)).toMatchObject({ status: 5, ticketStatus: 2, seenAt: expect.stringMatching(/^\d{4}/) })
    const exams = await doctor().call('reservations.exam.create', { resid: visit.resid, items: ['sight', 'iop'] })
    expect(exams.map((e) => [e.item, e.status])).toEqual([
      ['sight', 0],
      ['iop', 0],
    ])
    expect(await doctor().call('reservations.get', { id: visit.resid })).toMatchObject({ status: 10 })
    expect(await doctor().refusal('reservations.exam.create', { resid: visit.resid, items: ['iop'] })).toMatchObject({
      message: '这次就诊已预约该检查',
    })
    const optometrist = clinic.as('optometrist')
    await optometrist.call('reservations.exam.status', { id: exams[0]!.id, status: 1 })
    expect(await optometrist.call('reservations.exam.status', { id: exams[0]!.id, status: 2 })).toMatchObject({
      status: 2,
      examinerId: clinic.ctid('optometrist'),
    })
    expect(await optometrist.refusal('reservations.exam.status', { id: exams[0]!.id, status: 0 })).toMatchObject({ code: 1 })
    expect(await doctor().call('reservations.get', { id: visit.resid })).toMatchObject({ status: 10 })
    await optometrist.call('reservations.exam.status', { id: exams[1]!.id, status: 2 })
    expect(await doctor().call('reservations.get', { id: visit.resid })).toMatchObject({ status: 15 })
    expect(await doctor().call('reservations.status', { id: visit.resid, status: 5 })).toMatchObject({ status: 5 })
    expect(await doctor().call('reservations.status', { id: visit.resid, status: 15 })).toMatchObject({ status: 15 })
    const done = await doctor().call('reservations.legacy.status', { id: visit.resid, status: 20 })
    expect(done.status).toBe(20)
    expect(await doctor().refusal('reservations.numbers', { resid: visit.resid, status: 1 })).toMatchObject({
      message: '这次就诊已结束（已完成）',
    })
    expect(await makeWalkIn(call, { hid: clinic.hid, pid: visit.pid })).toMatchObject({ status: 3 })
  })

  it('the waiting room shows numbers, rooms and masked names to a TV account, and nothing else of a member', async () => {
    const fresh = await freshClinic()
    const make = (id: string, input: object) => fresh.as('manager').call(id as never, input as never) as Promise<unknown>
    const room = await makeRoom(make, { hid: fresh.hid, name: '3 号诊室' })
    const desk = fresh.as('reception')
    for (const [i, name] of ['林子涵', '赵国', '欧阳明月'].entries())
      await desk.call('reservations.legacy.save', {
        hid: fresh.hid,
        pid: (await desk.call('patients.save', { name, mobile: `1340000000${i}` })).pid,
        walkIn: true,
      })
    await desk.call('reservations.numbers', { consulting_id: room.id, status: 1 })
    const board = await fresh.as('tv').call('queue.check-office', { hid: fresh.hid })
    expect(board.called).toMatchObject([{ no: 'A001', name: '林*涵', room: '3 号诊室', calls: 1 }])
    expect(board.waiting).toMatchObject([
      { no: 'A002', name: '赵*', minutes: 12 },
      { no: 'A003', name: '欧**月', minutes: 24 },
    ])
    expect(JSON.stringify(board)).not.toMatch(/子涵|1340000/)
    expect(await fresh.as('tv').refusal('reservations.list', { hid: fresh.hid })).toMatchObject({ code: 20405 })
    expect(await fresh.as('tv').call('large-screens.statistic-today', { hid: fresh.hid })).toMatchObject({
      arrived: 3,
      waiting: 3,
      walkIn: 3,
      done: 0,
    })
  })

  it('waits are predicted by place in line and rooms', () => {
    expect([
      ...predicted(
        [
          { ticketId: 1, consultingId: null },
          { ticketId: 2, consultingId: 7 },
          { ticketId: 3, consultingId: null },
        ],
        2,
        10,
      ),
    ]).toEqual([
      [1, 5],
      [2, 10],
      [3, 10],
    ])
  })

  it('nobody waiting is said, an empty room is refused', async () => {
    const empty = await makeRoom(call, {
      hid: clinic.hid,
      name: '空诊室',
      doctorId: clinic.ctid('optometrist'),
      officeId: (await makeOffice(call, { hid: clinic.hid, name: '夜间', series: 'N' })).id,
      status: 1,
    })
    expect(await doctor().refusal('reservations.numbers', { consulting_id: empty.id, status: 1 })).toMatchObject({
      message: '诊室“空诊室”已停用',
    })
    const alone = await freshClinic()
    const room = await makeRoom((id, input) => alone.as('manager').call(id as never, input as never) as Promise<unknown>, {
      hid: alone.hid,
      name: '一',
    })
    expect(await alone.as('doctor').refusal('reservations.numbers', { consulting_id: room.id, status: 1 })).toMatchObject({
      message: '没有排队的人',
    })
  })
})

describe('the end of the day', () => {
  it('who was booked and never came is a no-show, who left unseen too; numbers are closed', async () => {
    const visit = await walkIn()
    const seen = await walkIn({ consultingId: rooms[0]! })
    await next(rooms[0]!).catch(() => undefined)
    await number(seen.resid, 2)
    const who: Who = {
      oid: clinic.oid,
      hid: clinic.hid,
      hids: clinic.hids,
      uid: 0,
      ctid: 0,
      name: '系统',
      account: '',
      role: 'system',
      roles: [],
      can: new Set(),
    }
    await clinic.booted.database.inTenant(
      who,
      { requestId: 'night', clock: `${clinicNow(new Date(Date.now() + 86_400_000)).slice(0, 10)} 00:10:00` },
      (cx) => closeDays(cx),
    )
    expect(await doctor().call('reservations.get', { id: visit.resid })).toMatchObject({ status: 31, noShows: 1 })
    expect(await doctor().call('reservations.get', { id: seen.resid })).toMatchObject({ status: 5 })
  })
})
