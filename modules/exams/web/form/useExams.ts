/** The examinations of one kind of the member on the page: all of them, the one that is shown, the one before it. */
import { patients } from '#modules/patients/contract/endpoints.ts'
import { today, useCall, useId, type Callable, type FormValues } from '#kernel/web/index.ts'
import { useAsked, type Segment } from '../visit/place.ts'
import { examBefore, shownExam, type ExamBase } from './history.ts'

/** The member's day of birth, of the call that the bar above every examination makes. */
export const useBirth = (pid: number): string | null | undefined =>
  useCall(patients['patients.index'], { id: pid }, { enabled: pid > 0, live: ['patients'], keep: true }).data?.birth
/** Reads a list of examinations, newest first; `former` goes into the eye grids. */
export function useExams<R extends ExamBase>(callable: Callable, segment: Segment) {
  const pid = useId('patientId')
  const [id] = useAsked(segment)
  const list = useCall(callable, { pid, per_page: 100 }, { live: ['exams'] })
  const rows = (list.data as { list: readonly R[] } | undefined)?.list ?? []
  const exam = shownExam(rows, id, today())
  const before = examBefore(rows, exam)
  return {
    pid,
    list,
    /** Of the member, for rules that ask for the age. */
    birth: useBirth(pid),
    rows,
    exam,
    before,
    former: { previous: before as unknown as FormValues, previousLabel: before?.examTime.slice(0, 10) ?? '' },
  }
}
