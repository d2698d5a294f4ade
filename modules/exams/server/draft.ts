/** A draft somebody's device or file has filled: it waits for a person, and says at each value where it came from. */
import { sentenceOf } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import type { ExamKind } from '../contract/kinds/index.ts'
import { examStates } from '../contract/states.ts'
import { families } from './families.ts'
import type { ExamRow } from './queries.ts'
import { saveExam, type ExamSaveFail, type Saving } from './save.ts'

/** Whose examination, and what it measured; `id` and `version` change the draft that is named. */
interface Drafted {
  readonly pid: number
  readonly hid?: number
  readonly examTime?: string
  /** Who measured; whoever is at work, without it. */
  readonly examiner?: number
  readonly device?: string
  readonly resid?: number
  readonly id?: number
  readonly version?: number
  readonly [measure: string]: unknown
}
/**
 * Keeps a draft of any kind and answers it whole. `origin` names where each value came from: `{ k1Od: 'device:topo.csv' }`. Values the kind
 * does not know, or beyond their limits, are refused as `exam_wrong` at their field; unusual ones wait for whoever submits.
 */
export const saveDraft = (
  cx: Cx<ExamSaveFail>,
  kind: ExamKind,
  values: Drafted,
  origin: Readonly<Record<string, string>>,
): Promise<ExamRow> => keepDraft(cx, kind, { ...values, origin })
/** Begins a draft for pictures that are about to be tied to it: nothing is measured yet. Answers its number. */
export const beginPictured = async (cx: Cx<ExamSaveFail>, kind: ExamKind, values: Drafted): Promise<number> =>
  (await keepDraft(cx, kind, values, { pictured: true })).id

async function keepDraft(cx: Cx<ExamSaveFail>, kind: ExamKind, values: Drafted, more: Pick<Saving, 'pictured'> = {}): Promise<ExamRow> {
  const family = families[kind]
  const fields = { ...values, status: examStates.is.draft }
  const parsed = family.shape.safeParse(fields)
  if (!parsed.success) {
    const wrong = sentenceOf(parsed.error, family.shape, fields)
    cx.refuse('exam_wrong', { what: wrong.sentence, field: wrong.field })
  }
  // The schema of the kind just parsed it; its own type is lost in the loop over kinds.
  return saveExam<ExamRow>(cx, family, { ...(parsed.data as Saving), ...more })
}
