/**
 * What tells of members, over every call: its reading is declared, its fields are marked as the tables say, and a member of a store with a
 * view password does not stand unmasked in any answer, whoever asks from wherever.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { bareOf, fieldsOf, metaOf, z, type Endpoint } from '#kernel/contract/index.ts'
import { camel, readSheet, sql } from '#kernel/server/index.ts'
import { tablesIn } from '#kernel/server/declared.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { callerOf, freshClinic, login, send, server, type Caller, type Clinic } from '../harness.ts'
import { deep, hashOf } from '../depth.ts'
import { HANGS } from '../patience.ts'
import { fill, idsOf } from './filled.ts'
import { plausible } from './plausible.ts'
import { served } from './served.ts'

interface Found {
  readonly path: string
  readonly name: string
  readonly field: z.ZodType
  /** A row it stands in, or one around that, names a member. */
  readonly ofMember: boolean
}
/** Every field below a shape. */
function below(shape: z.ZodType, path = '', ofMember = false): Found[] {
  const bare = bareOf(shape)
  if (bare instanceof z.ZodArray) return below(bare.element as z.ZodType, path, ofMember)
  const fields = Object.entries(fieldsOf(bare))
  const here = ofMember || fields.some(([name]) => /^pid$|Pid$/.test(name))
  return fields.flatMap(([name, field]) => [
    { path: `${path}${name}`, name, field, ofMember: here },
    // What is told of a store beside a member is the store's.
    ...below(field, `${path}${name}.`, here && name !== 'store'),
  ])
}
const answers = served.map(([id, e]) => ({ id, e, fields: below(e.output) }))

describe('what an answer tells of members is declared', () => {
  it('every call that names a member or tells of one says how its reading is kept, and every file', () => {
    const silent = answers.filter(
      ({ e, fields }) => !e.reads && (e.binary || fields.some((f) => f.name === 'pid' || metaOf(f.field).personal)),
    )
    expect(silent.map(({ id }) => id)).toEqual([])
    expect(answers.filter(({ e }) => e.reads === 'many').length).toBeGreaterThan(20)
  })
  it('a reading is no writing: only a change answers what it wrote; one record names the member; nobody is told of by nobody', () => {
    const wrong = answers.flatMap(({ id, e, fields }) => {
      const names = [e.member ?? 'pid'].flat()
      const named = [...Object.keys(fieldsOf(e.input)), ...fields.map((f) => f.name)]
      return [
        e.reads === 'written' && e.method === 'GET' && e.pure !== false ? `${id} writes nothing` : '',
        e.reads === 'one' && !names.some((name) => named.includes(name)) ? `${id} names no member` : '',
        e.reads === 'nobody' && fields.some((f) => metaOf(f.field).personal) ? `${id} tells of somebody` : '',
      ].filter(Boolean)
    })
    expect(wrong).toEqual([])
  })
  it('what the tables call personal of a member is marked where an answer shows it', () => {
    // Words that mean other things elsewhere are left to the walk below.
    const vague = new Set([
      'name',
      'note',
      'text',
      'params',
      'content',
      'taken',
      'signature',
      'phone',
      'initials',
      'pinyin',
      'bigrams',
      'words',
    ])
    const personal = new Set(
      [...tablesIn(modules).values()]
        .flatMap((t) => t.personal?.pid ?? [])
        .map(camel)
        .filter((name) => !vague.has(name)),
    )
    expect(personal).toContain('mobile')
    const plain = answers.flatMap(({ id, fields }) =>
      fields
        .filter((f) => (f.name === 'patientName' || (f.ofMember && personal.has(f.name))) && !metaOf(f.field).personal)
        .map((f) => `${id} ${f.path}`),
    )
    expect(plain).toEqual([])
  })
})

const SECRET = {
  name: '欧阳锁柱',
  mobile: '13987654321',
  mobile2: '13800001111',
  birth: '2013-07-19',
  guardian: '司马看护',
  address: '锁柱路九十九号',
  school: '锁柱小学',
  className: '三年锁班',
  occupation: '制锁匠人',
  note: '怕生锁柱',
}
/** Would open the lock, take it away, or end the session of whoever asks. */
const LEFT_OUT = new Set(['privacy.break-glass', 'privacy.view-password.save', 'account.logout'])
let clinic: Clinic
let pid: number
let ids: (name: string) => number[]
const readers = new Map<string, { of: Caller; hid?: number }>()

