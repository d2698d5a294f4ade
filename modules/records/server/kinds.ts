/**
 * Clinical records of every declared kind: one way to write, list, sign, amend, void and delete them. What a kind asks beside stands in
 * okjing.rules.ts.
 */
import {
  begin,
  change,
  columnsOf,
  insert,
  lit,
  locked,
  move,
  pageOf,
  remove,
  sameVersion,
  sql,
  type Cx,
  type Handlers,
  type Sql,
} from '#kernel/server/index.ts'
import { wordsOfReason, fieldsOf, metaOf, z, type Page } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { mayChange } from '#modules/exams/server/door.ts'
import { patientOf, visited } from '#modules/patients/server/door.ts'
import type { RecordCalls } from '../contract/kinds/calls.ts'
import { recordKinds, type RecordKinds, type RecordOf } from '../contract/kinds/index.ts'
import {
  RecordEnvelope,
  bodyOf,
  drawnIn,
  kindWord,
  lackingIn,
  type Body,
  type Conclusion,
  type RecordFault,
  type RecordKind,
  type RecordKindName,
  type RecordQuery,
} from '../contract/kinds/kind.ts'
import { recordMachine } from '../contract/okjing/states.ts'
import { readBoxes } from '../contract/okjing/take.ts'
import { caseFor, settleCase } from './okjing/case.ts'
import { paperFacts } from './okjing/paper.ts'
import { factsLacking } from './conclusions.ts'
import { rulesOf, type RecordCx, type StoredRecord } from './okjing/rules.ts'

const { is } = recordMachine
/** A record of a kind that is only known at run time, as its shape has it. */
type AnyRecord = RecordEnvelope & Body
interface Saving extends Body {
  readonly id?: number
  readonly pid?: number
  readonly hid?: number
  readonly recordAt?: string
  readonly recorderId?: number
  readonly resid?: number | null
  readonly status?: number
  readonly version?: number
  readonly reason?: string
}
const kindsByName: Readonly<Record<RecordKindName, RecordKind>> = recordKinds

const With = RecordEnvelope.extend({ body: z.record(z.string(), z.unknown()), kind: kindWord })
const from: Sql = sql`
  clinical_record r
  left join patient p on p.oid = r.oid and p.pid = r.pid
  left join contact c on c.oid = r.oid and c.ctid_ = r.recorder_id
  left join contact g on g.oid = r.oid and g.ctid_ = r.signed_by
  left join store s on s.oid = r.oid and s.hid = r.hid
`
const select: Sql = sql`
  ${columnsOf(With, 'r', 'recordId', 'patientName', 'recorderName', 'signerName', 'hospitalName')}, r.id record_id, p.name patient_name,
  c.name recorder_name, g.name signer_name, s.name hospital_name
`
/** A row with the fields of its kind beside what every record has; what was never written is empty. */
const shown = ({ body, kind, ...row }: z.output<typeof With>): AnyRecord => {
  const names = Object.keys(kindsByName[kind].fields)
  return { ...row, ...Object.fromEntries(names.map((name) => [name, body[name] ?? null])) }
}
/** One record of a kind; another clinic's, and one of another kind, are not found. */
async function recordOf(cx: Cx, kind: RecordKindName, id: number): Promise<AnyRecord> {
  const row = await cx.db.one(With, sql`select ${select} from ${from} where r.id = ${id} and r.kind = ${kind}`)
  return row ? shown(row) : cx.refuse('not_found', { what: nounOf(kind) })
}
const nounOf = (kind: RecordKindName): string => kindWord.meta()?.options?.[kind] ?? kind

async function listRecords(cx: Cx, kind: RecordKindName, query: RecordQuery): Promise<Page<AnyRecord>> {
  if (query.pid) await patientOf(cx, query.pid)
  const hid = query.pid && query.hid === undefined ? undefined : ownStore(cx, query.hid ?? cx.who.hid)
  const where = [
    sql`r.kind = ${kind}`,
    query.pid ? sql`r.pid = ${query.pid}` : false,
    hid !== undefined && sql`r.hid = ${hid}`,
    query.status !== undefined && sql`r.status = ${query.status}`,
    query.startTime ? sql`r.record_at >= ${query.startTime}::timestamptz` : false,
    query.endTime ? sql`r.record_at <= ${query.endTime}::timestamptz` : false,
  ] as const
  const found = await pageOf(cx, { of: With, select, from, where, order: sql`r.record_at desc, r.id desc`, key: sql`r.id` }, query)
  return { ...found, list: found.list.map(shown) }
}

