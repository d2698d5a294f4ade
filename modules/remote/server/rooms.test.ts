/** The rooms of consultations, over the live channel: who gets in, what entering does, and what puts somebody out. */
import { beforeAll, describe, expect, it } from 'vitest'
import { roles, type Role } from '#kernel/contract/index.ts'
import { hashToken, sql } from '#kernel/server/index.ts'
import { forgetSession } from '#modules/account/server/door.ts'
import { freshClinic, type CallId, type Clinic } from '../../../tests/harness.ts'
import { openLine, type LiveLine } from '../../../tests/live.ts'
import { remoteCase } from '../contract/states.ts'
import { makeCase, makeRemoteConsent, makeSpecialist, type MakeCall } from './make.ts'

let clinic: Clinic
let pid: number
const { is } = remoteCase
const by =
  (role: Role): MakeCall =>
  (id, input) =>
    // The builders name calls of the contract.
    clinic.as(role).call(id as CallId, input as never)
type Step = 'accept' | 'hold' | 'wait' | 'start' | 'cancel' | 'breakOff'
const step = (role: Role, id: number, move: Step, reason?: string) =>
  clinic.as(role).call('telemedicine-subscribes.move', { id, move, ...(reason ? { reason } : {}) })
const statusOf = async (id: number) => (await clinic.as('doctor').call('telemedicine-subscribes.get', { id })).status
const presentIn = (id: number) =>
  clinic.tx((cx) =>
    cx.db.rows(
      { ctid: 'number', here: 'boolean' },
      sql`select ctid_, left_at is null here from remote_presence where case_id = ${id} order by id`,
    ),
  )
const WAY = [
  ['expert', 'accept'],
  ['doctor', 'hold'],
  ['doctor', 'wait'],
  ['expert', 'start'],
] as const
/** A written case that was taken so many steps. */
async function caseAfter(steps: number): Promise<number> {
  const { id } = await makeCase(by('doctor'), { pid, ctid: clinic.ctid('expert'), question: '?' })
  for (const [role, move] of WAY.slice(0, steps)) await step(role, id, move)
  return id
}
const HELD = 2
const WAITING = 3
const CONSULTING = 4
/** Comes into a room and answers what the server said to it. */
async function enter(line: LiveLine, room: number): Promise<'in' | 'out'> {
  const former = line.messages.length
  line.say({ room, come: true })
  const answer = await line.wait((m) => m.room === room && line.messages.indexOf(m) >= former && (m.event === 'in' || m.event === 'out'))
  return answer.event === 'in' ? 'in' : 'out'
}
const lineOf = async (role: Role, of = clinic) => openLine(of.base, await of.token(role))
const out = (room: number) => (m: { room?: number; event?: string }) => m.room === room && m.event === 'out'

beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '江一苇', gender: 1, birth: '2015-07-12' })).pid
  await makeSpecialist(by('manager'), { ctid: clinic.ctid('expert') })
  await makeRemoteConsent(by('doctor'), pid)
  await clinic.as('chain').call('payments.receive', { hid: clinic.hid, money: 9000, payWay: 9 })
})

