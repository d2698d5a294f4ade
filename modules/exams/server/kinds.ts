/** Handlers of the calls of every kind. */
import type { Cx, Handlers } from '#kernel/server/index.ts'
import type { ExamCalls } from '../contract/calls.ts'
import { deleteExam } from './change.ts'
import { families, type ExamFamily } from './families.ts'
import { examRow, examsOf, type ExamRow } from './queries.ts'
import { saveExam, type ExamSaveFail, type Saving } from './save.ts'

interface Id {
  id: number
}
/**
 * A kind's verbs without the types of its own fields: its columns are those of the declaration, which the census compares with the table.
 */
const verbsOf = (family: ExamFamily) => ({
  list: (cx: Cx, query: { pid: number }) => examsOf<ExamRow>(cx, family, query),
  one: (cx: Cx, { id }: Id) => examRow(cx, family, id),
  save: (cx: Cx<ExamSaveFail>, input: Saving) => saveExam<ExamRow>(cx, family, input),
  create: (cx: Cx<ExamSaveFail>, { id: _, ...input }: Saving) => saveExam<ExamRow>(cx, family, input),
  remove: async (cx: Cx<'exam_delete'>, { id, reason }: Id & { reason?: string }) => (await deleteExam(cx, family.kind, id, reason), null),
})

export function kindHandlers(): Handlers<ExamCalls>
export function kindHandlers(): Record<string, unknown> {
  return Object.assign({}, ...Object.values<ExamFamily>(families).map(handlersOf))
}
function handlersOf(family: ExamFamily): Record<string, unknown> {
  const { list, one, save, create, remove } = verbsOf(family)
  const { name, style } = family.calls
  return style === 'legacy'
    ? { [`${name}.list`]: list, [`${name}.info`]: one, [`${name}.save`]: save }
    : { [`${name}.list`]: list, [`${name}.get`]: one, [`${name}.create`]: create, [`${name}.update`]: save, [`${name}.delete`]: remove }
}
