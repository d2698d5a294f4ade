import { event } from '#kernel/contract/index.ts'
import type { ExamKind } from './states.ts'

/** An examination left the draft: its kind, row, member and visit. */
export const examSubmitted = event<{ kind: ExamKind; id: number; pid: number; hid: number; resid: number | null }>('exams.submitted')
