/** Writing an examination: the same checks as the grid, then the row, its state and what others are told. */
import { begin, change, find, insert, lit, move, sameVersion, sql, whyNot, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientOf, visited } from '#modules/patients/server/door.ts'
import { wordsOfReason, labelAt, needsOf, type StateIn } from '#kernel/contract/index.ts'
import type { Finding } from '../contract/checks/checks.ts'
import type { ExamSaveFail } from '../contract/calls.ts'
import { confirmation, rareValues } from '../contract/checks/confirm.ts'
import { copiedFindings, originOf } from '../contract/copied.ts'
import { examSubmitted, examChanged, lensStop } from '../contract/events.ts'
import { eyeFindings, LEFT_OUT, saysWhy, silentEye, SIDES } from '../contract/eyes.ts'
import { mayChange } from './chain.ts'
import { knownFor } from './known.ts'
import type { ExamFamily, Measures } from './families.ts'
import { examBefore, examRow, lockExam, visitBelongs, type ExamRow } from './queries.ts'
import { examStates, eyeStates } from '../contract/states.ts'

const { is } = examStates
const VALID = lit(examStates.in.valid)
export type { ExamSaveFail }
export interface Saving {
  id?: number | undefined
  pid: number
  hid?: number | undefined
  examTime?: string | undefined
  examiner?: number | null | undefined
  device?: string | null | undefined
  resid?: number | null | undefined
  note?: string | null | undefined
  status: StateIn<typeof examStates, 'open'>
  version?: number | undefined
  origin?: Record<string, string> | undefined
  confirmed: string[]
  reason?: string | undefined
  /** Import the row comes from: unusual values of a former system are taken as they are. */
  importId?: number
  /** Values of a screening, which were confirmed where they were measured. */
  screened?: boolean
  /** A draft that begins with pictures: they are tied to it in the same transaction. */
  pictured?: boolean
}
type AskedToSave = Omit<Saving, 'status'> & { status?: Saving['status'] | undefined }

/** Saves a new examination or a change to one, and answers it whole. */
export async function saveExam<R>(cx: Cx<ExamSaveFail>, family: ExamFamily, request: AskedToSave): Promise<R> {
  const { birth } = await patientOf(cx, request.pid)
  const before = request.id === undefined ? undefined : await changeable(cx, family, request)
  const input = { ...request, status: request.status ?? (before?.status === is.draft ? is.draft : is.submitted) }
  const examTime = input.examTime ?? before?.examTime ?? cx.now
  // The shape of the kind has parsed it; its measures are named by the kind.
  const sent = measuresOf(family, input as unknown as Measures, examTime, before)
  const { values, findings } = await knownFor(cx, family.kind, { values: sent, was: before, input, examTime })
  await notEmpty(cx, family, input, values)
  if (input.resid) await visitBelongs(cx, input.resid, input.pid)
  const origin = await datedOrigin(cx, family, input, input.origin ?? before?.origin ?? {}, examTime)
  const confirmed = await judge(cx, family, input, values, { examTime, birth, origin, findings }, before)
  const columns = {
    ...values,
    examTime,
    examiner: input.examiner ?? before?.examiner ?? cx.who.ctid,
    device: input.device === undefined ? (before?.device ?? null) : input.device,
    resid: input.resid ?? before?.resid ?? null,
    note: input.note === undefined ? (before?.note ?? null) : input.note,
    origin: JSON.stringify(origin),
    confirmed: JSON.stringify(confirmed),
  }
  const id = before ? await amend(cx, family, before, input, columns) : await create(cx, family, input, columns)
  const submitted = input.status === is.submitted && (!before || before.status === is.draft) && !input.importId && !input.screened
  if (submitted) await announce(cx, family, id)
  else if (before && before.status !== is.draft)
    await cx.announce(examChanged, {
      kind: family.kind,
      id,
      pid: before.pid,
      hid: before.hid,
      day: before.examTime.slice(0, 10),
      voided: false,
    })
  return examRow<R>(cx, family, id)
}

