/** The examinations of one kind of the member on the page: all of them, the one that is shown, the one before it. */
import { today, useCall, useId, useSearch, type Callable, type Values } from '#kernel/web/index.ts'
import { examBefore, shownExam, type ExamBase } from './history.ts'

/** Reads a list of examinations, newest first; `former` goes into the eye grids. */
export function useExams<R extends ExamBase>(of: Callable) {
  const pid = useId('patientId')
  const [{ id }] = useSearch()
  const list = useCall(of, { pid, per_page: 100 }, { live: ['exams'] })
  const rows = (list.data as { list: readonly R[] } | undefined)?.list ?? []
  const exam = shownExam(rows, id, today())
  const before = examBefore(rows, exam)
  return {
    pid,
    list,
    rows,
    exam,
    before,
    former: { previous: before as unknown as Values, previousLabel: before?.examTime.slice(0, 10) ?? '' },
  }
}
