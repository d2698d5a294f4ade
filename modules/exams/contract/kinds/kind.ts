/**
 * A kind of examination, declared once (decision 0144). Machine, shapes, calls, handlers, form, history, curve, print, export and the tests
 * of every kind are loops over `kinds/index.ts`; a new kind is a declaration, a migration with its table and its own tests.
 *
 *   export const cornea = exam({
 *     kind: 'cornea', table: 'exam_cornea', noun: '角膜地形图', title: '角膜地形图', english: 'Corneal topography', tab: 'cornea',
 *     calls: legacy('/examCornea'),
 *     fields: { ...eyes('k1', clinical('keratometry').nullable()), device… },
 *     beside: ['quality'], groups: [{ title: '角膜曲率', eyes: ['k1'] }], checks: corneaFindings, history: ['k1'],
 *     trends: [{ of: 'k1', label: '平K', unit: 'D' }], print: [{ eyes: ['k1'] }],
 *   })
 */
import type { z } from '#kernel/contract/index.ts'
import type { NormComparison } from '../aids/binocular.ts'
import type { Usual } from '../aids/usual.ts'
import type { Earlier, CheckedMember, Finding } from '../checks/checks.ts'

export { always } from '../aids/usual.ts'

export type ExamShape = Readonly<Record<string, z.ZodType>>
export type ExamValues = Readonly<Record<string, unknown>>

/** Calls of a kind, which are also the beginning of their ids: `examCornea.list`, `exam-slit-lamp.get`. */
export interface Legacy<N extends string = string> {
  readonly style: 'legacy'
  readonly name: N
  readonly path: string
  /** Behind the path, where the seeds do not say `/insertOrUpdate`. */
  readonly save: string
  /** Verbs the seeds do not have. */
  readonly ours: readonly ('list' | 'info' | 'save')[]
}
export interface Crud<N extends string = string> {
  readonly style: 'crud'
  readonly name: N
  readonly path: string
}
export type ExamCallStyle = Legacy | Crud
/** `/examCornea/list/{pid}`, `/info/{id}`, `/insertOrUpdate`. */
export function legacy<const N extends string>(path: `/${N}`, more?: Partial<Pick<Legacy, 'save' | 'ours'>>): Legacy<N>
export function legacy(path: string, { save = '/insertOrUpdate', ours = [] }: Partial<Pick<Legacy, 'save' | 'ours'>> = {}): Legacy {
  return { style: 'legacy', name: path.slice(1), path, save, ours }
}
/** List, get, create, update and delete under `/v1/{product}/exam-slit-lamp`. */
export function crud<const N extends string>(path: `/v1/{product}/${N}`): Crud<N>
export function crud(path: string): Crud {
  return { style: 'crud', name: path.split('/').at(-1) ?? '', path }
}

/** Fields of the form together: a grid of pairs of eyes by their base names, or single fields; `folded` until somebody opens it. */
export type FieldGroup<Name extends string = string> = { readonly title?: string; readonly folded?: boolean } & (
  | { readonly eyes: readonly string[] }
  | { readonly items: readonly Name[] }
)
/** A curve over the visits: the base of a pair of eyes, or a field that is of no eye. */
export interface Trend {
  readonly of: string
  readonly label: string
  readonly unit: string
  /** The scale of the axis, where it is the same for every member. */
  readonly from?: readonly [least: number, most: number]
  /** What is usual, drawn as a band. */
  readonly usual?: Usual
}
/** What follows from the values: shown with its formula, never stored and never typed. */
export interface Computed {
  readonly name: string
  readonly label: string
  readonly unit: string
  readonly decimals: number
  readonly formula: string
  readonly source: string
  /** Of one eye, or of the person where `eye` is left out. */
  readonly eye?: true
  readonly of: (values: ExamValues, eye: 'Od' | 'Os') => number | null
}
/** A table on paper: pairs of eyes (and what is computed of each), or single facts. */
export interface PrintedGroup {
  readonly title?: string
  readonly eyes?: readonly string[]
  readonly items?: readonly string[]
}