describe('a room', () => {
  it('lets in whoever may see consultations and takes part, in the states it may be entered, and nobody else', async () => {
    const may: readonly Role[] = ['chain', 'manager', 'doctor', 'optometrist', 'expert']
    const wrong: string[] = []
    for (const role of Object.keys(roles) as Role[]) {
      const id = await caseAfter(CONSULTING)
      const line = await lineOf(role)
      const answer = await enter(line, id)
      if ((answer === 'in') !== may.includes(role)) wrong.push(`${role}: ${answer}`)
      expect((await presentIn(id)).length, role).toBe(answer === 'in' ? 1 : 0)
      line.end()
    }
    expect(wrong).toEqual([])
  })
  it('is closed before the fee is set aside, and once the case is signed, cancelled or gone', async () => {
    const line = await lineOf('doctor')
    const cancelled = await caseAfter(HELD)
    await step('doctor', cancelled, 'cancel', '测试')
    const signed = await caseAfter(CONSULTING)
    const report = await clinic.as('expert').call('telemedicine-records.create', { reserveId: signed, opinion: '随访', advice: '复查' })
    await clinic.as('expert').call('telemedicine-records.sign', { id: report.id })
    for (const id of [await caseAfter(0), await caseAfter(1), cancelled, signed, 999_999_999]) {
      expect(await enter(line, id), String(id)).toBe('out')
      expect(await presentIn(id)).toEqual([])
    }
    line.end()
  })
  it('is not found by an expert of another case, another organisation, or somebody of another store', async () => {
    const id = await caseAfter(CONSULTING)
    const stranger = await freshClinic()
    const sister = await clinic.tx(async (cx) => {
      await cx.db.run(sql`update account set hid = ${clinic.hids[1]!} where ctid_ = ${clinic.ctid('optometrist')}`)
      return cx.db.run(sql`update contact set hid = ${clinic.hids[1]!} where ctid_ = ${clinic.ctid('optometrist')}`)
    })
    expect(sister).toBe(1)
    // Moved behind the calls: nobody told the server.
    const forget = async () => forgetSession(hashToken(await clinic.token('optometrist')))
    await forget()
    for (const line of [await lineOf('doctor', stranger), await lineOf('chain', stranger), await lineOf('optometrist')]) {
      expect(await enter(line, id)).toBe('out')
      line.end()
    }
    await clinic.tx(async (cx) => {
      await cx.db.run(sql`update account set hid = ${clinic.hid} where ctid_ = ${clinic.ctid('optometrist')}`)
      await cx.db.run(sql`update contact set hid = ${clinic.hid} where ctid_ = ${clinic.ctid('optometrist')}`)
    })
    await forget()
    expect(await presentIn(id)).toEqual([])
  })
  it('is moved on by whoever holds the move: the store waits, the expert begins, in whichever order they come', async () => {
    const id = await caseAfter(HELD)
    const [expert, doctor] = [await lineOf('expert'), await lineOf('doctor')]
    expect(await enter(expert, id)).toBe('in')
    expect(await statusOf(id)).toBe(is.held)
    expect(await enter(doctor, id)).toBe('in')
    await expect.poll(() => statusOf(id)).toBe(is.consulting)
    const { history } = await clinic.as('doctor').call('telemedicine-subscribes.get', { id })
    expect(history.map((h) => h.move)).toEqual(['begin', 'accept', 'hold', 'wait', 'start'])
    const alone = await caseAfter(WAITING)
    expect(await enter(doctor, alone)).toBe('in')
    expect(await statusOf(alone)).toBe(is.waiting)
    expert.end()
    doctor.end()
  })
  it('hears nobody who is not inside: no word passes, and nobody leaves for somebody else', async () => {
    const id = await caseAfter(CONSULTING)
    const [doctor, expert, tv] = [await lineOf('doctor'), await lineOf('expert'), await lineOf('tv')]
    await enter(doctor, id)
    await enter(expert, id)
    await doctor.wait((m) => m.event === 'came')
    const { from } = expert.messages.find((m) => m.event === 'in')!
    tv.say({ room: id, data: 'spied' })
    tv.say({ room: id, to: from, data: 'spied' })
    tv.say({ room: id, leave: true })
    // What the stranger said is behind what is said now.
    expect(await enter(tv, id)).toBe('out')
    expert.say({ room: id, data: 'hello' })
    await doctor.wait((m) => m.data === 'hello')
    expect(doctor.messages.filter((m) => m.event === 'left' || m.data === 'spied')).toEqual([])
    expect(tv.messages.filter((m) => m.event === 'signal' || m.event === 'came')).toEqual([])
    expect((await presentIn(id)).every((p) => p.here)).toBe(true)
    for (const line of [doctor, expert, tv]) line.end()
  })
  it('eight tabs come in at once and all are in', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await caseAfter(HELD)
      const lines = await Promise.all(Array.from({ length: 8 }, (_, n) => lineOf(n % 2 ? 'expert' : 'doctor')))
      expect(await Promise.all(lines.map((line) => enter(line, id)))).toEqual(lines.map(() => 'in'))
      expect((await presentIn(id)).filter((p) => p.here)).toHaveLength(8)
      await expect.poll(() => statusOf(id)).toBe(is.consulting)
      for (const line of lines) line.end()
    }
  })
})