/** Something was measured, or it is said why not. A draft may hold pictures alone. */
async function notEmpty(
  cx: Cx<ExamSaveFail>,
  { measures, table }: ExamFamily,
  { id, status, pictured }: Saving,
  values: Measures,
): Promise<void> {
  if (measures.some((name) => values[name] !== null) || saysWhy(values)) return
  if (status === is.draft && (pictured || (id !== undefined && (await hasPicture(cx, table, id))))) return
  cx.refuse('exam_empty', { field: measures[0]! })
}
const hasPicture = (cx: Cx, table: string, id: number): Promise<boolean> =>
  cx.db.any(sql`
    select 1
    from exam_image
    where tbl = ${table} and exam_id = ${id} and voided_at is null
    limit 1
  `)

/** The row as it stands, when this writer saw its present version and may change it. */
async function changeable(cx: Cx<ExamSaveFail>, family: ExamFamily, input: AskedToSave): Promise<ExamRow> {
  const before = await lockExam(cx, family, input.id!)
  if (before.pid !== input.pid) cx.refuse('not_found', { what: family.machine.noun })
  await mayChange(cx, before, input.reason)
  if (before.status === is.voided || (before.status === is.signed && wordsOfReason(input.reason) === undefined))
    cx.refuse('locked', { what: family.machine.noun })
  await sameVersion(cx, family.table, { id: before.id }, before, { what: family.machine.noun, version: input.version ?? null })
  return before
}

/**
 * Where values came from, with the day of those that another visit measured: the examination they were copied from says it, not who sends
 * them.
 */
async function datedOrigin(
  cx: Cx,
  { table }: ExamFamily,
  { pid }: Saving,
  confirmations: Readonly<Record<string, string>>,
  examTime: string,
): Promise<Record<string, string>> {
  const dated = new Map<string, string>()
  for (const source of new Set(Object.values(confirmations))) {
    const [plain = source] = source.split('@')
    const named = /^copied:(exam_\w+):(\d+)$/.exec(plain)
    const from = named?.[1] === table ? await find(cx, table, { id: Number(named[2]), pid }) : undefined
    dated.set(source, from ? originOf(plain, from.examTime, examTime) : plain)
  }
  return Object.fromEntries(Object.entries(confirmations).map(([field, source]) => [field, dated.get(source) ?? source]))
}

/** Every measure of the family: what is left out stays, of a new one it is empty; null empties. */
function measuresOf(family: ExamFamily, input: Measures, examTime: string, before: ExamRow | undefined): Record<string, unknown> {
  const values = Object.fromEntries(
    family.columns.map((name) => [name, (input[name] === undefined ? before?.[name] : input[name]) ?? null]),
  )
  return { ...values, ...eyesOf(family, input, values, before), ...family.filled?.(values, examTime) }
}

/**
 * Whether each eye was measured; a measured one has no reason why not. Of an eye left out of what is submitted nobody said that it was: it
 * is 未查.
 */
function eyesOf({ fields }: ExamFamily, input: Measures, values: Measures, before: ExamRow | undefined): Record<string, unknown> {
  const valueOf = (name: string) => (input[name] === undefined ? before?.[name] : input[name]) ?? null
  const silent = input['status'] === is.draft ? undefined : silentEye(fields, values)
  return Object.fromEntries(
    SIDES.flatMap(([side]) => {
      const left = valueOf(`eyeReason${side}`) === LEFT_OUT && silent !== side ? null : valueOf(`eyeState${side}`)
      if (silent === side && (left ?? eyeStates.is.measured) === eyeStates.is.measured)
        return [
          [`eyeState${side}`, eyeStates.is.notDone],
          [`eyeReason${side}`, LEFT_OUT],
        ]
      const state = left ?? eyeStates.is.measured
      return [
        [`eyeState${side}`, state],
        [`eyeReason${side}`, state === eyeStates.is.measured ? null : valueOf(`eyeReason${side}`)],
      ]
    }),
  )
}