/** The fields of the kind among what was sent. */
const bodyIn = (kind: RecordKindName, input: Saving): Body =>
  Object.fromEntries(
    Object.keys(kindsByName[kind].fields).flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]] as const])),
  )
function refuseFaults(cx: RecordCx, [first, ...more]: readonly RecordFault[]): void {
  if (first) cx.refuse('record_wrong', { what: [first, ...more].map((f) => f.what).join('；'), field: first.field })
}
const labelIn = (kind: RecordKindName, field: string): string => {
  const shape = fieldsOf(kindsByName[kind].row)[field]
  return (shape && metaOf(shape).label) ?? field
}
/** Asks everything a record must answer for before it leaves the draft. */
async function judge(
  cx: RecordCx,
  kind: RecordKindName,
  entry: { id: number | undefined; pid: number; hid: number; caseId: number | null; recordAt: string; body: Body },
): Promise<void> {
  const { needed, checks, concludes } = kindsByName[kind]
  refuseFaults(cx, [
    ...needed.flatMap((field) =>
      entry.body[field] === undefined || entry.body[field] === null ? [{ field, what: `请填写${labelIn(kind, field)}` }] : [],
    ),
    ...(checks?.(entry.body, cx.today) ?? []),
  ])
  for (const conclusion of drawnIn(concludes, entry.body)) {
    const lacking = lackingIn(conclusion, entry.body)
    const facts = await factsLacking(cx, entry, conclusion.facts)
    const [field = conclusion.field] = lacking
    refuseLacking(cx, kind, conclusion, field, entry.body, [...lacking.map((name) => labelIn(kind, name)), ...facts])
  }
  refuseFaults(cx, (await rulesOf[kind]?.submit?.(cx, entry)) ?? [])
}

async function createRecord(cx: RecordCx, kind: RecordKindName, input: Saving): Promise<AnyRecord> {
  // A new record names its member by its shape.
  const { pid = 0 } = input
  await patientOf(cx, pid)
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  const caseId = await caseFor(cx, pid, hid, kindsByName[kind].chain)
  const recordAt = input.recordAt ?? cx.now
  const body = completedBody(kind, {}, input)
  const submits = input.status !== is.draft
  if (submits) await judge(cx, kind, { id: undefined, pid, hid, caseId, recordAt, body })
  const status = submits ? is.submitted : is.draft
  const recorderId = input.recorderId ?? cx.who.ctid
  const row = await insert(cx, 'clinical_record', {
    kind,
    pid,
    hid,
    caseId,
    recordAt,
    recorderId,
    resid: input.resid ?? null,
    status,
    body,
  })
  await begin(cx, recordMachine, row.id, status)
  await rulesOf[kind]?.saved?.(cx, row)
  if (submits && recordAt.slice(0, 10) === cx.today) await visited(cx, pid)
  if (input.status === is.signed) await signRecord(cx, kind, row)
  if (caseId !== null) await settleCase(cx, caseId)
  return recordOf(cx, kind, row.id)
}
/** What a body comes to: what stands in it, with what was sent written over; a take record reads its boxes. */
function completedBody(kind: RecordKindName, before: Body, input: Saving): Body {
  const whole = { ...before, ...bodyIn(kind, input) }
  return kind === 'okjing-take-record' ? readBoxes(whole) : whole
}

