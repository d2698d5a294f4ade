/**
 * Recalls of a lot. That a recall locks the batches of all stores, and that nothing unlocks them, is the database's doing (`recall_locks`,
 * `batch_recalled`).
 */
import { z, type Page } from '#kernel/contract/index.ts'
import { begin, columnsOf, insert, lit, locked, move, number, pageOf, sql, type Cx } from '#kernel/server/index.ts'
import type { LotTrace } from '#modules/lens-orders/contract/receive/lots.ts'
import { lotWanted, traceWanted } from '#modules/lens-orders/server/door.ts'
import { sameLot } from '#modules/stock/server/door.ts'
import { type EndRecall, type NewCall, type NewRecall, type Recall, RecallCall, type RecallQuery, RecallRow } from '../contract/shapes.ts'
import { recall } from '../contract/states.ts'
import { traceFor } from './veil.ts'

const RECALL_NO = 'ZHyymmdd-###'
const due = sql`
  r.created_at + case r.level when 1 then interval '1 day' when 2 then interval '3 days' else interval '7 days'
  end
`
/** Open, and not everybody was told in time. */
export const overdue = sql`(r.status = ${lit(recall.is.open)} and app_now() > ${due})`
export const recallParts = {
  of: RecallRow,
  select: sql`
    ${columnsOf(RecallRow, 'r', 'staffName', 'dueAt', 'overdue', 'batches', 'told')}, p.name staff_name, ${due} due_at, ${overdue} overdue,
    (
      select count(*)
      from recall_batch b
      where b.oid = r.oid and b.recall_id = r.recall_id
    )::int batches,
    (
      select count(distinct c.pid)
      from recall_call c
      where c.oid = r.oid and c.recall_id = r.recall_id and c.outcome <> 3
    )::int told
  `,
  from: sql`recall r left join contact p on p.oid = r.oid and p.ctid_ = r.ctid_`,
}

export const recallPage = (cx: Cx, query: RecallQuery): Promise<Page<RecallRow>> =>
  pageOf(
    cx,
    {
      ...recallParts,
      where: [
        query.status !== undefined && sql`r.status = ${query.status}`,
        Boolean(query.lot?.trim()) && sameLot(sql`r.lot`, query.lot?.trim() ?? ''),
      ],
      order: sql`r.recall_id desc`,
    },
    query,
  )

const Read = RecallRow.extend({ productIds: z.array(z.int()).nullable() })
/** A recall with its lot as it lies now, or as it was just found to lie. */
export async function recallOf(cx: Cx, recallId: number, found?: LotTrace): Promise<Recall> {
  const read = await cx.db.one(
    Read,
    sql`
      select ${recallParts.select}, r.product_ids
      from ${recallParts.from}
      where r.recall_id = ${recallId}
    `,
  )
  if (!read) return cx.refuse('not_found', { what: '召回' })
  const { productIds, ...row } = read
  const calls = await cx.db.rows(
    RecallCall,
    sql`
      select ${columnsOf(RecallCall, 'c', 'staffName')}, p.name staff_name
      from recall_call c
      left join contact p on p.oid = c.oid and p.ctid_ = c.ctid_
      where c.recall_id = ${recallId}
      order by c.call_id desc
    `,
  )
  const trace = traceFor(cx, found ?? (await traceWanted(cx, { lot: row.lot, productIds: productIds ?? undefined })))
  const reached = new Set(calls.filter((c) => c.outcome !== 3).map((c) => c.pid))
  const holders = new Set(trace.holders.flatMap((h) => h.pid ?? []))
  return { ...row, trace, calls, untold: [...holders].filter((pid) => !reached.has(pid)).length }
}

/** A recall finds something: a code that names nothing we have asks for the lot on the box. */
export async function createRecall(cx: Cx<'recall_nothing'>, { code, ...values }: NewRecall): Promise<Recall> {
  const { lot, productIds } = await lotWanted(cx, { lot: code })
  const { recallId } = await insert(cx, 'recall', {
    ...values,
    lot,
    productIds: productIds ? [...productIds] : null,
    hid: cx.who.hid,
    recallNo: await number(cx, RECALL_NO),
  })
  await begin(cx, recall, recallId, recall.is.open)
  const made = await recallOf(cx, recallId)
  if (!made.batches && !made.trace.holders.length && !made.trace.transit.length) return cx.refuse('recall_nothing', { code, field: 'code' })
  return made
}

export async function noteCall(cx: Cx<'recall_ended' | 'recall_no_holder'>, { id, ...call }: NewCall): Promise<Recall> {
  const { status, recallNo } = await locked(cx, 'recall', { recallId: id })
  if (status !== recall.is.open) cx.refuse('recall_ended', { recall: recallNo })
  const { trace } = await recallOf(cx, id)
  if (!trace.holders.some((h) => h.pid === call.pid)) cx.refuse('recall_no_holder', { field: 'pid' })
  await insert(cx, 'recall_call', { ...call, note: call.note ?? null, recallId: id, hid: cx.who.hid })
  return recallOf(cx, id, trace)
}

export async function endRecall(cx: Cx, { id, result }: EndRecall): Promise<Recall> {
  await move(cx, recall, id, 'end', { set: { result, endedAt: cx.now } })
  return recallOf(cx, id)
}