/** Runs the checks. A block refuses at its field; unusual values must be confirmed, and who confirmed them is kept. A draft may wait. */
async function judge(
  cx: Cx<ExamSaveFail>,
  family: ExamFamily,
  input: Saving,
  values: Measures,
  {
    examTime,
    birth,
    origin,
    findings,
  }: { examTime: string; birth: string | null; origin: Record<string, string>; findings: readonly Finding[] },
  previous: ExamRow | undefined,
): Promise<ExamRow['confirmed']> {
  const hid = previous?.hid ?? input.hid ?? cx.who.hid
  const written = { hid, writersOf: () => [cx.who.ctid] }
  const last = await examBefore(cx, family, values, { pid: input.pid, before: examTime, not: previous?.id ?? 0 })
  const due =
    input.status === is.submitted && !input.importId && !input.screened ? family.due?.find((name) => values[name] === null) : undefined
  if (due) cx.refuse('exam_due', { what: labelAt(family.shape, [due]), field: due })
  const found = [
    ...eyeFindings(family.fields, values),
    ...copiedFindings(family.shape, values, origin),
    ...rareValues(family.shape, values),
    ...findings,
    ...family.checks(values, examTime, last && { examTime: last.examTime, values: last }, { birth }),
  ]
  const blocked = found.find((f) => f.level === 'block')
  if (blocked) cx.refuse('exam_wrong', { what: blocked.sentence, field: blocked.field })
  const questions = found.filter((f) => f.level === 'warn')
  const barred = questions.find((f) => input.confirmed.includes(confirmation(f.field, values[f.field])) && whyNot(cx, f, written))
  if (barred && !input.importId && !input.screened)
    cx.refuse('no_access', { what: barred.sentence, code: needsOf(barred), field: barred.field })
  const before = (f: Finding) => previous?.confirmed.find((c) => c.code === f.code && c.field === f.field && c.value === values[f.field])
  const open = questions.filter((f) => !before(f) && !input.confirmed.includes(confirmation(f.field, values[f.field])))
  if (open.length && input.status === is.submitted && !input.importId && !input.screened)
    cx.refuse('exam_unconfirmed', { what: open.map((f) => f.sentence).join('；'), field: open[0]!.field })
  return questions
    .filter((f) => !open.includes(f))
    .map((f) => before(f) ?? { code: f.code, field: f.field, value: values[f.field], sentence: f.sentence, ctid: cx.who.ctid, at: cx.now })
}

type Columns = Record<string, unknown>
async function create(cx: Cx<ExamSaveFail>, family: ExamFamily, input: Saving, columns: Columns): Promise<number> {
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  const row = await insert(cx, family.table, {
    ...columns,
    pid: input.pid,
    hid,
    status: input.status,
    ...(input.importId ? { importId: input.importId } : {}),
  })
  await begin(cx, family.machine, row.id, input.status)
  return row.id
}

async function amend(cx: Cx<ExamSaveFail>, family: ExamFamily, before: ExamRow, input: Saving, columns: Columns): Promise<number> {
  if (before.status === is.signed) {
    await move(cx, family.machine, before.id, 'amend', {
      note: input.reason,
      set: { ...columns, changeReason: input.reason, signedBy: cx.who.ctid, signedAt: cx.now },
      version: before.version,
    })
  } else if (before.status === is.draft && input.status === is.submitted) {
    await move(cx, family.machine, before.id, 'submit', { set: columns, version: before.version })
  } else {
    // Tables of examinations share these columns; one stands for all.
    await change(cx, family.table, { id: before.id }, {}, columns as Partial<Row<'exam_visual'>>)
  }
  return before.id
}

/** Whether the member wears contact lenses: as the examination says, else as the acuity or a hard lens of the last two years. */
async function wearsLens(cx: Cx, { kind }: ExamFamily, row: ExamRow): Promise<boolean> {
  if (kind === 'hardLens') return true
  if (typeof row.lensType === 'number') return row.lensType > 0
  const { wears } = await cx.db.the(
    { wears: 'boolean' },
    sql`
      select exists (
        select
        from exam_hard_lens
        where pid = ${row.pid} and status in ${VALID} and exam_time > ${row.examTime}::timestamptz - interval '2 years'
      )
        or coalesce(
          (
            select glasses_type in (2, 3)
            from exam_visual
            where pid = ${row.pid} and status in ${VALID} and glasses_type is not null
            order by exam_time desc
            limit 1
          ),
          false
        ) wears
    `,
  )
  return wears
}

async function announce(cx: Cx<ExamSaveFail>, family: ExamFamily, id: number): Promise<void> {
  const row = await examRow(cx, family, id)
  if (row.examTime.slice(0, 10) === cx.today) await visited(cx, row.pid)
  await cx.announce(examSubmitted, { kind: family.kind, id, pid: row.pid, hid: row.hid, resid: row.resid })
  const eyes = family.stops?.(row) ?? []
  if (eyes.length > 0 && (await wearsLens(cx, family, row)))
    await cx.announce(lensStop, { kind: family.kind, id, pid: row.pid, hid: row.hid, eyes })
}
