import { type Page, type StateOf, wordOf, type z } from '#kernel/contract/index.ts'
import {
  columnsOf,
  all,
  find,
  lit,
  locked,
  pageOf,
  sql,
  type Cx,
  type Listing,
  type Row,
  type Sql,
  wholeRow,
} from '#kernel/server/index.ts'
import { latestSubjective } from '#modules/exams/server/door.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { membersFound } from '#modules/patients/server/door.ts'
import { awaitedAsked, type AwaitedGoods } from '../contract/events.ts'
import { type FrameOrderQuery, FrameOrderRow } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'

const OPEN = lit(frameOrder.in.open)

export const late = (now: string): Sql => sql`(coalesce(f.promised_at < ${now}::timestamptz, false) and f.status in ${OPEN})`
const columns = (now: string): Sql =>
  sql`
    ${columnsOf(FrameOrderRow, 'f', 'patientName', 'mobile', 'gender', 'birth', 'late')}, p.name patient_name, p.mobile, p.gender, p.birth,
    ${late(now)} late
  `
export const from = sql`record_frame f left join patient p on p.oid = f.oid and p.pid = f.pid`

/** The order, or not found. */
export async function orderOf(cx: Cx, id: number): Promise<Row<'record_frame'>> {
  return (await find(cx, 'record_frame', { recordFrameId: id })) ?? cx.refuse('not_found', { what: '框架镜订单' })
}
/** The order, held until the transaction ends: two people never move it at once. */
export const lockOrder = (cx: Cx, id: number): Promise<Row<'record_frame'>> => locked(cx, 'record_frame', { recordFrameId: id })

/**
 * The member's last order of the same type of glasses that was not given up, and the last autorefraction: what a slip of the pen shows
 * against.
 */
export async function knownPowers(
  cx: Cx,
  order: Row<'record_frame'>,
): Promise<{
  former?: Row<'record_frame'> | undefined
  auto?: Row<'exam_refraction'> | undefined
  subjective?: Row<'exam_refraction'> | undefined
}> {
  const { pid, recordFrameId, binocleType } = order
  const [former, auto, subjective] = await Promise.all([
    cx.db.one(
      wholeRow('record_frame'),
      sql`
        select *
        from record_frame
        where pid = ${pid}
          and record_frame_id < ${recordFrameId}
          and binocle_type = ${binocleType}
          and status not in ${lit(frameOrder.in.neverMade)}
        order by record_frame_id desc
        limit 1
      `,
    ),
    cx.db.one(
      wholeRow('exam_refraction'),
      sql`
        select *
        from exam_refraction
        where pid = ${pid} and kind = 2 and status in ${lit(examStates.in.valid)}
        order by exam_time desc, id desc
        limit 1
      `,
    ),
    latestSubjective(cx, pid),
  ])
  return { former, auto, subjective }
}

/** Orders of a store, the newest first. */
export function frameListing(cx: Pick<Cx, 'now'>, query: Omit<z.output<typeof FrameOrderQuery>, 'pageSize' | 'pageNum'>): Listing {
  const name = query.name && sql`(f.order_no = upper(${query.name}) or f.pid in ${membersFound(query.name)})`
  return {
    select: columns(cx.now),
    from,
    order: sql`f.record_frame_id desc`,
    key: sql`f.record_frame_id`,
    where: [
      sql`f.hid = ${query.hid}`,
      name,
      query.startTime && sql`f.order_date >= ${query.startTime}::date`,
      query.endTime && sql`f.order_date <= ${query.endTime}::date`,
      query.status?.length ? sql`f.status = any(${query.status}::int[])` : false,
      query.binocleType !== undefined && sql`f.binocle_type = ${query.binocleType}`,
      query.lenOrderType !== undefined && sql`f.len_order_type = ${query.lenOrderType}`,
      query.late && late(cx.now),
    ],
  }
}

/** Orders of a member, newest first. */
export const framesOf = (cx: Cx, pid: number, query: object): Promise<Page<FrameOrderRow>> =>
  pageOf(cx, { of: FrameOrderRow, select: columns(cx.now), from, where: [sql`f.pid = ${pid}`], order: sql`f.record_frame_id desc` }, query)

/** What the glasses of a store that wait for lenses wait for, as those who ordered them tell it. */
export async function awaitedIn(cx: Cx, hid: number): Promise<AwaitedGoods[]> {
  const glasses = await cx.db.rows(
    { recordFrameId: 'number' },
    sql`
      select record_frame_id
      from record_frame
      where hid = ${hid} and status = ${lit(frameOrder.is.awaitingGoods)}
    `,
  )
  const shown: AwaitedGoods[] = []
  const recordFrameIds = glasses.map((g) => g.recordFrameId)
  if (glasses.length) await cx.announce(awaitedAsked, { recordFrameIds, tell: (goods) => void shown.push(...goods) })
  return shown
}

/** Open orders of a store by stage, the most pressing first; at most 40 cards a stage. */
export async function board(
  cx: Cx,
  hid: number,
): Promise<{ stages: Array<{ status: StateOf<typeof frameOrder>; label: string; count: number; late: number; list: FrameOrderRow[] }> }> {
  const counts = await cx.db.rows(
    { status: 'number', n: 'number', late: 'number' },
    sql`
      select f.status, count(*) n, count(*) filter (where ${late(cx.now)}) late
      from record_frame f
      where f.hid = ${hid} and f.status in ${OPEN}
      group by 1
    `,
  )
  const rows = await cx.db.rows(
    FrameOrderRow,
    sql`
      select ${columnsOf(FrameOrderRow, 'x')}
      from (
        select ${columns(cx.now)}, row_number() over (partition by f.status order by f.promised_at nulls last, f.record_frame_id) nth
        from ${from}
        where ${all([sql`f.hid = ${hid}`, sql`f.status in ${OPEN}`])}
      ) x
      where nth <= 40
      order by status, nth
    `,
  )
  return {
    stages: frameOrder.in.open.map((status) => {
      const c = counts.find((x) => x.status === status)
      return {
        status,
        label: wordOf(frameOrder, status),
        count: c?.n ?? 0,
        late: c?.late ?? 0,
        list: rows.filter((r) => r.status === status),
      }
    }),
  }
}

const range = (query: { hid: number; startTime?: string | undefined; endTime?: string | undefined }): Sql =>
  all([
    sql`hid = ${query.hid}`,
    query.startTime && sql`order_date >= ${query.startTime}::date`,
    query.endTime && sql`order_date <= ${query.endTime}::date`,
  ])
interface Counted {
  list: Array<{ key: string; label: string; count: number; amount: number }>
  total: number
}
/** Orders and amounts of a range by a column; `label` names the key. */
export async function countedBy(
  cx: Cx,
  query: { hid: number; startTime?: string | undefined; endTime?: string | undefined },
  column: 'status' | 'order_date' | 'binocle_type',
  label: (key: string) => string,
): Promise<Counted> {
  const by = { status: sql`status::text`, order_date: sql`order_date::text`, binocle_type: sql`binocle_type::text` }[column]
  const rows = await cx.db.rows(
    { key: 'string', count: 'number', amount: 'number' },
    sql`
      select ${by} "key", count(*) "count", coalesce(sum(total), 0)::bigint amount
      from record_frame
      where ${range(query)}
      group by 1
      order by 1
    `,
  )
  return { list: rows.map((r) => ({ ...r, label: label(r.key) })), total: rows.reduce((n, r) => n + r.count, 0) }
}
