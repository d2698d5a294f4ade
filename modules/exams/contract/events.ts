import { event } from '#kernel/contract/index.ts'
import type { ExamKind } from './states.ts'

/** An examination left the draft: its kind, row, member and visit. */
export const examSubmitted = event<{ kind: ExamKind; id: number; pid: number; hid: number; resid: number | null }>('exams.submitted')

/**
 * A cornea was found stained to grade 2 or infiltrated in somebody who wears contact lenses, and that was confirmed: the lens of these eyes
 * stays out.
 */
export const lensStop = event<{ kind: ExamKind; id: number; pid: number; hid: number; eyes: ReadonlyArray<'Od' | 'Os'> }>('exams.lens-stop')

/**
 * The values of a submitted examination were changed, or it was voided: what was made and concluded from it is asked again. `day` is that
 * of the examination.
 */
export const examChanged = event<{ kind: ExamKind; id: number; pid: number; hid: number; day: string; voided: boolean }>('exams.changed')
