/** Findings of examinations and of what is written from them. */
import { asks, type CheckFinding, type Confirmer } from '#kernel/contract/index.ts'

/** Whoever writes an examination answers for a value that is rare. */
const EXAMINER: Confirmer = { can: 'exam:edit', who: '检查者' }
export const askExaminer = asks(EXAMINER)
/** A finding of an examination; `was` is the former value where the check is against the history. */
export type Finding = CheckFinding & { readonly was?: number }
