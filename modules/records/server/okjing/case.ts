/** The ortho-k case: opened by a first record, moved on by every record of its chain, one open for each member. */
import { begin, columnsOf, lit, locked, move, pageOf, sql, update, type Cx } from '#kernel/server/index.ts'
import type { Page, z } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { consentGiven, membersFound, patientOf } from '#modules/patients/server/door.ts'
import { standing, type CaseStanding } from '../../contract/okjing/rail.ts'
import { CaseOfMember, OrthokCaseRow, ChainRecord, OkLens, type CaseQuery } from '../../contract/okjing/shapes.ts'
import { caseMachine, lensMachine, recordMachine } from '../../contract/okjing/states.ts'
import { refuseWearing } from './wear.ts'

const Case = CaseOfMember.shape.case.unwrap()
type Case = z.output<typeof Case>
/** Kind of the consent to ortho-k among those a member gives. */
export const OK_CONSENT = 4

/** The open case of a member, or undefined. */
const openCase = (cx: Cx, pid: number): Promise<Case | undefined> =>
  cx.db.one(
    Case,
    sql`
      select ${columnsOf(Case, 'c')}
      from okjing_case c
      where c.pid = ${pid} and c.status in ${lit(caseMachine.in.open)}
    `,
  )

/** The case a record of the member joins; `opens` begins one where none is open. Of two who begin at once, the second finds the first's. */
export async function caseFor(cx: Cx<'no_case'>, pid: number, hid: number, chain: 'opens' | 'joins' | 'beside'): Promise<number | null> {
  const open = await openCase(cx, pid)
  if (open) return open.caseId
  if (chain === 'beside') return null
  if (chain === 'joins') return cx.refuse('no_case')
  const made = await cx.db.one(
    { caseId: 'number' },
    sql`
      insert into okjing_case (hid, pid)
      values (${hid}, ${pid})
      on conflict (oid, pid)
      where status = ${lit(caseMachine.is.open)} do nothing
      returning case_id
    `,
  )
  if (!made) return (await openCase(cx, pid))?.caseId ?? cx.refuse('no_case')
  await begin(cx, caseMachine, made.caseId, caseMachine.is.open)
  return made.caseId
}

/** Records of a case, oldest first; with a member, also the histories and inquiries that stand without one. */
const recordsOf = (cx: Cx, caseId: number | null, pid = 0): Promise<ChainRecord[]> =>
  cx.db.rows(
    ChainRecord,
    sql`
      select r.id, r.record_at, r.status, r.version, r.hid, r.kind, r.body, c.name recorder_name, g.name signer_name
      from clinical_record r
      left join contact c on c.oid = r.oid and c.ctid_ = r.recorder_id
      left join contact g on g.oid = r.oid and g.ctid_ = r.signed_by
      where r.case_id = ${caseId} or (r.pid = ${pid} and r.case_id is null)
      order by r.record_at, r.id
    `,
  )
const takenOn = async (cx: Cx, caseId: number): Promise<string | null> =>
  (
    await cx.db.the(
      { taken: 'string | null' },
      sql`
        select max(r.record_at)::date taken
        from clinical_record r
        where r.case_id = ${caseId} and r.kind = 'okjing-take-record' and r.status in ${lit(recordMachine.in.signed)}
      `,
    )
  ).taken
/** The day the lenses of a case were ordered here. */
const orderedOn = async (cx: Cx, caseId: number): Promise<string | null> =>
  (await cx.db.the({ orderedOn: 'string | null' }, sql`select ordered_on from okjing_case where case_id = ${caseId}`)).orderedOn
const standingOf = async (cx: Cx, caseId: number, records: readonly ChainRecord[]): Promise<CaseStanding> =>
  standing(records, await takenOn(cx, caseId), cx.today, await orderedOn(cx, caseId))

/** Keeps where the chain stands with the case: the list of cases reads it there. */
export async function settleCase(cx: Cx, caseId: number): Promise<void> {
  const { stage, nextDue, nextLabel } = await standingOf(cx, caseId, await recordsOf(cx, caseId))
  await update(cx, 'okjing_case', { caseId }, { stage, nextDue, nextLabel })
}

/**
 * The day the lenses of a member were last ordered here, null where none are: the open case waits for them from then on, unless they were
 * of a case before.
 */
export async function lensesOrdered(cx: Cx, pid: number, on: string | null): Promise<void> {
  const open = await openCase(cx, pid)
  if (!open) return
  const orderedOn = on !== null && on >= open.openedAt.slice(0, 10) ? on : null
  await update(cx, 'okjing_case', { caseId: open.caseId }, { orderedOn })
  await settleCase(cx, open.caseId)
}
const lensesOf = (cx: Cx, pid: number): Promise<OkLens[]> =>
  cx.db.rows(OkLens, sql`select ${columnsOf(OkLens, 'l')} from ok_lens l where l.pid = ${pid} order by l.id desc`)

