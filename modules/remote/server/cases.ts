/** What a store asks: the application, what was said about it, and what it looks like to those who take part. */
import { begin, completed, historyOf, insert, locked, sameVersion, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { inUse, type z } from '#kernel/contract/index.ts'
import { staffNames, staffOf } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { consentOf, patientOf } from '#modules/patients/server/door.ts'
import type { Present } from '../contract/fields.ts'
import { dueHours, later, within } from '../contract/room.ts'
import { EditCase, type Case, type Message, type NewCase, type Say } from '../contract/shapes.ts'
import { remoteCase } from '../contract/states.ts'
import { changedSince, packed } from './pack.ts'
import { caseOf, expertOf, messageOf } from './queries.ts'

/** Kind of consent a remote consultation needs in writing. */
const CONSENT = 5
const { is } = remoteCase
const WRITTEN = 1
type Asking = 'no_remote_consent' | 'expert_taken' | 'off_slot' | 'consult_past' | 'time_needed' | 'specialist_stopped' | 'pack_not_theirs'
const whole = (moment: string): string => moment.replace('T', ' ').padEnd(19, ':00')

/** The store and the expert hear of it, wherever they work. */
export async function announce(cx: Cx, { hid, ctid }: { hid: number; ctid: number }): Promise<void> {
  cx.touch('remote', hid)
  const expert = await cx.db.one({ hid: 'number' }, sql`select hid from contact where ctid_ = ${ctid}`)
  if (expert) cx.touch('remote', expert.hid)
}

/** Who was there and when, as the server saw it. */
export const presentAt = (cx: Cx, caseId: number): Promise<Present[]> =>
  cx.db.rows(
    { ctid: 'number', name: 'string', from: 'string', to: 'string | null' },
    sql`
      select p.ctid_, c.name, p.joined_at "from",
        coalesce(p.left_at, case when p.seen_at < app_now() - interval '45 seconds' then p.seen_at end) "to"
      from remote_presence p
      join contact c on c.oid = p.oid and c.ctid_ = p.ctid_
      where p.case_id = ${caseId}
      order by p.id
    `,
  )

export async function wholeCase(cx: Cx, id: number): Promise<Case> {
  const row = await caseOf(cx, id)
  const steps = await historyOf(cx, remoteCase, id)
  const names = await staffNames(cx)
  return {
    ...row,
    changed: await changedSince(cx, row.pid, row.pack),
    history: steps.map(({ at: time, ctid, move: step, fromStatus, toStatus, note }) => ({
      at: time,
      staffName: ctid === null ? null : (names.get(ctid) ?? null),
      move: step,
      fromStatus,
      toStatus,
      note,
    })),
    present: await presentAt(cx, id),
  }
}

interface When {
  readonly mode: 0 | 1
  readonly startAt?: string | undefined
  readonly urgency: 0 | 1 | 2 | 3
}
/**
 * From when to when: a written case is answered within the hours its urgency allows; a talk fits into the expert's week, or was proposed by
 * the expert.
 */
async function timesOf(
  cx: Cx<Asking>,
  ctid: number,
  { mode, startAt, urgency }: When,
  id?: number,
): Promise<{ startAt: string; endAt: string }> {
  const expert = await expertOf(cx, { ctid })
  if (expert.status !== inUse.is.on) cx.refuse('specialist_stopped', { field: 'ctid' })
  if (mode === WRITTEN) return { startAt: cx.now, endAt: later(cx.now, dueHours[urgency] * 60) }
  if (!startAt) return cx.refuse('time_needed', { field: 'startAt' })
  const from = whole(startAt)
  const endAt = later(from, expert.minutes)
  if (from <= cx.now) cx.refuse('consult_past', { field: 'startAt' })
  const proposed =
    id !== undefined &&
    (await cx.db.any(sql`
      select 1
      from remote_message
      where case_id = ${id} and ctid_ = ${ctid} and proposed_at = ${from}::timestamptz
    `))
  if (!proposed && !within(expert.slots, from, endAt)) cx.refuse('off_slot', { field: 'startAt' })
  return { startAt: from, endAt }
}

export async function newCase(cx: Cx<Asking>, input: NewCase): Promise<Case> {
  const { pid } = await patientOf(cx, input.pid)
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  const doctorId = input.doctorId ?? cx.who.ctid
  await staffOf(cx, doctorId)
  const consent = (await consentOf(cx, pid, CONSENT)) ?? cx.refuse('no_remote_consent', { field: 'pid' })
  const { fee } = await expertOf(cx, { ctid: input.ctid })
  const { startAt, endAt } = await timesOf(cx, input.ctid, input)
  const pack = await packed(cx, pid, input.pack)
  // Of many who want the same time, the insert of all but one waits and finds it taken.
  const row = await cx.db.one(
    { id: 'number' },
    sql`
      insert into remote_case (hid, pid, ctid_, doctor_id, mode, start_at, end_at, question, urgency, consent_id, pack, fee)
      values (
        ${hid}, ${pid}, ${input.ctid}, ${doctorId}, ${input.mode}, ${startAt}, ${endAt}, ${input.question}, ${input.urgency},
        ${consent.id}, ${JSON.stringify(pack)}, ${fee}
      )
      on conflict on constraint remote_case__expert_taken do nothing
      returning id
    `,
  )
  if (!row) return cx.refuse('expert_taken', { field: 'startAt' })
  await begin(cx, remoteCase, row.id, is.applied)
  await announce(cx, { hid, ctid: input.ctid })
  return wholeCase(cx, row.id)
}

/** The row of a consultation one takes part in, kept from other writers. */
export async function lockCase(cx: Cx, id: number): Promise<Row<'remote_case'>> {
  await caseOf(cx, id)
  return locked(cx, 'remote_case', { id })
}

/** Changes what was asked, until the expert accepts it. */
export async function editCase(cx: Cx<Asking>, changes: EditCase): Promise<Case> {
  const before = await lockCase(cx, changes.id)
  if (before.status !== is.applied || before.hid !== ownStore(cx, before.hid)) cx.refuse('locked', { what: remoteCase.noun })
  await sameVersion(cx, 'remote_case', { id: before.id }, before, { version: changes.version ?? null })
  const { id, version: _seen, pack, doctorId, ...edited } = completed(EditCase.omit({ pack: true }), before, changes)
  // The constraints of the columns know no other mode and urgency than the contract.
  const when: When = { mode: edited.mode ?? WRITTEN, urgency: edited.urgency ?? 0, startAt: edited.startAt }
  const moved = changes.mode !== undefined || changes.startAt !== undefined || changes.urgency !== undefined
  const times = moved ? await timesOf(cx, before.ctid, when, id) : { startAt: before.startAt, endAt: before.endAt }
  if (doctorId) await staffOf(cx, doctorId)
  const kept = pack === undefined ? before.pack : await packed(cx, before.pid, pack)
  await cx.db.run(
    sql`
      update remote_case
      set mode = ${when.mode}, urgency = ${when.urgency}, question = ${edited.question}, doctor_id = ${doctorId ?? before.doctorId},
        pack = ${JSON.stringify(kept)}, start_at = ${times.startAt}, end_at = ${times.endAt}, version = version + 1
      where id = ${id}
    `,
  )
  await announce(cx, before)
  return wholeCase(cx, id)
}

/** Somebody says something about a consultation; an expert asks back or proposes another time. */
export async function say(cx: Cx<'time_needed'>, { id, kind, content, proposedAt }: z.output<typeof Say>): Promise<Message> {
  const { pid, hid, ctid } = await caseOf(cx, id)
  const proposes = kind === 3
  if (proposes && !proposedAt) cx.refuse('time_needed', { field: 'proposedAt' })
  const row = await insert(cx, 'remote_message', {
    caseId: id,
    hid,
    pid,
    kind,
    content,
    proposedAt: proposes && proposedAt ? whole(proposedAt) : null,
  })
  await announce(cx, { hid, ctid })
  return messageOf(cx, row.id)
}
