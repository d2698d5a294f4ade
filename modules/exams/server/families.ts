/** The six examinations: where each is kept, which fields are its measures, and what is checked about them. */
import type { z } from '#kernel/contract/index.ts'
import {
  bioFindings,
  heightFindings,
  iopFindings,
  pdFindings,
  refractionFindings,
  visualFindings,
  type Earlier,
  type Examined,
  type Finding,
} from '../contract/checks.ts'
import { bioFields, heightWeightFields, iopFields, pdFields, refractionFields, visualFields } from '../contract/fields.ts'
import { SaveBioMeter, SaveHeightWeight, SaveIop, SavePd, SaveRefraction, SaveVisual } from '../contract/shapes.ts'
import { examMachines, type ExamKind, type ExamMachine } from '../contract/states.ts'

export type ExamTable = 'exam_visual' | 'exam_refraction' | 'exam_pd' | 'exam_bio_meter' | 'exam_iop' | 'exam_height_weight'
export type Measures = Readonly<Record<string, unknown>>
export interface Family {
  readonly kind: ExamKind
  readonly table: ExamTable
  readonly machine: ExamMachine
  /** Columns beside the envelope, by their field names. */
  readonly columns: readonly string[]
  /** Columns of which at least one must be filled. */
  readonly measures: readonly string[]
  /** Rules across fields and visits. `day` is that of the examination. */
  readonly rules: (values: Measures, day: string, last: Earlier | undefined, of: Examined) => Finding[]
  readonly shape: z.ZodType
}

/** Kinds of refraction whose values come from a device and may be finer than a quarter. */
const fine = (values: Measures): boolean => values.kind === 1 || values.kind === 2 || values.kind === 5

const family = (kind: ExamKind, fields: object, shape: z.ZodType, beside: readonly string[], rules: Family['rules']): Family => {
  const columns = Object.keys(fields)
  return {
    kind,
    // Every machine of an examination stands over a table of one.
    table: examMachines[kind].table as ExamTable,
    machine: examMachines[kind],
    columns,
    measures: columns.filter((c) => !beside.includes(c)),
    rules,
    shape,
  }
}

export const families: { readonly [K in ExamKind]: Family } = {
  visual: family('visual', visualFields, SaveVisual, ['distance', 'glassesType'], visualFindings),
  refraction: family('refraction', refractionFields, SaveRefraction, ['kind', 'cycloplegia', 'vd', 'dominantEye'], (v, day, last, of) =>
    refractionFindings(v, day, last, { ...of, fine: fine(v) }),
  ),
  pd: family('pd', pdFields, SavePd, ['pdMethod', 'workingDistance'], pdFindings),
  bioMeter: family('bioMeter', bioFields, SaveBioMeter, ['cycloplegia'], bioFindings),
  iop: family('iop', iopFields, SaveIop, ['iopMethod', 'iopTime'], (v) => iopFindings(v)),
  heightWeight: family('heightWeight', heightWeightFields, SaveHeightWeight, [], heightFindings),
}
