import type { Page } from '#kernel/contract/index.ts'
import { columnsOf, lit, pageOf, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import { ConsultationRow, Message, RecordRow, Specialist } from '../contract/shapes.ts'
import { FILE_HOURS, roomIdOf } from '../contract/room.ts'
import { remoteCase } from '../contract/states.ts'

const { is } = remoteCase
const Expert = Specialist.omit({ roomId: true, nextSlot: true })
export type Expert = Omit<Specialist, 'roomId' | 'nextSlot'>
const experts = {
  select: sql`
    ${columnsOf(Expert, 's', 'name', 'open')}, c.name,
    (
      select count(*)
      from remote_case k
      where k.oid = s.oid and k.ctid_ = s.ctid_ and k.status in ${lit(remoteCase.in.open)}
    )::int "open"
  `,
  from: sql`specialist_clinic s join contact c on c.oid = s.oid and c.ctid_ = s.ctid_`,
}
export const expertPage = (cx: Cx, query: { name?: string | undefined; withStopped?: boolean | undefined }): Promise<Page<Expert>> =>
  pageOf(
    cx,
    {
      of: Expert,
      ...experts,
      where: [
        !query.withStopped && sql`s.status = ${lit(inUse.is.on)}`,
        query.name ? sql`strpos(concat_ws(' ', c.name, s.title, s.hospital, s.skills), ${query.name}) > 0` : false,
      ],
      order: sql`s.status, c.name, s.id`,
    },
    query,
  )
/** An expert by a column; one of another organisation is not found. */
export async function expertOf(cx: Cx, by: { readonly id: number } | { readonly ctid: number }): Promise<Expert> {
  const where = 'id' in by ? sql`s.id = ${by.id}` : sql`s.ctid_ = ${by.ctid}`
  return (
    (await cx.db.one(Expert, sql`select ${experts.select} from ${experts.from} where ${where}`)) ??
    cx.refuse('not_found', { what: '远程专家' })
  )
}

/** A connection that gave no sign for longer is gone, whether or not it said goodbye. */
const HERE = sql`p.left_at is null and p.seen_at > app_now() - interval '45 seconds'`
const NAMES = ['hospitalName', 'patientName', 'doctorName', 'expertName'] as const
const Found = ConsultationRow.omit({ roomId: true })
const cases = {
  select: sql`
    ${columnsOf(Found, 'k', ...NAMES, 'gender', 'birth', 'recordId', 'storeHere', 'expertHere', 'openUntil')}, h.name hospital_name,
    m.name patient_name, m.gender, m.birth, d.name doctor_name, e.name expert_name, r.id record_id,
    exists (
      select
      from remote_presence p
      where p.oid = k.oid and p.case_id = k.id and p.ctid_ <> k.ctid_ and ${HERE}
    ) store_here,
    exists (
      select
      from remote_presence p
      where p.oid = k.oid and p.case_id = k.id and p.ctid_ = k.ctid_ and ${HERE}
    ) expert_here,
    k.signed_at + make_interval(hours => ${FILE_HOURS}) open_until
  `,
  from: sql`
    remote_case k
    join store h on h.oid = k.oid and h.hid = k.hid
    join patient m on m.oid = k.oid and m.pid = k.pid
    join contact e on e.oid = k.oid and e.ctid_ = k.ctid_
    left join contact d on d.oid = k.oid and d.ctid_ = k.doctor_id
    left join remote_record r on r.oid = k.oid and r.case_id = k.id
  `,
}
const shown = (row: Omit<ConsultationRow, 'roomId'>): ConsultationRow => ({ ...row, roomId: roomIdOf(row.ctid) })
/** Those one takes part in: the expert in their own, the people of a store in that store's (decision 0169). */
export const takesPart = ({ who }: Pick<Cx, 'who'>): Sql =>
  who.casesOnly ? sql`k.ctid_ = ${who.ctid}` : sql`(k.hid = any(${[...who.hids]}) or k.ctid_ = ${who.ctid})`

export async function casePage(
  cx: Cx,
  where: ReadonlyArray<Sql | false>,
  query: object,
  order = sql`k.start_at desc, k.id desc`,
): Promise<Page<ConsultationRow>> {
  const found = await pageOf(cx, { of: Found, ...cases, where: [takesPart(cx), ...where], order }, query)
  return { ...found, list: found.list.map(shown) }
}
/** A consultation one takes part in; a stranger's is not found. */
export async function caseOf(cx: Cx, id: number): Promise<ConsultationRow> {
  const row = await cx.db.one(Found, sql`select ${cases.select} from ${cases.from} where k.id = ${id} and ${takesPart(cx)}`)
  return shown(row ?? cx.refuse('not_found', { what: remoteCase.noun }))
}

const messages = sql`
  select ${columnsOf(Message, 'g', 'staffName')}, c.name staff_name
  from remote_message g
  left join contact c on c.oid = g.oid and c.ctid_ = g.ctid_
`
export const messagesOf = (cx: Cx, caseId: number): Promise<Message[]> =>
  cx.db.rows(Message, sql`${messages} where g.case_id = ${caseId} order by g.id`)
export const messageOf = (cx: Cx, id: number): Promise<Message> => cx.db.the(Message, sql`${messages} where g.id = ${id}`)

const records = {
  select: sql`
    ${columnsOf(RecordRow, 'r', 'reserveId', 'patientName', 'expertName', 'signerName', 'hospitalName')}, r.case_id reserve_id,
    m.name patient_name, e.name expert_name, g.name signer_name, h.name hospital_name
  `,
  from: sql`
    remote_record r
    join remote_case k on k.oid = r.oid and k.id = r.case_id
    join patient m on m.oid = r.oid and m.pid = r.pid
    join contact e on e.oid = r.oid and e.ctid_ = r.ctid_
    join store h on h.oid = r.oid and h.hid = r.hid
    left join contact g on g.oid = r.oid and g.ctid_ = r.signed_by
  `,
}
/** A draft is its writer's own business. */
const readable = (cx: Pick<Cx, 'who'>): Sql => sql`(r.ctid_ = ${cx.who.ctid} or r.signed_at is not null)`
export const recordPage = (cx: Cx, where: ReadonlyArray<Sql | false>, query: object): Promise<Page<RecordRow>> =>
  pageOf(cx, { of: RecordRow, ...records, where: [takesPart(cx), readable(cx), ...where], order: sql`r.id desc` }, query)
export async function recordOf(cx: Cx, id: number): Promise<RecordRow> {
  return (
    (await cx.db.one(
      RecordRow,
      sql`
        select ${records.select}
        from ${records.from}
        where r.id = ${id} and ${takesPart(cx)} and ${readable(cx)}
      `,
    )) ?? cx.refuse('not_found', { what: '远程会诊记录' })
  )
}

/** Consultations of an expert: those of a day, and whatever waits. */
export const consulting = (cx: Cx, ctid: number, query: object): Promise<Page<ConsultationRow>> =>
  casePage(
    cx,
    [
      sql`k.ctid_ = ${ctid}`,
      sql`k.status <> ${lit(is.cancelled)}`,
      sql`
        (
          k.status in ${lit(remoteCase.in.open)}
          or (k.start_at >= ${cx.today}::timestamptz and k.start_at < ${cx.today}::timestamptz + interval '1 day')
        )
      `,
    ],
    query,
    sql`k.urgency desc, k.start_at, k.id`,
  )
