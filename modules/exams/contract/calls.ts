/**
 * The calls of the kinds, by the style the seeds write them in. Types are written out, so that fifty calls cost the compiler what five do.
 */
import { del, done, get, page, post, put, type Endpoint, type Page, type z } from '#kernel/contract/index.ts'
import { byKind, type AnyExam, type ExamKind, type Kinds } from './kinds/index.ts'
import type { Crud, Legacy } from './kinds/kind.ts'
import { DeleteExam, examShapes, ExamId, queryOf, type ExamQuery } from './shapes.ts'

const saveFails = ['exam_wrong', 'exam_unconfirmed', 'exam_empty', 'exam_due', 'axis_missing', 'base_missing'] as const
export type ExamSaveFail = (typeof saveFails)[number]

type Call<In extends z.ZodType, Out, Fail extends string = never> = Endpoint<z.output<In>, Out, Fail, z.input<In>, 'tx'>
type Shapes<K extends ExamKind> = (typeof examShapes)[K]
type Row<K extends ExamKind> = z.output<Shapes<K>['row']>
type Sorts<K extends ExamKind> = {
  [W in NonNullable<Kinds[K]['within']> & keyof Kinds[K]['fields']]?: z.output<Kinds[K]['fields'][W]> | undefined
}
/** A list of a kind: what it is asked with. */
type List<K extends ExamKind> = Endpoint<
  z.output<typeof ExamQuery> & Sorts<K>,
  Page<Row<K>>,
  never,
  z.input<typeof ExamQuery> & Sorts<K>,
  'tx'
>
type Named<C> = { [K in ExamKind]: Kinds[K]['calls'] extends C ? K : never }[ExamKind]
type NameOf<K extends ExamKind> = Kinds[K]['calls']['name']

/** `examCornea.list`, `.info`, `.save`. */
type LegacyExam<K extends ExamKind> = { readonly [N in NameOf<K> as `${N}.list`]: List<K> } & {
  readonly [N in NameOf<K> as `${N}.info`]: Call<typeof ExamId, Row<K>>
} & { readonly [N in NameOf<K> as `${N}.save`]: Call<Shapes<K>['save'], Row<K>, ExamSaveFail> }
/** `exam-slit-lamp.list`, `.get`, `.create`, `.update`, `.delete`. */
type CrudExam<K extends ExamKind> = { readonly [N in NameOf<K> as `${N}.list`]: List<K> } & {
  readonly [N in NameOf<K> as `${N}.get`]: Call<typeof ExamId, Row<K>>
} & { readonly [N in NameOf<K> as `${N}.create`]: Call<Shapes<K>['save'], Row<K>, ExamSaveFail> } & {
  readonly [N in NameOf<K> as `${N}.update`]: Call<Shapes<K>['edit'], Row<K>, ExamSaveFail>
} & { readonly [N in NameOf<K> as `${N}.delete`]: Call<typeof DeleteExam, null, 'exam_delete'> }
type Both<U> = (U extends unknown ? (x: U) => void : never) extends (x: infer I) => void ? I : never
/** The calls of every kind. */
export type ExamCalls = Both<{ [K in Named<Legacy>]: LegacyExam<K> }[Named<Legacy>]> &
  Both<{ [K in Named<Crud>]: CrudExam<K> }[Named<Crud>]>

/** What a call that writes an examination may say no with, and how it is kept. */
export const saving = { reads: 'written', can: 'exam:edit', fails: saveFails } as const
const info = { can: 'exam:view', input: ExamId, reads: 'one' } as const
const removing = {
  can: 'exam:edit',
  input: DeleteExam,
  output: done(),
  fails: ['exam_delete'],
} as const

function legacyExam(exam: AnyExam, calls: Legacy): Record<string, ExamCall> {
  const { english } = exam
  const { row, save } = examShapes[exam.kind]
  const summaryOf = (verb: 'list' | 'info' | 'save', sentence: string) => (calls.ours.includes(verb) ? `Ours: ${sentence}` : sentence)
  const { name, path } = calls
  return {
    [`${name}.list`]: get(`${path}/list/{pid}`, {
      can: 'exam:view',
      reads: 'one',
      input: queryOf(exam),
      summary: summaryOf('list', `${english} of a member, newest first`),
      output: page(row),
    }),
    [`${name}.info`]: get(`${path}/info/{id}`, { ...info, summary: summaryOf('info', `${english}: one examination`), output: row }),
    [`${name}.save`]: post(`${path}${calls.save}`, {
      ...saving,
      summary: summaryOf('save', `${english}: writes an examination`),
      input: save,
      output: row,
    }),
  }
}
function crudExam(exam: AnyExam, { name, path }: Crud): Record<string, ExamCall> {
  const { english } = exam
  const { row, save, edit } = examShapes[exam.kind]
  return {
    [`${name}.list`]: get(path, {
      can: 'exam:view',
      reads: 'one',
      input: queryOf(exam),
      summary: `${english} of a member, newest first`,
      output: page(row),
    }),
    [`${name}.get`]: get(`${path}/{id}`, { ...info, summary: `${english}: one examination`, output: row }),
    [`${name}.create`]: post(path, { ...saving, summary: `${english}: writes a new examination`, input: save, output: row }),
    [`${name}.update`]: put(`${path}/{id}`, { ...saving, summary: `${english}: changes an examination`, input: edit, output: row }),
    [`${name}.delete`]: del(`${path}/{id}`, { ...removing, summary: `${english}: deletes a draft` }),
  }
}
/** A call of any kind: it is sent names and values. */
type ExamCall = Endpoint<unknown, unknown, string, Record<string, unknown>>
const own = byKind((exam): Record<string, ExamCall> =>
  exam.calls.style === 'legacy' ? legacyExam(exam, exam.calls) : crudExam(exam, exam.calls),
)
/** The calls of every kind, for the module's endpoints to spread. */
export function callsOfKinds(): ExamCalls
export function callsOfKinds(): Record<string, Endpoint> {
  return Object.assign({}, ...Object.values(own))
}
/** The calls of one kind without the types of its fields, for the screens that loop: the list, and what writes a new one or changes one. */
export function callsOfKind({ kind, calls }: AnyExam): { list: ExamCall; create: ExamCall; update: ExamCall } {
  const named = (verb: string): ExamCall => {
    const call = own[kind][`${calls.name}.${verb}`]
    if (!call) throw new Error(`${kind} has no ${verb}`)
    return call
  }
  const [create, update] = calls.style === 'legacy' ? ['save', 'save'] : ['create', 'update']
  return { list: named('list'), create: named(create), update: named(update) }
}
