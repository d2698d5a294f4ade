/**
 * What a review is written on: the hard lens examination it names, shown as it stands; the day's one is offered, and one that is missing is
 * a step away.
 */
import { Button } from 'antd'
import { Link, Panel, t, today, useCall, useCan, type FormState, type FormValues } from '#kernel/web/index.ts'
import { exams } from '#modules/exams/contract/endpoints.ts'
import { kindOf } from '#modules/exams/contract/kinds/index.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { KindTable } from '#modules/exams/web/door.tsx'

interface Choice {
  value: number
  label: string
}
interface Row {
  id: number
  status: number
  examTime: string
}
const valid = <R extends Row>(rows: readonly R[] | undefined): R[] => (rows ?? []).filter((row) => examStates.in.valid.includes(row.status))
const choices = (rows: readonly Row[]): Choice[] => rows.map((row) => ({ value: row.id, label: row.examTime.slice(0, 16) }))

/** The member's examinations a review may point to, newest first. */
export function useReviewed(pid: number, wanted: boolean) {
  const can = useCan()
  const asks = { enabled: wanted && can('exam:view'), live: ['exams'] }
  const shaping = valid(useCall(exams['exam-hard-lens.list'], { pid, per_page: 20 }, asks).data?.list)
  const lengths = valid(useCall(exams['exam-bio-meter.list'], { pid, per_page: 20 }, asks).data?.list)
  const drops = valid(useCall(exams['examRefraction.list'], { pid, kind: 5, per_page: 20 }, asks).data?.list)
  return { shaping, exam: choices(shaping), bioMeter: choices(lengths), refraction: choices(drops) }
}

export function Reviewed({ form, pid, rows, readOnly }: { form: FormState; pid: number; rows: readonly Row[]; readOnly: boolean }) {
  const chosen = rows.find((row) => row.id === form.values.examId)
  const offered = rows.find((row) => row.examTime.slice(0, 10) === today())
  const shown: FormValues | undefined = chosen && { ...chosen }
  return (
    <Panel title={t`硬镜检查`} {...(chosen ? { note: chosen.examTime.slice(0, 16) } : {})}>
      <div className="panel-body reviewed">
        {shown && <KindTable of={kindOf('hardLens')} row={shown} />}
        {!chosen && offered && !readOnly && (
          <Button onClick={() => form.set('examId', offered.id)}>{t`采用今天 ${offered.examTime.slice(11, 16)} 的检查`}</Button>
        )}
        {!chosen && !offered && <p className="soft">{t`今天还没有硬镜检查`}</p>}
        <Link to={`/patients/detail/${pid}/examine/shaping`}>{chosen ? t`看检查` : t`去做检查`}</Link>
      </div>
    </Panel>
  )
}
