/** What people did with a member beside the clinic: cards tied, follow-ups, questions. */
import type { Page } from '#kernel/contract/index.ts'
import {
  columnsOf,
  allOf,
  change,
  dayEnd,
  dayStart,
  find,
  insert,
  locked,
  pageOf,
  sql,
  type Condition,
  type Cx,
  lit,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { z } from '#kernel/contract/index.ts'
import {
  MemberCard,
  Consultation,
  type ConsultationQuery,
  Follow,
  Potential,
  type PotentialQuery,
  type SaveConsultation,
  type SaveFollow,
  type TieCard,
} from '../contract/shapes.record.ts'
import { membersFound, patientOf } from './queries.ts'
import { patientStates, cardStates } from '../contract/states.ts'

/** Cards of a member, those in use first. */
export const cardsOf = (cx: Cx, pid: number): Promise<MemberCard[]> =>
  cx.db.rows(
    MemberCard,
    sql`
      select ${columnsOf(MemberCard, 'k', 'staffName')}, c.name staff_name
      from patient_card k
      left join contact c on c.oid = k.oid and c.ctid_ = k.ctid_
      where k.pid = ${pid}
      order by k.status, k.id desc
    `,
  )

export async function tieCard(cx: Cx<'card_taken'>, { pid, cardNo, kind }: z.output<typeof TieCard>): Promise<MemberCard[]> {
  await patientOf(cx, pid)
  const mine = await find(cx, 'patient_card', { pid, cardNo, status: cardStates.is.tied })
  if (!mine) await insert(cx, 'patient_card', { pid, cardNo, kind, hid: cx.who.hid })
  return cardsOf(cx, pid)
}

const follows = sql`
  select ${columnsOf(Follow, 'f', 'staffName')}, c.name staff_name
  from potential_follow f
  left join contact c on c.oid = f.oid and c.ctid_ = f.ctid_
`
/** Follow-ups of a member, newest first. */
export const followsOf = (cx: Cx, pid: number): Promise<Follow[]> =>
  allOf(cx, Follow, sql`${follows} where f.pid = ${pid} order by f.id desc`)

/** Notes a follow-up; the member's next one is what it says, none when it says none. */
export async function followUp(cx: Cx, { nextFollowAt, ...input }: z.output<typeof SaveFollow>): Promise<Follow> {
  await patientOf(cx, input.pid)
  const { id } = await insert(cx, 'potential_follow', { ...input, nextFollowAt: nextFollowAt ?? null, hid: cx.who.hid })
  const { pid } = input
  await change(cx, 'patient', { pid }, {}, { nextFollowAt: nextFollowAt ?? null, ...(input.result === 6 ? { isPotential: false } : {}) })
  return (await cx.db.one(Follow, sql`${follows} where f.id = ${id}`))!
}

const due = (query: PotentialQuery, today: string): Condition =>
  query.due === 1
    ? sql`p.next_follow_at < ${dayEnd(today)}`
    : query.due === 2
      ? sql`
        p.next_follow_at >= ${dayEnd(today)}
        and p.next_follow_at < ${dayEnd(today)} + interval '7 days'
      `
      : query.due === 3 && sql`p.next_follow_at is null`
/** Potential members of a store, the next follow-up first. */
export const potentials = (cx: Cx, query: PotentialQuery): Promise<Page<Potential>> =>
  pageOf(
    cx,
    {
      of: Potential,
      select: sql`
        p.pid, p.member_no, p.name, p.gender, p.birth, p.mobile, p.school, s.name source_name, c.name staff_name, p.next_follow_at,
        coalesce(f.n, 0) follows, f.at last_follow_at, f.result last_result, f.content last_content, p.created_at
      `,
      from: sql`
        patient p
        left join patient_source s on s.oid = p.oid and s.id = p.source_id
        left join contact c on c.oid = p.oid and c.ctid_ = p.staff_ctid
        left join lateral (
          select x.at, x.result, x.content, count(*) over () n
          from potential_follow x
          where x.oid = p.oid and x.pid = p.pid
          order by x.id desc
          limit 1
        ) f on true
      `,
      where: [
        sql`p.hid = ${ownStore(cx, query.hid)}`,
        sql`p.status = ${lit(patientStates.is.present)}`,
        sql`p.is_potential`,
        query.name && sql`p.pid in ${membersFound(query.name)}`,
        query.staffCtid !== undefined && sql`p.staff_ctid = ${query.staffCtid}`,
        query.sourceId !== undefined && sql`p.source_id = ${query.sourceId}`,
        query.lastResult !== undefined && sql`f.result = ${query.lastResult}`,
        due(query, cx.today),
      ],
      order: sql`p.next_follow_at nulls last, p.pid desc`,
    },
    query,
  )

const consultationParts = {
  select: sql`
    ${columnsOf(Consultation, 'k', 'patientName', 'memberNo', 'mobile', 'staffName', 'answeredName')}, p.name patient_name, p.member_no,
    p.mobile, c.name staff_name, a.name answered_name
  `,
  from: sql`
    consultation k
    join patient p on p.oid = k.oid and p.pid = k.pid
    left join contact c on c.oid = k.oid and c.ctid_ = k.ctid_
    left join contact a on a.oid = k.oid and a.ctid_ = k.answered_by
  `,
}
/** Questions of a store, or of one member in all stores; unanswered ones first. */
export const consultations = (cx: Cx, query: ConsultationQuery): Promise<Page<Consultation>> =>
  pageOf(
    cx,
    {
      of: Consultation,
      ...consultationParts,
      where: [
        query.pid ? sql`k.pid = ${query.pid}` : sql`k.hid = ${ownStore(cx, query.hid)}`,
        sql`p.status = ${lit(patientStates.is.present)}`,
        query.name && sql`k.pid in ${membersFound(query.name)}`,
        query.topic !== undefined && sql`k.topic = ${query.topic}`,
        query.open !== undefined && (query.open ? sql`k.answered_at is null` : sql`k.answered_at is not null`),
        query.startDate && sql`k.at >= ${dayStart(query.startDate)}`,
        query.endDate && sql`k.at < ${dayEnd(query.endDate)}`,
      ],
      order: sql`k.at desc, k.id desc`,
    },
    query,
  )

/** Writes down a question, or changes it; who gives an answer first is its answerer. */
export async function saveConsultation(cx: Cx, { id, version, ...input }: SaveConsultation): Promise<Consultation> {
  await patientOf(cx, input.pid)
  const before = id ? await locked(cx, 'consultation', { id, pid: input.pid }, { version: version ?? null }) : undefined
  const answer = (input.answer === undefined ? before?.answer : input.answer) || null
  const answered =
    answer === null
      ? { answeredAt: null, answeredBy: null }
      : before?.answeredAt
        ? {}
        : { answeredAt: cx.now, answeredBy: cx.who.ctid || null }
  const row = before
    ? await change(cx, 'consultation', { id: before.id }, {}, { ...input, answer, ...answered })
    : await insert(cx, 'consultation', { ...input, answer, ...answered, hid: cx.who.hid })
  return (await cx.db.one(Consultation, sql`select ${consultationParts.select} from ${consultationParts.from} where k.id = ${row.id}`))!
}
