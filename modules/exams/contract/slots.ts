import { slot } from '#kernel/contract/declare.ts'
import type { ExamKind } from './kinds/index.ts'
import type { Reference } from './references/index.ts'
import type { Curve } from './shapes.ts'

/**
 * Below the form of an examination on the visit page: images, files. `id` is missing until the examination is saved; `version` rises with
 * every change.
 */
export const belowExam = slot<{ kind: ExamKind; pid: number; id: number | undefined; version: number | undefined; locked: boolean }>(
  'exams.below',
)

/** Below the axial curve, on its scale of ages: what was done against the growth, from when to when. */
export const underCurve = slot<{ pid: number; birth: string; from: number; to: number }>('exams.under-curve')

/** Below the growth page of a member. */
export const belowGrowth = slot<{ pid: number }>('exams.below-growth')

/** Among the growth curves: the development as a table, with what was done against it. */
export const developmentTable = slot<{ curve: Curve; reference: Reference }>('exams.development-table')
