/** One examination that was asked for: its result once it is made, the request while it is open. */
import { showAge, showGender } from '#kernel/contract/index.ts'
import { Empty, PaperFacts, PrintSheet, Until, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { examItems } from '#modules/reservations/contract/fields.ts'
import type { ExamReservation } from '#modules/reservations/contract/shapes.ts'
import { examReservationStates } from '#modules/reservations/contract/states.ts'
import { exams } from '../../contract/endpoints.ts'
import { kindAt } from '../../contract/kinds/index.ts'
import { segmentOf } from '../visit/place.ts'
import { Request, RequestCode } from './Request.tsx'
import { ReportTables } from './ReportTables.tsx'

export default function CheckPaper() {
  return <PaperOf id={useId('id')} pid={useId('pid')} />
}

export function PaperOf({ id, pid }: { id: number; pid: number }) {
  const booking = useCall(reservations['reservations.exam.get'], { id })
  const of = booking.data
  if (of && of.pid !== pid) return <Empty text={t`这张检查单不是这位会员的`} />
  if (of?.status === examReservationStates.is.finished) return <ResultPaper of={of} />
  if (of) return <RequestPaper of={of} />
  return <Until of={booking}>{null}</Until>
}

function RequestPaper({ of }: { of: ExamReservation }) {
  const visit = useCall(reservations['reservations.get'], { id: of.resid })
  return (
    <PrintSheet paper="A5" title="检查单" of={visit} code={<RequestCode resid={of.resid} />} signatures={['医师签名']}>
      {visit.data && <Request visit={visit.data} items={[of]} />}
    </PrintSheet>
  )
}

/** Of the day it was made. What has no form has no values either: that it was made, by whom and when. */
function ResultPaper({ of }: { of: ExamReservation }) {
  const day = (of.doneAt ?? of.createdAt).slice(0, 10)
  const report = useCall(exams['exams.report'], { pid: of.pid, day })
  const segment = segmentOf(of.item)
  const patient = report.data?.patient
  return (
    <PrintSheet paper="A5" title="检查结果" of={report} code={<RequestCode resid={of.resid} />} signatures={['检查者']}>
      {report.data && patient && (
        <>
          <PaperFacts
            items={[
              ['姓名', patient.name],
              ['性别', tr(showGender(patient.gender))],
              ['年龄', showAge(patient.birth, day)],
              ['会员号', patient.memberNo],
              ['检查项目', tr(examItems[of.item])],
              ['完成时间', of.doneAt?.slice(0, 16)],
              ['检查者', of.examinerName],
              ['备注', of.note],
            ]}
          />
          {segment && <ReportTables of={report.data} only={kindAt(segment).kind} />}
        </>
      )}
    </PrintSheet>
  )
}