/** The record as it stands, kept from other writers, when this one may change it. */
async function held(cx: RecordCx, kind: RecordKindName, id: number, reason: string | undefined): Promise<StoredRecord> {
  const what = nounOf(kind)
  const before = await locked(cx, 'clinical_record', { id, kind }, { what })
  await mayChange(cx, before, reason)
  if (before.status === is.voided) cx.refuse('locked', { what })
  return before
}
async function editRecord(cx: RecordCx, kind: RecordKindName, input: Saving): Promise<AnyRecord> {
  const { id = 0, reason } = input
  const what = nounOf(kind)
  const before = await held(cx, kind, id, reason)
  if (input.pid !== undefined && input.pid !== before.pid) cx.refuse('not_found', { what })
  if (before.status === is.signed && wordsOfReason(reason) === undefined) cx.refuse('locked', { what })
  await sameVersion(cx, 'clinical_record', { id }, before, { what, version: input.version ?? null })
  const target = input.status ?? before.status
  if (target === is.voided) return stepRecord(cx, kind, { id, status: target, reason })
  const set = {
    body: completedBody(kind, bodyOf(before), input),
    recordAt: input.recordAt ?? before.recordAt,
    recorderId: before.status === is.signed ? before.recorderId : (input.recorderId ?? before.recorderId),
    resid: input.resid === undefined ? before.resid : input.resid,
  }
  if (target !== is.draft || before.status !== is.draft)
    await judge(cx, kind, { id, pid: before.pid, hid: before.hid, caseId: before.caseId, ...set })
  await written(cx, before, target, set, reason)
  const row = await locked(cx, 'clinical_record', { id })
  await rulesOf[kind]?.saved?.(cx, row)
  if (before.status === is.signed) await rulesOf[kind]?.amended?.(cx, row)
  if (target === is.signed && before.status !== is.signed) await signRecord(cx, kind, row)
  if (before.caseId !== null) await settleCase(cx, before.caseId)
  return recordOf(cx, kind, id)
}
/** Writes the row: an amendment keeps the former version, a draft is submitted, an open record is changed; none falls back. */
async function written(
  cx: RecordCx,
  before: StoredRecord,
  target: number,
  set: Partial<StoredRecord>,
  reason: string | undefined,
): Promise<void> {
  const { id } = before
  if (before.status === is.signed)
    await move(cx, recordMachine, id, 'amend', {
      note: reason,
      set: { ...set, changeReason: reason, signedBy: cx.who.ctid, signedAt: cx.now },
    })
  else if (before.status === is.draft && target !== is.draft) await move(cx, recordMachine, id, 'submit', { set })
  else await change(cx, 'clinical_record', { id }, {}, set)
}
/** Names what a conclusion rests on and is not there. */
function refuseLacking(
  cx: RecordCx,
  kind: RecordKindName,
  conclusion: Conclusion,
  field: string,
  body: Body,
  lacking: readonly string[],
): void {
  if (!lacking.length) return
  const shape = fieldsOf(kindsByName[kind].row)[conclusion.field]
  const word = (shape && metaOf(shape).options?.[String(body[conclusion.field])]) ?? ''
  cx.refuse('conclusion_lacks', { conclusion: `${labelIn(kind, conclusion.field)}“${word}”`, what: lacking.join('、'), field })
}
async function signRecord(cx: RecordCx, kind: RecordKindName, row: StoredRecord): Promise<void> {
  refuseFaults(cx, (await rulesOf[kind]?.sign?.(cx, row)) ?? [])
  const body = bodyOf(row)
  for (const conclusion of drawnIn(kindsByName[kind].concludes, body))
    refuseLacking(cx, kind, conclusion, conclusion.field, body, await factsLacking(cx, row, conclusion.signed))
  const signed = await move(cx, recordMachine, row.id, 'sign', { set: { signedBy: cx.who.ctid, signedAt: cx.now } })
  await rulesOf[kind]?.signed?.(cx, signed)
}

