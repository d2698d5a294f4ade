/**
 * Another organisation never sees or changes anything of this one: every call, made with real ids of the first organisation by an
 * administrator of the second. Nothing of the first may stand in an answer, and its audit must not grow by a single row.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, type Endpoint, type Endpoints } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { receive } from '#modules/stock/server/door.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, send, type Clinic } from '../harness.ts'
import { plausible } from './plausible.ts'

const MARK = '甲院秘密'
const endpoints = modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints)).filter(([id, e]) => e.can !== 'public' && id !== 'account.logout')
let mine: Clinic
let other: Clinic
/** Ids of rows of the first organisation, by the table they are of. */
const ids = new Map<string, number[]>()

/** A visit, examinations, prescription, bill, order and goods in the first organisation, all carrying the mark. */
async function fill(): Promise<void> {
  const { hid } = mine
  const as = mine.as.bind(mine)
  const { pid } = await as('reception').call('patients.save', { name: `${MARK}会员`, mobile: '13912345678', birth: '2014-05-05', gender: 1, note: MARK })
  await as('reception').call('reservations.legacy.save', { hid, pid, walkIn: true, note: MARK })
  const exam = await as('optometrist').call('examRefraction.save', { pid, kind: 4, dsOd: -2, dsOs: -2, pdOd: 30, pdOs: 30, note: MARK })
  await as('optometrist').call('examVisual.save', { pid, ucvaOd: 4.6, ucvaOs: 4.6, note: MARK })
  const rx = await as('doctor').call('prescription.create', { pid, diagnose: MARK, list: [{ kind: 1, examId: exam.id }] })
  await as('doctor').call('prescription.sign', { id: rx.id })
  const frame = await as('manager').call('product.save', { category: 1, name: `${MARK}镜架`, unit: '副', price: 100 })
  await mine.tx((cx) => receive(cx, { ref: 'census', hid, reason: MARK, lines: [{ productId: frame.productId, quantity: 3, batchNo: MARK }] }))
  const order = await as('optometrist').call('frame.create', { hid, pid, prescriptionId: rx.id, note: MARK })
  await as('optometrist').call('frame.product', { id: order.recordFrameId, frameProductId: frame.productId, overrides: [{ code: 'no-lens-Od', reason: MARK }, { code: 'no-lens-Os', reason: MARK }] })
  await as('manager').call('settings.level.save', { hid, name: MARK, discount: 9 })
  await as('cashier').call('chargebill.insert-and-pay', { hid, pid, money: 100, moneyGift: 0, payWay: 1, note: MARK })
}

beforeAll(async () => {
  mine = await freshClinic()
  other = await freshClinic()
  await fill()
  await mine.tx(async (cx) => {
    const tables = await cx.db.rows<{ t: string; k: string }>(sql`select c.relname t, a.attname k from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[1]
      where i.indisprimary and i.indnkeyatts = 2 and n.nspname = 'public' and a.atttypid = 'bigint'::regtype`)
    const { raw } = await import('#kernel/server/index.ts')
    for (const { t, k } of tables) ids.set(t, (await cx.db.rows<{ id: number }>(sql`select ${raw(k)} id from ${raw(t)} limit 3`)).map((r) => r.id))
  })
})

const own = (): Promise<number> => mine.tx(async (cx) => (await cx.db.one<{ n: number }>(sql`select count(*) n from audit`))!.n)
/** What a field called like this may name, by legacy words; anything else tries every kind of row. */
const BY_NAME: Readonly<Record<string, string>> = { pid: 'patient', hid: 'store', resid: 'reservation', fbid: 'fee_bill', biid: 'bill_item', ctid: 'contact', doctorId: 'contact', doctor_id: 'contact', productId: 'product', product_id: 'product', recordFrameId: 'record_frame', prescriptionId: 'prescription', levelId: 'level', batchId: 'batch', warehouseId: 'warehouse', warehouse_id: 'warehouse', stockinId: 'stock_in', stockoutId: 'stock_out' }
const candidates = (name: string): number[] => (BY_NAME[name] ? (ids.get(BY_NAME[name]) ?? []) : [...new Set([...ids.values()].map((list) => list[0]).filter((n): n is number => n !== undefined))])

describe('another organisation', () => {
  it('is answered nothing of the first by any call with its real ids, and changes nothing there', async () => {
    const token = await other.token('chain')
    const before = await own()
    const leaks: string[] = []
    for (const [id, endpoint] of endpoints as Array<[string, Endpoint]>) {
      const named = Object.entries(fieldsOf(endpoint.input)).filter(([name, field]) => metaOf(field).format === 'id' || /(^|_)(id|Id)$|Id$/.test(name))
      const rounds = Math.max(1, ...named.map(([name]) => candidates(name).length))
      for (let round = 0; round < rounds; round++) {
        const input = { ...plausible(endpoint.input, true), ...Object.fromEntries(named.map(([name]) => { const list = candidates(name); return [name, list[round % Math.max(1, list.length)] ?? 1] })) }
        const response = await send(other.base, endpoint, input, { token })
        const text = await response.text()
        if (text.includes(MARK)) leaks.push(`${id} ${JSON.stringify(input).slice(0, 120)}`)
        if (response.status === 500) leaks.push(`${id} answered 500: ${text.slice(0, 160)}`)
      }
    }
    expect(leaks).toEqual([])
    expect(await own()).toBe(before)
  }, 300_000)
  it('would be seen: the owner of the rows is answered the mark', async () => {
    const list = await mine.as('reception').call('patients.list', { hid: mine.hid })
    expect(JSON.stringify(list)).toContain(MARK)
  })
})
