/**
 * Kinds of clinical records: what somebody asked, tried, fitted or handed over, written at the chair. A kind is only declared (its fields,
 * what must stand in it, what must be true of it); writing, listing, signing, amending and printing are one for all (server/kinds.ts). Rows
 * are of one table whose body holds the fields (decision 0153); what others join or the database forbids twice has tables of its own.
 */
import {
  backdateReason,
  count,
  happened,
  id,
  moment,
  name,
  note,
  page,
  page_size,
  personal,
  status,
  statusIn,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'
import { chainReason } from '#modules/exams/contract/shapes.ts'
import { recordMachine } from '../okjing/states.ts'

export type RecordShape = Readonly<Record<string, z.ZodType>>
/** What is wrong with a record that somebody wants to submit: at its field, in the user's words. */
export interface RecordFault {
  readonly field: string
  readonly what: string
}
export type Body = Readonly<Record<string, unknown>>
const Kept = z.record(z.string(), z.unknown())
/** The body of a stored record. */
export const bodyOf = (row: { readonly body: unknown }): Body => Kept.parse(row.body)
/** A text or day, and the number of a row, in a body. */
export const textIn = (body: Body, name: string): string | null => (typeof body[name] === 'string' ? body[name] : null)
export const idIn = (body: Body, name: string): number | undefined => (typeof body[name] === 'number' ? body[name] : undefined)

/** Every kind by the segment of its calls: the word its rows are kept under. */
export const recordKindWords = {
  'okjing-first-record': '硬镜初诊记录',
  'medical-history': '病史',
  'okjing-trial-lens': '试戴记录',
  'okjing-take-record': '取镜记录',
  inquiry: '问诊',
  'fluoresce-in': '荧光评估',
  fitting: '配适',
  'okjing-first-review': '首次复查',
  'okjing-regular-review': '定期复查',
} as const
export const kindWord = word('记录种类', recordKindWords)
export type RecordKindName = z.output<typeof kindWord>

const recordId = id('记录')
const version = z.int().min(0).meta({ label: '版本' })
/** What every record has beside the fields of its kind. `recordId` is the same number as `id`, under the name the papers' addresses use. */
const envelope = {
  id: recordId,
  recordId,
  hid: id('门店'),
  pid: id('会员'),
  caseId: id('验配').nullable(),
  recordAt: happened(moment('记录时间')),
  recorderId: id('记录人'),
  resid: id('就诊').nullable(),
  status: status('状态', recordMachine, { width: 84 }),
  version: count('版本'),
  changeReason: note('更正原因', 500).nullable(),
  signedBy: z.number().nullable().meta({ label: '签名人' }),
  signedAt: moment('签名时间').nullable(),
  patientName: personal(name('会员'), 'name'),
  recorderName: text('记录人').nullable(),
  signerName: text('签名人').nullable(),
  hospitalName: text('门店').nullable(),
}
export const RecordEnvelope = z.object(envelope)
export type RecordEnvelope = z.output<typeof RecordEnvelope>
const reason = note('原因', 500).optional()
const writing = {
  hid: id('门店').optional(),
  recordAt: happened(moment('记录时间')).optional(),
  recorderId: id('记录人').optional(),
  resid: id('就诊').nullish(),
  backdateReason,
}
const made = {
  ...writing,
  pid: id('会员'),
  status: statusIn('状态', recordMachine, recordMachine.in.kept).default(recordMachine.is.submitted),
}
const changed = {
  ...writing,
  id: recordId,
  pid: id('会员').optional(),
  status: status('状态', recordMachine).optional(),
  version: version.optional(),
  reason,
}
export const RecordQuery = z.object({
  hid: id('门店').optional(),
  pid: id('会员').optional(),
  ...page_size,
  status: status('状态', recordMachine).optional(),
  startTime: moment('开始时间').optional(),
  endTime: moment('结束时间').optional(),
})
export type RecordQuery = z.output<typeof RecordQuery>
export const RecordKey = z.object({ id: recordId })
export const RemoveRecord = RecordKey.extend({ reason: chainReason })
/** The state travels in the address (R124). */
export const StepRecord = z.object({ id: recordId, status: status('状态', recordMachine), version: version.optional(), reason })

type Written<F> = { [K in keyof F]: F[K] extends z.ZodType ? z.ZodNullable<F[K]> : never }
type Sent<F> = { [K in keyof F]: F[K] extends z.ZodType ? z.ZodOptional<z.ZodNullable<F[K]>> : never }

/** What a conclusion needs that no field of the record holds. */
export const conclusionFacts = { age: '会员的出生日期', consent: '监护人或本人的知情同意', guardian: '监护人姓名' } as const
export type ConclusionFact = keyof typeof conclusionFacts
/** A conclusion somebody draws, and everything it rests on: what lacks is named, and the record stays as it is until it is there. */
export interface Conclusion {
  readonly field: string
  readonly values: readonly string[]
  /** Fields it rests on; of a pair both eyes by the base name with `*`. An answer of "unknown" is none. */
  readonly needs: readonly string[]
  /** Facts of the member, asked when it is submitted. */
  readonly facts: readonly ConclusionFact[]
  /** Facts asked when it is signed. */
  readonly signed: readonly ConclusionFact[]
}
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || value === 'unknown'
/** Conclusions a body draws. */
export const drawnIn = (concludes: readonly Conclusion[], body: Body): Conclusion[] =>
  concludes.filter(({ field, values }) => typeof body[field] === 'string' && values.includes(body[field]))
/** Fields a conclusion needs and the body lacks, right eye first. */
export const lackingIn = ({ needs }: Conclusion, body: Body): string[] =>
  needs
    .flatMap((name) => (name.endsWith('*') ? [`${name.slice(0, -1)}Od`, `${name.slice(0, -1)}Os`] : [name]))
    .filter((name) => isEmpty(body[name]))

interface Declared<F, S, P> {
  /** What a record is called where people read of it is its word in `kindWord`; this is what its calls say of it. */
  readonly noun: string
  /** `opens` the ortho-k case of its member, `joins` the open one, or stands `beside` it (it joins an open one, and needs none). */
  readonly chain: 'opens' | 'joins' | 'beside'
  /** What people write, as the body keeps it. All may be empty in a draft. */
  readonly fields: F
  /** What a submitted record must say. */
  readonly needed: ReadonlyArray<keyof F & string>
  /** Conclusions it draws, with what each rests on; empty where it draws none. */
  readonly concludes: readonly Conclusion[]
  /** What else must be true of it. */
  readonly checks?: (body: Body, day: string) => readonly RecordFault[]
  /** Has `status/{id}`, and `print/{id}`. */
  readonly hasStatus: S
  readonly hasPrint: P
}
/** A kind as declared, with its shapes. */
export interface RecordKind<
  S extends boolean = boolean,
  P extends boolean = boolean,
  Row extends z.ZodObject = z.ZodObject,
  New extends z.ZodType = z.ZodType,
  Edit extends z.ZodType = z.ZodType,
> extends Omit<Declared<RecordShape, S, P>, 'needed'> {
  readonly needed: readonly string[]
  readonly row: Row
  readonly create: New
  readonly edit: Edit
  readonly list: z.ZodType
}
/** Declares a kind of records. */
export function recordKind<const F extends RecordShape, const S extends boolean, const P extends boolean>(
  declared: Declared<F, S, P>,
): RecordKind<S, P, z.ZodObject<typeof envelope & Written<F>>, z.ZodObject<typeof made & Sent<F>>, z.ZodObject<typeof changed & Sent<F>>>
export function recordKind(declared: Declared<RecordShape, boolean, boolean>): RecordKind {
  const fields = Object.entries(declared.fields)
  const written = Object.fromEntries(fields.map(([key, field]) => [key, field.nullable()]))
  const sent = Object.fromEntries(fields.map(([key, field]) => [key, field.nullish()]))
  const row = z.object({ ...envelope, ...written })
  return { ...declared, row, create: z.object({ ...made, ...sent }), edit: z.object({ ...changed, ...sent }), list: page(row) }
}

/** Whose word a statement is. */
export const saidBy = word('陈述人', { self: '本人', father: '父亲', mother: '母亲', guardian: '其他监护人', other: '其他人' })
const answer = word('回答', { yes: '有', no: '无', unknown: '不详' }, { tones: { yes: 'warn', no: 'neutral', unknown: 'neutral' } })
/** Items that were asked, each with its answer and who gave it; what was not asked has no line. */
export const questions = <const T extends Readonly<Record<string, string>>>(label: string, items: T) =>
  z
    .array(z.object({ item: word('项目', items), reply: answer, saidBy: saidBy.nullish(), text: text('说明', { max: 200 }).nullish() }))
    .max(60)
    .meta({ label })
const Lines = z.array(z.object({ item: z.string(), reply: z.string() }))
/** An item asked twice has two truths; who denies everything has said yes to nothing. */
export function askedFaults(body: Body, field: string, denied = 'deniedAll'): readonly RecordFault[] {
  const lines = Lines.safeParse(body[field]).data ?? []
  const twice = lines.find((line, i) => lines.findIndex((other) => other.item === line.item) !== i)
  const yes = lines.findIndex((line) => line.reply === 'yes')
  return [
    ...(twice ? [{ field, what: '同一个项目只能有一个回答' }] : []),
    ...(body[denied] && yes >= 0 ? [{ field: `${field}.${yes}.reply`, what: '已声明全部否认，不能同时有“有”的项目' }] : []),
  ]
}
