import { event } from '#kernel/contract/index.ts'
import type { ExamKind } from './states.ts'

/** An examination left the draft: its kind, row, member and visit. */
export const examSubmitted = event<{ kind: ExamKind; id: number; pid: number; hid: number; resid: number | null }>('exams.submitted')

/** A submitted or signed examination was voided: what was made from it is looked at again. */
export const examVoided = event<{ kind: ExamKind; id: number; pid: number; hid: number; day: string }>('exams.voided')

/** A cornea was found stained to grade 2 or infiltrated in somebody who wears contact lenses, and that was confirmed: the lens of these eyes stays out. */
export const lensStop = event<{ kind: ExamKind; id: number; pid: number; hid: number; eyes: ReadonlyArray<'Od' | 'Os'> }>('exams.lens-stop')

/** An examination was voided, or its values were changed after it was submitted: what was concluded from it is asked again. */
export const examChanged = event<{ kind: ExamKind; id: number; pid: number; hid: number }>('exams.changed')