/** Trial lenses a member was fitted with that nobody has disinfected and put back. */
const trialLensesOut = (cx: Cx, pid: number): Promise<CaseOfMember['trialLenses']> =>
  cx.db.rows(
    CaseOfMember.shape.trialLenses.element,
    sql`
      select u.record_id, u.trial_lens_id, u.out_at, t.name lens_name
      from trial_lens_use u
      join trial_lens t on t.oid = u.oid and t.id = u.trial_lens_id
      where u.pid = ${pid} and u.back_at is null
      order by u.out_at, u.use_id
    `,
  )

/** Prescriptions that name a fitting of the member, newest first. */
const prescribed = (cx: Cx, pid: number): Promise<CaseOfMember['prescriptions']> =>
  cx.db.rows(
    CaseOfMember.shape.prescriptions.element,
    sql`
      select r.id, f.id fitting_id, r.rx_no, r.status, r.order_date
      from prescription r
      join clinical_record f on f.oid = r.oid and f.id = r.fitting_id
      where r.pid = ${pid}
      order by r.id desc
    `,
  )

/** A member's case, open or the last one, with everything the page of it shows. */
export async function caseOf(cx: Cx, pid: number): Promise<CaseOfMember> {
  await patientOf(cx, pid)
  const last = await cx.db.one(
    Case,
    sql`
      select ${columnsOf(Case, 'c')}
      from okjing_case c
      where c.pid = ${pid}
      order by c.status, c.case_id desc
      limit 1
    `,
  )
  const records = await recordsOf(cx, last?.caseId ?? null, pid)
  return {
    pid,
    case: last ?? null,
    rail: last ? (await standingOf(cx, last.caseId, records)).rail : standing([], null, cx.today).rail,
    records,
    lenses: await lensesOf(cx, pid),
    trialLenses: await trialLensesOut(cx, pid),
    prescriptions: await prescribed(cx, pid),
    consented: await consentGiven(cx, pid, OK_CONSENT),
  }
}

/** Cases of a store by where they stand: overdue first, then by the day they are due. */
export async function cases(cx: Cx, query: z.output<typeof CaseQuery>): Promise<Page<z.output<typeof OrthokCaseRow>>> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  return pageOf(
    cx,
    {
      of: OrthokCaseRow,
      select: sql`
        ${columnsOf(OrthokCaseRow, 'c', 'patientName', 'memberNo', 'birth', 'hospitalName', 'lateDays', 'stopped')}, p.name patient_name,
        p.member_no, p.birth, s.name hospital_name, greatest(${cx.today}::date - c.next_due, 0) late_days,
        exists (
          select 1
          from ok_lens l
          where l.oid = c.oid and l.case_id = c.case_id and l.status in ${lit(lensMachine.in.stopped)}
        ) stopped
      `,
      from: sql`
        okjing_case c
        join patient p on p.oid = c.oid and p.pid = c.pid
        join store s on s.oid = c.oid and s.hid = c.hid
      `,
      where: [
        sql`c.hid = ${hid}`,
        sql`c.status = ${query.status ?? caseMachine.is.open}`,
        query.stage ? sql`c.stage = ${query.stage}` : false,
        query.patientName ? sql`c.pid in ${membersFound(query.patientName)}` : false,
      ],
      order: sql`c.next_due nulls last, c.case_id`,
      key: sql`c.case_id`,
    },
    query,
  )
}

/** Ends a case; its lenses stay what they are. */
export async function closeCase(cx: Cx, id: number, reason: string): Promise<CaseOfMember> {
  const before = await locked(cx, 'okjing_case', { caseId: id }, { what: '塑形镜验配' })
  await move(cx, caseMachine, id, 'close', { note: reason, set: { closeReason: reason } })
  return caseOf(cx, before.pid)
}

const stepTo = {
  [lensMachine.is.stopped]: 'stop',
  [lensMachine.is.broken]: 'break',
  [lensMachine.is.lost]: 'lose',
} as const
interface LensStep {
  readonly id: number
  readonly version?: number | undefined
  readonly reason: string
}
async function moveLens(cx: Cx, { id, version, reason }: LensStep, name: keyof typeof lensMachine.moves): Promise<OkLens> {
  await move(cx, lensMachine, id, name, { note: reason, set: { endReason: reason }, ...(version === undefined ? {} : { version }) })
  return cx.db.the(OkLens, sql`select ${columnsOf(OkLens, 'l')} from ok_lens l where l.id = ${id}`)
}
/** Stops a lens, or notes that it is broken or lost. */
export const stepLens = (cx: Cx, { status, ...step }: LensStep & { status: keyof typeof stepTo }): Promise<OkLens> =>
  moveLens(cx, step, stepTo[status])
/** A stopped lens is worn again, unless an eye is inflamed or nobody has looked since the pause. */
export async function resumeLens(cx: Cx<'inflamed' | 'paused'>, step: LensStep): Promise<OkLens> {
  const { pid } = await locked(cx, 'ok_lens', { id: step.id }, { what: '塑形镜片' })
  await refuseWearing(cx, pid, { field: 'id' })
  return moveLens(cx, step, 'resume')
}