interface Told<K, T, Tab, C, R, Name extends string> {
  /** The word used in paths and in code. */
  readonly kind: K
  readonly table: T
  /** A row of it in sentences, and the heading of its section. */
  readonly noun: string
  readonly title: string
  /** The same in the summaries of its calls. */
  readonly english: string
  /** Last part of its path on the visit page. */
  readonly tab: Tab
  /** What a reservation orders it as, where that is another word than the tab. */
  readonly item?: string
  /** Place among the sections of a visit; as declared without it. */
  readonly rank?: number
  readonly calls: C
  /** Fields that say how it was measured: alone they are no examination. */
  readonly beside: readonly Name[]
  /** Fields no save may leave out. */
  readonly required?: readonly R[]
  /** Fields nothing is submitted without; a draft waits for them. */
  readonly due?: readonly Name[]
  /** The field whose rows are told apart: each is compared with those of its own. */
  readonly within?: R
  /** Several on one day are all printed, under this name. */
  readonly several?: string
  readonly groups: readonly FieldGroup<Name>[]
  /** Half an examination with one eye alone: base names with `*`; or with one of these single fields alone. */
  readonly needs: readonly string[]
  /** What a new form starts with: how it is measured, never a measure. `now` is `2026-11-21 09:30:00`. */
  readonly start?: (now: string) => ExamValues
  /** What a save completes where nobody says. */
  readonly filled?: (values: ExamValues, examTime: string) => ExamValues
  /** Rules across fields and visits. `day` is that of the examination. */
  readonly checks: (values: ExamValues, day: string, last: Earlier | undefined, of: CheckedMember) => Finding[]
  readonly computed?: readonly Computed[]
  /** What 「正常」 writes, as somebody's statement; a group by its title takes its own fields. */
  readonly normal?: ExamValues
  /** Columns of former visits beside the form: base names of pairs, or single fields. */
  readonly history: readonly string[]
  readonly trends: readonly Trend[]
  readonly print: readonly PrintedGroup[]
  /**
   * What is expected of a field's value at an age in years, with its source: drawn beside the form. Undefined where nothing is known of it.
   */
  readonly norms?: (field: string, value: number, age: number | null) => NormComparison | undefined
  /** A whole examination nobody is asked about: what the tests of every kind begin with, and the demo. */
  readonly example: ExamValues
  /** Eyes whose contact lens has to stay out, by the values submitted. */
  readonly stops?: (values: ExamValues) => readonly ('Od' | 'Os')[]
}
/** The measures, as the columns are called; of the two eyes first. */
interface Measured<F> {
  readonly fields: F
}
export interface ExamDeclaration<
  K extends string = string,
  T extends string = string,
  Tab extends string = string,
  F extends ExamShape = ExamShape,
  C extends ExamCallStyle = ExamCallStyle,
  R extends string = string,
>
  extends Told<K, T, Tab, C, R, string>, Measured<F> {
  /** Columns beside the envelope, by their field names. */
  readonly columns: readonly string[]
  /** Columns of which at least one must be filled, unless an eye is said not to be measured. */
  readonly measures: readonly string[]
}

/** Values of a pair of eyes by their base name, the same for both: `both({ bulbar: 0.5 })`. */
export const both = (values: ExamValues): ExamValues =>
  Object.fromEntries(Object.entries(values).flatMap(([base, value]) => [[`${base}Od`, value] as const, [`${base}Os`, value] as const]))

/** Values of a pair of eyes by their base name, right and left: `each({ k1: [42.5, 42.75] })`. */
export const each = (values: Readonly<Record<string, readonly [od: number, os: number]>>): ExamValues =>
  Object.fromEntries(Object.entries(values).flatMap(([base, [od, os]]) => [[`${base}Od`, od] as const, [`${base}Os`, os] as const]))

/** Declares a kind. */
export function exam<
  const K extends string,
  const T extends string,
  const Tab extends string,
  const F extends ExamShape,
  const C extends ExamCallStyle,
  const R extends keyof F & string = never,
>(declared: Told<K, T, Tab, C, R, keyof F & string> & Measured<F>): ExamDeclaration<K, T, Tab, F, C, R> {
  const columns = Object.keys(declared.fields)
  const extras: readonly string[] = declared.beside
  return { ...declared, columns, measures: columns.filter((name) => !extras.includes(name)) }
}
