/** The kinds as the server works with them: where each is kept, its machine, what a save may say. */
import { byKind, type AnyExam, type ExamKind } from '../contract/kinds/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { examShapes } from '../contract/shapes.ts'
import { examMachines, type ExamMachine } from '../contract/states.ts'

export type Measures = Readonly<Record<string, unknown>>
export interface ExamFamily extends AnyExam {
  readonly machine: ExamMachine
  readonly shape: z.ZodType
}
export const families: { readonly [K in ExamKind]: ExamFamily } = byKind((exam) => ({
  ...exam,
  machine: examMachines[exam.kind],
  shape: examShapes[exam.kind].save,
}))