describe('whoever is inside is put out', () => {
  it('when the case leaves the states of the room', async () => {
    const id = await caseAfter(CONSULTING)
    const [doctor, expert] = [await lineOf('doctor'), await lineOf('expert')]
    await enter(doctor, id)
    await enter(expert, id)
    await step('manager', id, 'breakOff', '家长离开')
    for (const line of [doctor, expert]) await line.wait(out(id))
    await expect.poll(async () => (await presentIn(id)).filter((p) => p.here)).toEqual([])
    doctor.say({ room: id, data: 'still there?' })
    expect(await enter(doctor, id)).toBe('out')
    expect(expert.messages.filter((m) => m.event === 'signal')).toEqual([])
    for (const line of [doctor, expert]) line.end()
  })
  it('not by the signature: both stay and talk it over, and nobody comes in any more', async () => {
    const id = await caseAfter(CONSULTING)
    const [doctor, expert, late] = [await lineOf('doctor'), await lineOf('expert'), await lineOf('optometrist')]
    await enter(doctor, id)
    await enter(expert, id)
    const report = await clinic.as('expert').call('telemedicine-records.create', { reserveId: id, opinion: '随访', advice: '复查' })
    await clinic.as('expert').call('telemedicine-records.sign', { id: report.id })
    expect(await enter(late, id)).toBe('out')
    expert.say({ room: id, data: 'any questions?' })
    await doctor.wait((m) => m.data === 'any questions?')
    expect([doctor, expert].flatMap((line) => line.messages.filter(out(id)))).toEqual([])
    expect((await presentIn(id)).filter((p) => p.here)).toHaveLength(2)
    doctor.say({ room: id, leave: true })
    await expert.wait((m) => m.event === 'left')
    expect(await enter(doctor, id)).toBe('out')
    for (const line of [doctor, expert, late]) line.end()
  })
  it('when the session ends, and hears nothing more although the connection is kept open', async () => {
    const own = await freshClinic()
    const call =
      (role: Role): MakeCall =>
      (id, input) =>
        own.as(role).call(id as CallId, input as never)
    const whose = (await own.as('reception').call('patients.save', { hid: own.hid, name: '江二', gender: 1, birth: '2015-07-12' })).pid
    await makeSpecialist(call('manager'), { ctid: own.ctid('expert') })
    await makeRemoteConsent(call('doctor'), whose)
    await own.as('chain').call('payments.receive', { hid: own.hid, money: 900, payWay: 9 })
    const { id } = await makeCase(call('doctor'), { pid: whose, ctid: own.ctid('expert'), question: '?' })
    for (const [role, move] of WAY) await own.as(role).call('telemedicine-subscribes.move', { id, move })
    const [doctor, expert] = [await lineOf('doctor', own), await lineOf('expert', own)]
    await enter(doctor, id)
    await enter(expert, id)
    const { from } = doctor.messages.find((m) => m.event === 'in')!
    await own.as('doctor').call('account.logout', {})
    await expert.wait((m) => m.event === 'left' && m.from === from)
    await expect.poll(() => doctor.closed()).toBe(4001)
    // A role that is taken away ends it alike.
    const manager = await lineOf('manager', own)
    expect(await enter(manager, id)).toBe('in')
    const gone = manager.messages.find((m) => m.event === 'in')!.from
    const reception = (await own.as('chain').call('roles.list', {})).find((r) => r.code === 'reception')!
    await own.as('chain').call('staff.save', { ctid: own.ctid('manager'), name: '转岗', type: 5, roleId: reception.roleId })
    await expert.wait((m) => m.event === 'left' && m.from === gone)
    await expect.poll(() => manager.closed() ?? manager.messages.some(out(id))).toBeTruthy()
    expert.end()
  })
  it('when somebody takes away the right in the store', async () => {
    const id = await caseAfter(CONSULTING)
    const [doctor, expert] = [await lineOf('optometrist'), await lineOf('expert')]
    await enter(doctor, id)
    await enter(expert, id)
    await clinic.as('chain').call('auth.element.revoke', { hid: clinic.hid, codes: ['remote:view'] })
    await expect.poll(() => doctor.closed() ?? doctor.messages.some(out(id))).toBeTruthy()
    await clinic.as('chain').call('auth.element.grant', { hid: clinic.hid, codes: ['remote:view'] })
    for (const line of [doctor, expert]) line.end()
  })
})

describe('presence', () => {
  it('is written by the database for an open room and as oneself only', async () => {
    const [closed, open] = [await caseAfter(1), await caseAfter(CONSULTING)]
    const insert = (id: number, ctid: number) =>
      clinic.tx((cx) =>
        cx.db.run(
          sql`
            insert into remote_presence (case_id, hid, pid, uid, ctid_, channel)
            values (${id}, ${clinic.hid}, ${pid}, 1, ${ctid}, 'x')
          `,
        ),
      )
    await expect(insert(closed, clinic.ctid('doctor'))).rejects.toThrow(/closed/)
    await expect(insert(open, clinic.ctid('tv'))).rejects.toThrow(/as oneself/)
  })
})
