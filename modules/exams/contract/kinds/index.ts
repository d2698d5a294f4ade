/** Every kind of examination, by the word used in paths and in code. All loops read this list; its order is that of files and papers. */
import { assess } from './assess.ts'
import { bioMeter } from './bioMeter.ts'
import { corneal } from './corneal.ts'
import { cycloplegia } from './cycloplegia.ts'
import { dry } from './dry.ts'
import { cornea } from './cornea.ts'
import { hardLens } from './hardLens.ts'
import { heightWeight } from './heightWeight.ts'
import { iop } from './iop.ts'
import type { ExamDeclaration } from './kind.ts'
import { others } from './others.ts'
import { pd } from './pd.ts'
import { refraction } from './refraction.ts'
import { vision } from './vision.ts'
import { slitLamp } from './slitLamp.ts'
import { visual } from './visual.ts'

const kinds = {
  visual,
  refraction,
  pd,
  bioMeter,
  iop,
  heightWeight,
  cornea,
  slitLamp,
  hardLens,
  vision,
  dry,
  corneal,
  others,
  assess,
  cycloplegia,
} as const

export type Kinds = typeof kinds
export type ExamKind = keyof Kinds
export type ExamTable = Kinds[ExamKind]['table']
/** The last part of the path of each on the visit page. */
export type ExamTab = Kinds[ExamKind]['tab']
/** A kind without the types of its own fields, for loops. */
export type AnyExam = ExamDeclaration<ExamKind, ExamTable, ExamTab>

export const everyKind: readonly AnyExam[] = Object.values(kinds)
const places = new Map(everyKind.map((of, i) => [of.kind, of.rank ?? i + 1]))
/** The kinds in the order of work: the sections of a visit. */
export const inWorkOrder: readonly AnyExam[] = everyKind.toSorted((a, b) => (places.get(a.kind) ?? 0) - (places.get(b.kind) ?? 0))
/** The kind a tab of the visit page shows. */
export function kindAt(tab: ExamTab): AnyExam {
  const exam = everyKind.find((kind) => kind.tab === tab)
  if (!exam) throw new Error(`no examination at ${tab}`)
  return exam
}
/** A table of something by kind. */
export function byKind<V>(of: (kind: AnyExam) => V): { readonly [K in ExamKind]: V }
export function byKind(make: (kind: AnyExam) => unknown): Record<string, unknown> {
  return Object.fromEntries(everyKind.map((kind) => [kind.kind, make(kind)]))
}
const plain = byKind((exam) => exam)
export const kindOf = (kind: ExamKind): AnyExam => plain[kind]