interface Step {
  readonly id: number
  readonly status: number
  readonly version?: number | undefined
  readonly reason?: string | undefined
}
/** Submits, signs or voids a record. A state it cannot go to is refused with the one it is in. */
async function stepRecord(cx: RecordCx, kind: RecordKindName, { id, status, version, reason }: Step): Promise<AnyRecord> {
  const what = nounOf(kind)
  const before = await held(cx, kind, id, reason)
  if (version !== undefined) await sameVersion(cx, 'clinical_record', { id }, before, { what, version })
  if (status === is.signed) {
    await judge(cx, kind, { id, pid: before.pid, hid: before.hid, caseId: before.caseId, recordAt: before.recordAt, body: bodyOf(before) })
    await signRecord(cx, kind, before)
  } else if (status === is.voided) {
    await move(cx, recordMachine, id, before.status === is.signed ? 'voidSigned' : 'void', { note: reason, set: { changeReason: reason } })
    await rulesOf[kind]?.voided?.(cx, before, reason ?? '')
  } else if (status === is.submitted) {
    await judge(cx, kind, { id, pid: before.pid, hid: before.hid, caseId: before.caseId, recordAt: before.recordAt, body: bodyOf(before) })
    const row = await move(cx, recordMachine, id, 'submit')
    await rulesOf[kind]?.saved?.(cx, row)
  } else {
    cx.refuse('illegal_move', { state: recordMachine.states[before.status]?.label ?? '', move: recordMachine.states[status]?.label ?? '' })
  }
  if (before.caseId !== null) await settleCase(cx, before.caseId)
  return recordOf(cx, kind, id)
}

/** Deletes a draft; a case nothing else stands in goes with it. */
async function deleteRecord(cx: RecordCx, kind: RecordKindName, id: number, reason: string | undefined): Promise<null> {
  const before = await held(cx, kind, id, reason)
  if (before.status !== is.draft) cx.refuse('record_delete')
  await rulesOf[kind]?.dropped?.(cx, before)
  await remove(cx, 'clinical_record', { id })
  if (before.caseId === null) return null
  const left = await cx.db.the(
    { n: 'number' },
    sql`
      select (
        select count(*)
        from clinical_record
        where case_id = ${before.caseId}
        ) + (select count(*) from ok_lens where case_id = ${before.caseId}
      ) n
    `,
  )
  if (left.n === 0) await remove(cx, 'okjing_case', { caseId: before.caseId })
  else await settleCase(cx, before.caseId)
  return null
}

async function paperOf(cx: Cx, kind: RecordKindName, id: number): Promise<object> {
  const record = await recordOf(cx, kind, id)
  return { ...record, paper: await paperFacts(cx, kind, record) }
}
const handlersOf = (kind: RecordKindName): Record<string, unknown> => {
  const { hasStatus, hasPrint } = kindsByName[kind]
  return {
    [`${kind}.create`]: (cx: RecordCx, input: Saving) => createRecord(cx, kind, input),
    [`${kind}.update`]: (cx: RecordCx, input: Saving) => editRecord(cx, kind, input),
    [`${kind}.get`]: (cx: Cx, { id }: { id: number }) => recordOf(cx, kind, id),
    [`${kind}.list`]: (cx: Cx, query: RecordQuery) => listRecords(cx, kind, query),
    [`${kind}.delete`]: (cx: RecordCx, { id, reason }: { id: number; reason?: string }) => deleteRecord(cx, kind, id, reason),
    ...(hasStatus && { [`${kind}.status`]: (cx: RecordCx, input: Step) => stepRecord(cx, kind, input) }),
    ...(hasPrint && { [`${kind}.print`]: (cx: Cx, { id }: { id: number }) => paperOf(cx, kind, id) }),
  }
}
/** A fitting that was checked; one still open, void, or another clinic's is not there. */
export async function checkedFitting(cx: Cx, id: number): Promise<RecordOf<'fitting'> | undefined> {
  const row = await cx.db.one(
    With,
    sql`
      select ${select}
      from ${from}
      where r.id = ${id} and r.kind = 'fitting' and r.status in ${lit(recordMachine.in.signed)}
    `,
  )
  return row && recordKinds.fitting.row.parse(shown(row))
}
/** The handlers of all kinds: each call of a kind is one of the verbs above. */
export function kindHandlers(): Handlers<RecordCalls<RecordKinds>>
export function kindHandlers(): Record<string, unknown> {
  return Object.assign({}, ...[...kindWord.values].map(handlersOf))
}
