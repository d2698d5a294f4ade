/** Results of a screening become examinations: parsed and checked as any other, submitted, each value marked with where it came from. */
import { sentenceOf } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import type { ExamKind } from '../contract/kinds/index.ts'
import { examStates } from '../contract/states.ts'
import { families } from './families.ts'
import type { ExamRow } from './queries.ts'
import { saveExam, type ExamSaveFail, type Saving } from './save.ts'

interface ScreenedExam {
  readonly pid: number
  readonly hid: number
  /** Day it was measured. */
  readonly on: string
  readonly examiner: number | null
  /** Number of the result: every value has the origin `screening:<id>`. */
  readonly resultId: number
  readonly measures: Readonly<Record<string, unknown>>
}
/** Where values of a result came from. */
const screenedOrigin = (resultId: number): string => `screening:${resultId}`

/** Writes one examination of a result and answers its id. Unusual values were confirmed at the station and are taken as they are. */
export async function keepScreened(
  cx: Cx<ExamSaveFail>,
  kind: ExamKind,
  { pid, hid, on, examiner, resultId, measures }: ScreenedExam,
): Promise<number> {
  const family = families[kind]
  const read = { ...measures, pid, hid, examTime: on }
  const parsed = family.shape.safeParse(read)
  if (!parsed.success) {
    const wrong = sentenceOf(parsed.error, family.shape, read)
    return cx.refuse('exam_wrong', { what: wrong.sentence, field: wrong.field })
  }
  const origin = Object.fromEntries(
    family.measures.filter((name) => typeof measures[name] === 'number').map((name) => [name, screenedOrigin(resultId)]),
  )
  const saved = await saveExam<ExamRow>(cx, family, {
    // The schema just parsed it; its generic is lost in the loop over kinds.
    ...(parsed.data as Saving),
    status: examStates.is.submitted,
    examiner,
    origin,
    screened: true,
  })
  return saved.id
}
