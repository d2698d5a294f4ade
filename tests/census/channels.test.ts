/**
 * Every way into the server that is no ordinary call – doors, public calls, topics, rooms – for every default role, in the own store, a
 * sister store and another organisation, in every state: it asks for no less than the equivalent call. What is declared is walked, so a new
 * one is asked about here or fails.
 */
import fs from 'node:fs'
import path from 'node:path'
import fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { roleHolds, roles, type Endpoints, type Envelope, type Role } from '#kernel/contract/internal.ts'
import { watchDoors } from '#kernel/server/doors.ts'
import { sql } from '#kernel/server/index.ts'
import { topicsOf } from '#kernel/server/topics.ts'
import { makeCase, makeRemoteConsent, makeSpecialist, type MakeCall } from '#modules/remote/server/make.ts'
import { dropEmpty } from '#modules/remote/server/room.ts'
import { remoteCase } from '#modules/remote/contract/states.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, ownServer, send, type CallId, type Clinic } from '../harness.ts'
import { openLine, type LiveLine } from '../live.ts'
import { plausible } from './plausible.ts'

const ROLES = Object.keys(roles) as Role[]
const permissions = new Map(modules.flatMap((m) => Object.entries(m.permissions ?? {})))
const holds = (role: Role, can: string): boolean => can === 'session' || roleHolds(role, permissions.get(can)!)
let clinic: Clinic
let foreign: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
  foreign = await freshClinic()
})

describe('doors', () => {
  it('a server with a route that is neither a call’s nor a declared door does not start', async () => {
    const app = fastify()
    watchDoors(app)
    app.get('/beside', async () => 'secret')
    await expect(app.ready()).rejects.toThrow('no call and no declared door: GET /beside')
  })
  it('each asks for what it declares, of every role and of nobody', async () => {
    const own = await ownServer('doors', { production: true, watchToken: 'a-monitor-with-a-token' })
    const there = await freshClinic({ on: own })
    const paths: Readonly<Record<string, string>> = { health: 'health', openapi: 'openapi.json', docs: 'docs', metrics: 'metrics' }
    const declared = there.booted.doors().filter(({ name }) => !['live', 'phone', 'web'].includes(name))
    expect(declared.map(({ name }) => name).sort()).toEqual(Object.keys(paths).sort())
    const wrong: string[] = []
    // Behind a proxy: this machine itself may look.
    const opens = async (name: string, headers: Record<string, string>) => {
      const response = await fetch(`${there.base}/api/${paths[name]}`, { headers: { 'x-forwarded-for': '10.1.2.3', ...headers } })
      const text = await response.text()
      return response.status === 200 && !/"code":(1|20\d{3})/.test(text.slice(0, 60))
    }
    for (const { name, can } of declared) {
      const callers: ReadonlyArray<readonly [string, Record<string, string>, boolean]> = [
        ['nobody', {}, can === 'public'],
        ['a false token', { token: 'x' }, can === 'public'],
        ['a false monitor', { authorization: 'Bearer x' }, can === 'public'],
        ['the monitor', { authorization: 'Bearer a-monitor-with-a-token' }, true],
      ]
      for (const [who, headers, expected] of callers) if ((await opens(name, headers)) !== expected) wrong.push(`${name}: ${who}`)
      for (const role of ROLES)
        if ((await opens(name, { token: await there.token(role) })) !== (can === 'public' || holds(role, can)))
          wrong.push(`${name}: ${role}`)
    }
    await own.booted.close()
    expect(wrong).toEqual([])
  })
})

describe('public calls', () => {
  const open = modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints)).filter(([, e]) => e.can === 'public')
  it('say what is shown instead of a session', () => {
    expect(open.filter(([, { proof }]) => proof === undefined).map(([id]) => id)).toEqual([])
    const guarded = modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints)).filter(([, e]) => e.can !== 'public')
    expect(guarded.filter(([, { proof }]) => proof !== undefined).map(([id]) => id)).toEqual([])
  })
  it('refuse whoever shows something else, and have changed nothing', async () => {
    const kept = () =>
      clinic.tx((cx) => cx.db.the({ n: 'number' }, sql`select coalesce(max(audit_id), 0) n from audit where action <> 'read'`))
    const before = await kept()
    const opened: string[] = []
    for (const [id, endpoint] of open.filter(([, { proof }]) => proof !== 'nothing')) {
      const response = await send(clinic.base, endpoint, plausible(endpoint.input, true), { 'x-forwarded-for': '10.9.9.9' })
      const text = await response.text()
      if (response.status === 500) opened.push(`${id}: 500`)
      // The sender of a notice that is none of ours is thanked, so that it stops.
      if (!/json/.test(response.headers.get('content-type') ?? ''))
        text === 'success' || opened.push(`${id}: answered ${text.slice(0, 100)}`)
      // A code on a screen that nobody scanned is told to be open: it says nothing of anybody.
      else if ((JSON.parse(text) as Envelope).code === 200 && !/"login":null/.test(text)) opened.push(`${id}: ${text.slice(0, 100)}`)
    }
    expect(opened).toEqual([])
    expect(await kept()).toEqual(before)
  })
})

