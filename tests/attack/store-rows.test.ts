/**
 * A row belongs to its store: every call that writes, made by the manager of one store with real ids of a sister's rows, and with the own
 * store in path, header and body, changes nothing there, except tables that declare why any store changes them.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, metaOf } from '#kernel/contract/index.ts'
import { sql, type Who } from '#kernel/server/index.ts'
import { tablesIn } from '#kernel/server/declared.ts'
import { addStaff, authenticate } from '#modules/account/server/door.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { callInside } from '../census/inside.ts'
import { fill, idsOf } from '../census/filled.ts'
import { plausible } from '../census/plausible.ts'
import { served } from '../census/served.ts'
import { callerOf, freshClinic, login, type Caller, type Clinic } from '../harness.ts'

const tables = tablesIn(modules)
const writing = served.filter(([, e]) => e.can !== 'public' && e.can !== 'session' && (e.method !== 'GET' || e.pure === false))
let clinic: Clinic
let manager: { caller: Caller; who: Who }
let combo: number
let candidates: (name: string) => number[]

async function managerOf(hid: number): Promise<typeof manager> {
  const account = `manager-of-${hid}`
  const password = await hashPassword('Demo2026!')
  await clinic.tx((cx) => addStaff(cx, { hid, name: '二店店长', type: 5, account, passwordHash: password, role: 'manager' }))
  const token = await login(clinic.base, account)
  return {
    caller: callerOf(clinic.booted, clinic.base, () => Promise.resolve(token)),
    who: await authenticate(clinic.booted.database, token),
  }
}
beforeAll(async () => {
  clinic = await freshClinic()
  await fill(clinic, '一店')
  const here = clinic.as('manager')
  const { fiid } = await here.call('feeitem.save', { hid: clinic.hid, name: '验光', price: 80, type: 0 })
  combo = (await here.call('feegroup.save', { name: '一店套餐', packagePrice: 200, groupItems: [{ fiid, quantity: 3 }] })).fgid
  candidates = await idsOf(clinic)
  manager = await managerOf(clinic.hids[1]!)
})

/** Changes of rows of the first store by the manager of the second, in tables that do not say any store changes them. */
const changed = async (): Promise<string[]> =>
  (
    await clinic.tx((cx) =>
      cx.db.rows(
        { tbl: 'string', action: 'string', rowId: 'number | null' },
        sql`
          select distinct tbl, action, row_id
          from audit
          where ctid_ = ${manager.who.ctid}
            and action in ('update', 'delete')
            and (before ->> 'hid' = ${String(clinic.hid)} or after ->> 'hid' = ${String(clinic.hid)} or hid = ${clinic.hid})
          order by 1, 2, 3
        `,
      ),
    )
  ).flatMap(({ tbl, action, rowId }) => (tables.get(tbl)?.changedAcross ? [] : [`${action} ${tbl} ${rowId}`]))

describe('a row of a sister store', () => {
  it('a combo is not changed, stopped, brought up to date or deleted by the manager of another store', async () => {
    const { caller } = manager
    const [own] = [clinic.hids[1]!]
    const refused = { code: 20405 }
    expect(await caller.refusal('feegroup.delete', { fgid: combo, hid: own })).toMatchObject(refused)
    expect(await caller.refusal('feegroup.status', { id: combo, status: 1 })).toMatchObject(refused)
    const over = { fgid: combo, hid: own, name: '占为己有', packagePrice: 1, groupItems: [{ fiid: 1, quantity: 1 }] }
    expect(await caller.refusal('feegroup.save', over)).toMatchObject({ code: expect.any(Number) as number })
    expect((await clinic.as('manager').call('feegroup.info', { id: combo })).feeGroup).toMatchObject({ name: '一店套餐', status: 0 })
  })
  it('every call that writes, with real ids of its rows and the own store everywhere else, changes none of them', async () => {
    for (const [id, endpoint] of writing) {
      const named = Object.entries(fieldsOf(endpoint.input)).filter(
        ([name, field]) => name !== 'hid' && (metaOf(field).format === 'id' || /(^|_)(id|Id)$|Id$/.test(name)),
      )
      const rounds = Math.max(1, ...named.map(([name]) => candidates(name).length))
      for (const whole of [true, false])
        for (let round = 0; round < rounds; round++) {
          const input: Record<string, unknown> = plausible(endpoint.input, whole)
          if ('hid' in fieldsOf(endpoint.input)) input['hid'] = clinic.hids[1]!
          for (const [name] of named) {
            const list = candidates(name)
            if (whole || name in input || list.length) input[name] = list[round % Math.max(1, list.length)] ?? 1
          }
          const { status, message } = await callInside(clinic.booted, id, input, manager.who)
          expect(status, `${id} ${message}`).toBe(200)
        }
    }
    expect(await changed()).toEqual([])
  })
})
describe('tables that are read by the chain', () => {
  it('say who changes their rows: the store of the row, or why any store', async () => {
    const withStore = await clinic.tx((cx) =>
      cx.db.rows(
        { tbl: 'string' },
        sql`
          select c.relname tbl
          from pg_class c
          join pg_attribute a on a.attrelid = c.oid and a.attname = 'hid' and not a.attisdropped
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        `,
      ),
    )
    const silent = withStore.filter(({ tbl }) => {
      const table = tables.get(tbl)
      if (table?.wall !== 'chain' || table.addedOnly || table.readOnly) return false
      return (table.changedBy === undefined) === (table.changedAcross === undefined)
    })
    expect(silent).toEqual([])
  })
})