/** What a call is asked: its required fields, found by the member's own name or number, and every id that may fit. */
function* inputsOf(endpoint: Endpoint, own: number): Generator<Record<string, unknown>> {
  const base = plausible(endpoint.input, false)
  for (const [name, field] of Object.entries(fieldsOf(endpoint.input)))
    if (name in base) base[name] = metaOf(field).format === 'phone' ? SECRET.mobile : base[name] === 'x' ? '锁柱' : base[name]
  if ('hid' in fieldsOf(endpoint.input)) base.hid = own
  const named = Object.keys(base).filter(
    (name) => name !== 'hid' && (metaOf(fieldsOf(endpoint.input)[name]!).format === 'id' || /(^id$|Id$|_id$)/.test(name)),
  )
  const rounds = Math.max(1, ...named.map((name) => ids(name).length))
  for (let round = 0; round < rounds; round++)
    yield {
      ...base,
      ...Object.fromEntries(named.map((name) => [name, name === 'pid' ? pid : (ids(name)[round % Math.max(1, ids(name).length)] ?? 1)])),
    }
  if ('pid' in fieldsOf(endpoint.input) && !('pid' in base)) yield { ...base, pid }
}
async function textOf(response: Response): Promise<string> {
  if (!/spreadsheet/.test(response.headers.get('content-type') ?? '')) return response.text()
  const bytes = new Uint8Array(await response.arrayBuffer())
  return readSheet({ bytes }).then(JSON.stringify, () => '')
}
const leaks = (text: string): string[] => Object.entries(SECRET).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []))

describe('a member of a store with a view password', () => {
  beforeAll(async () => {
    clinic = await freshClinic()
    await fill(clinic, '普通')
    const reception = clinic.as('reception')
    pid = await clinic.tx(async (cx) => (await cx.db.the({ pid: 'number' }, sql`select pid from patient`)).pid)
    const { version } = await reception.call('patients.get', { id: pid })
    await reception.call('patients.save', { pid, version, ...SECRET })
    await reception.call('patients.card.bind', { pid, cardNo: 'LOCK-1' })
    await reception.call('patients.consultation.save', { pid, topic: 1, question: SECRET.note })
    await clinic.as('manager').call('prescription.list', { hid: clinic.hid })
    const { passwordHash, booted, base } = await server()
    const account = `census_${process.pid}_${clinic.oid}`
    await clinic.tx((cx) => addStaff(cx, { hid: clinic.hids[1]!, name: '邻店店长', type: 5, account, passwordHash, role: 'manager' }))
    readers.set('of the same store', { of: clinic.as('manager') })
    readers.set('of another store', { of: callerOf(booted, base, () => login(base, account)) })
    readers.set('of the chain, working in another store', { of: clinic.as('chain'), hid: clinic.hids[1]! })
    ids = await idsOf(clinic)
    expect(leaks(JSON.stringify(await clinic.as('manager').call('patients.list', { hid: clinic.hid })))).toContain('name')
    await clinic.as('manager').call('privacy.view-password.save', { hid: clinic.hid, password: 'eyes-2026' })
    for (const { of: caller } of readers.values())
      await vi.waitFor(
        async () => expect(await (await caller.raw('patients.get', { id: pid })).json()).toMatchObject({ code: 20410 }),
        HANGS,
      )
  })
  it.each(['of the same store', 'of another store', 'of the chain, working in another store'])(
    'stands unmasked in no answer to a reader %s',
    async (who) => {
      const { of: reader, hid } = readers.get(who)!
      const place = [...readers.keys()].indexOf(who)
      const own = who === 'of another store' ? clinic.hids[1]! : clinic.hid
      const open: string[] = []
      let answered = 0
      // What changes something comes last, where the answer tells of members at all.
      const requests = [
        ...answers.filter(({ e }) => e.method === 'GET' && (e.pure !== false || e.reads)),
        ...answers.filter(({ e }) => e.method !== 'GET' && e.reads),
      ]
      for (const { id, e } of requests) {
        if (e.can === 'public' || LEFT_OUT.has(id)) continue
        // Each call is asked by one of the readers; by all of them in the deep run.
        if (!deep && hashOf(id) % readers.size !== place) continue
        for (const input of inputsOf(e, own)) {
          const response = await send(clinic.base, e, input, { token: reader.token, ...(hid ? { hid: String(hid) } : {}) })
          const text = await textOf(response)
          if (text.includes(`"pid":${pid}`)) answered++
          const out = leaks(text)
          if (out.length) open.push(`${id} shows ${out.join(', ')} for ${JSON.stringify(input).slice(0, 100)}`)
        }
      }
      expect([...new Set(open)]).toEqual([])
      if (who !== 'of another store') expect(answered).toBeGreaterThan(deep ? 5 : 1)
      expect(await reader.refusal('patients.get', { id: pid })).toMatchObject({ code: 20410 })
    },
  )
})
