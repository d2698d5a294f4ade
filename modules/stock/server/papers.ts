/** Shared by stock-in and stock-out: numbers, filters, history, moves by target status. */
import type { Machine, Move } from '#kernel/contract/index.ts'
import { historyOf, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { staffNames } from '#modules/account/server/door.ts'
import { wordOf } from '#kernel/contract/index.ts'

/** Number patterns of the documents. */
export const STOCKIN_NO = 'RKyymmdd-###'
export const STOCKOUT_NO = 'CKyymmdd-###'

/**
 * The business day of a paper that is posted now. A paper dated the day it was written enters the books today; an earlier day was entered
 * with the right and a reason, and stays.
 */
export const businessDay = (cx: Pick<Cx, 'today'>, day: string, createdAt: string): string =>
  day < createdAt.slice(0, 10) ? day : cx.today

/** History of a document with the names of the authors. */
export async function historyShown(
  cx: Cx,
  machine: Machine,
  id: number,
): Promise<Array<{ at: string; name: string | null; move: string; fromStatus: number; toStatus: number; note: string | null }>> {
  const [steps, names] = await Promise.all([historyOf(cx, machine, id), staffNames(cx)])
  const moves: Readonly<Record<string, Move>> = machine.moves
  return steps.map((s) => ({
    at: s.at,
    name: (s.ctid && names.get(s.ctid)) || null,
    move: moves[s.move]?.label ?? '制单',
    fromStatus: s.fromStatus,
    toStatus: s.toStatus,
    note: s.note,
  }))
}

/** The move between two statuses; refuses when there is none. */
export function moveTo<M extends string>(cx: Cx, machine: Machine<M>, from: number, to: number): M {
  // Object.keys loses the move names from the type.
  const move = (Object.keys(machine.moves) as M[]).find((m) => machine.moves[m].from.includes(from) && machine.moves[m].to === to)
  return move ?? cx.refuse('illegal_move', { state: wordOf(machine, from), move: `改为“${wordOf(machine, to)}”` })
}

/** List conditions on document `d`, its date column and its other party: the supplier `s` unless named. */
export const paperWhere = (
  hid: number,
  day: Sql,
  number: Sql,
  q: {
    supplierId?: number | undefined
    warehouseId?: number | undefined
    start_date?: string | undefined
    end_data?: string | undefined
    text?: string | undefined
    status?: number | undefined
    differStatus?: number | undefined
  },
  party: Sql = sql`s.name`,
): Array<Sql | false> => {
  const words = `%${(q.text ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return [
    sql`d.hid = ${hid}`,
    q.status !== undefined && sql`d.status = ${q.status}`,
    q.differStatus !== undefined && sql`d.differ_status = ${q.differStatus}`,
    q.supplierId !== undefined && sql`d.supplier_id = ${q.supplierId}`,
    q.warehouseId !== undefined && sql`d.warehouse_id = ${q.warehouseId}`,
    q.start_date !== undefined && sql`${day} >= ${q.start_date}::date`,
    q.end_data !== undefined && sql`${day} <= ${q.end_data}::date`,
    Boolean(q.text?.trim()) &&
      sql`(lower(${number}) like ${words} or lower(coalesce(${party}, '')) like ${words} or lower(coalesce(d.note, '')) like ${words})`,
  ]
}