describe('topics', () => {
  const topics = topicsOf(modules)
  it('are heard by every role where it may read what they are about, in its own stores alone', async () => {
    const stores = [clinic.hid, clinic.hids[1]!, foreign.hid] as const
    const lines = new Map<Role, LiveLine>()
    for (const role of ROLES) lines.set(role, await openLine(clinic.base, await clinic.token(role)))
    const notices = [...topics.keys()].flatMap((topic) =>
      stores.map((hid) => JSON.stringify({ oid: hid === foreign.hid ? foreign.oid : clinic.oid, hid, topic })),
    )
    await clinic.tx((cx) => cx.db.run(sql`select pg_notify('live', t) from unnest(${notices}::text[]) t`))
    // Everybody hears of the institution: what was told before it has come by then.
    await clinic.tx((cx) =>
      cx.db.run(sql`select pg_notify('live', ${JSON.stringify({ oid: clinic.oid, hid: clinic.hid, topic: 'institution' })})`),
    )
    const wrong: string[] = []
    for (const [role, line] of lines) {
      await expect.poll(() => line.messages.filter((m) => m.topic === 'institution' && m.hid === clinic.hid).length).toBe(2)
      for (const [topic, codes] of topics)
        for (const hid of stores) {
          const works = hid === clinic.hid || (role === 'chain' && hid === stores[1])
          const expected = works && [...codes].some((can) => holds(role, can))
          const heard = line.messages.some((m) => m.topic === topic && m.hid === hid)
          if (heard !== expected) wrong.push(`${role} ${heard ? 'hears' : 'does not hear'} ${topic} of store ${stores.indexOf(hid)}`)
        }
      line.end()
    }
    expect(wrong).toEqual([])
  })
  it('that a module’s screens name are its own, or declared as followed', () => {
    const files = (folder: string): string[] =>
      fs.existsSync(folder)
        ? fs
            .readdirSync(folder, { withFileTypes: true })
            .flatMap((e) => (e.isDirectory() ? files(path.join(folder, e.name)) : [path.join(folder, e.name)]))
        : []
    const unknown = modules.flatMap((m) =>
      files(`modules/${m.name}/web`)
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
        .flatMap((file) => [
          ...fs.readFileSync(file, 'utf8').matchAll(/\b(?:live|topics|LIVE)\b\s*(?:[:=]|=\{)\s*(?:\{\s*live:\s*)?\[([^\]]*)\]/g),
        ])
        .flatMap(([, list]) => [...list!.matchAll(/'([\w-]+)'/g)].map(([, topic]) => topic!))
        .filter((topic) => topic !== m.name && !(topic in (m.channels?.topics ?? {})) && !m.channels?.follows?.includes(topic))
        .map((topic) => `${m.name} shows ${topic}`),
    )
    expect([...new Set(unknown)]).toEqual([])
  })
  it('are not heard by somebody who must change the first password, or whose session ended', async () => {
    const own = await freshClinic()
    await own.token('doctor')
    await own.tx((cx) => cx.db.run(sql`update account set must_change = true where ctid_ = ${own.ctid('tv')}`))
    expect((await openLine(own.base, await own.token('tv'))).closed()).toBe(4001)
    await own.as('doctor').call('account.logout', {})
    expect((await openLine(own.base, await own.token('doctor'))).closed()).toBe(4001)
  })
})

/** Makes a row in a state of a room's machine, in a store; each declared room has one. */
type MakeRow = (state: number, hid: number) => Promise<number>
const STEPS: Readonly<Record<number, ReadonlyArray<readonly [Role, string]>>> = (() => {
  const { is } = remoteCase
  const accept = [['expert', 'accept']] as const
  const hold = [...accept, ['chain', 'hold']] as const
  const wait = [...hold, ['chain', 'wait']] as const
  const start = [...wait, ['expert', 'start']] as const
  return {
    [is.applied]: [],
    [is.accepted]: accept,
    [is.held]: hold,
    [is.waiting]: wait,
    [is.consulting]: start,
    [is.broken]: start,
    [is.signed]: start,
    [is.cancelled]: [['chain', 'cancel']],
  }
})()
const by =
  (role: Role): MakeCall =>
  (id, input) =>
    // The builders name calls of the contract.
    clinic.as(role).call(id as CallId, input as never)
let pid = 0
const makeRow: Readonly<Record<string, MakeRow>> = {
  consultation: async (state, hid) => {
    const { is } = remoteCase
    const { id } = await makeCase(by('chain'), { pid, ctid: clinic.ctid('expert'), question: '?', hid, doctorId: clinic.ctid('doctor') })
    for (const [role, move] of STEPS[state]!)
      await by(role)('telemedicine-subscribes.move', { id, move, ...(move === 'cancel' ? { reason: '测试' } : {}) })
    if (state === is.broken)
      await clinic.tx(async (cx) => {
        await cx.db.run(
          sql`
            update remote_case
            set mode = 0, start_at = app_now(), end_at = app_now() + interval '1 millisecond'
            where id = ${id}
          `,
        )
        await dropEmpty(cx, id)
        await cx.db.run(sql`update remote_case set mode = 1, end_at = app_now() + interval '1 hour' where id = ${id}`)
      })
    if (state === is.signed) {
      const report = await clinic.as('expert').call('telemedicine-records.create', { reserveId: id, opinion: '随访', advice: '复查' })
      await clinic.as('expert').call('telemedicine-records.sign', { id: report.id })
    }
    return id
  },
}

describe('rooms', () => {
  const rooms = modules.flatMap((m) => Object.entries(m.channels?.rooms ?? {}))
  /** The call that reads what the room is about: the room asks for no less. */
  const equivalent: Readonly<Record<string, CallId>> = { consultation: 'telemedicine-subscribes.room' }
  it('are all made here, and ask for the permission of the equivalent call', () => {
    expect(rooms.map(([name]) => name).sort()).toEqual(Object.keys(makeRow).sort())
    for (const [name, { can }] of rooms) expect(can, name).toBe(clinic.booted.calls.get(equivalent[name]!)!.endpoint.can)
  })
  it.each(rooms.map(([name]) => name))(
    '%s: every role, in every state, in every store',
    async (name) => {
      const { can, machine, states, effects } = rooms.find(([each]) => each === name)![1]
      pid = (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '江一苇', gender: 1, birth: '2015-07-12' })).pid
      await makeSpecialist(by('manager'), { ctid: clinic.ctid('expert') })
      await makeRemoteConsent(by('doctor'), pid)
      for (const hid of clinic.hids) await clinic.as('chain').call('payments.receive', { hid, money: 90_000, payWay: 9 })
      const numbers = Object.keys(machine.states).map(Number)
      const statusOf = (id: number) =>
        clinic.tx((cx) => cx.db.the({ status: 'number' }, sql`select status from remote_case where id = ${id}`))
      const standing = new Map<string, number>()
      const rowFor = async (state: number, hid: number, fresh: boolean): Promise<number> => {
        const key = `${state} ${hid}`
        const expected = standing.get(key)
        if (expected !== undefined && !fresh) return expected
        const made = await makeRow[name]!(state, hid)
        if (!fresh) standing.set(key, made)
        return made
      }
      const wrong: string[] = []
      const inside = new Set<string>()
      let count = 0
      for (const [other, whose] of [
        [clinic, 'own'],
        [foreign, 'another organisation'],
      ] as const)
        for (const role of ROLES) {
          const line = await openLine(other.base, await other.token(role))
          for (const state of numbers)
            for (const hid of clinic.hids) {
              const works = other === clinic && (hid === clinic.hid || role === 'chain' || role === 'expert')
              const expected = works && holds(role, can) && states.includes(state)
              const room = await rowFor(state, hid, expected)
              const former = line.messages.length
              // Whoever is not inside neither says anything nor leaves.
              for (const message of [
                { room, data: 'spied' },
                { room, leave: true },
                { room, come: true },
              ])
                line.say(message)
              await line.wait((m) => line.messages.indexOf(m) >= former && m.room === room && (m.event === 'in' || m.event === 'out'))
              const entered = line.messages.slice(former).some((m) => m.room === room && m.event === 'in')
              const what = `${role} of ${whose}, store ${clinic.hids.indexOf(hid)}, ${machine.states[state]!.label}`
              if (entered !== expected) wrong.push(`${what}: ${entered ? 'is in' : 'is kept out'}`)
              if (entered) inside.add(`${room} ${other.ctid(role)}`)
              line.say({ room, leave: true })
              const { status } = await statusOf(room)
              const moved = effects.find((e) => machine.moves[e]!.from.includes(state) && machine.moves[e]!.to === status)
              if (status !== state && !(entered && effects.some((e) => holds(role, machine.moves[e]!.can))))
                wrong.push(`${what}: moved it to ${machine.states[status]!.label}`)
              if (moved && !holds(role, machine.moves[moved]!.can)) wrong.push(`${what}: made ${moved} without its permission`)
              count++
            }
          line.end()
        }
      expect(wrong).toEqual([])
      expect(count).toBe(2 * ROLES.length * numbers.length * clinic.hids.length)
      const present = await clinic.tx((cx) =>
        cx.db.rows({ caseId: 'number', ctid: 'number' }, sql`select case_id, ctid_ from remote_presence`),
      )
      expect(new Set(present.map((p) => `${p.caseId} ${p.ctid}`))).toEqual(inside)
    },
    600_000,
  )
})
