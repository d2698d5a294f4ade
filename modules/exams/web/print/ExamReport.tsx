/** The examination report of a day on A4, with the axial curve. */
import { showAge, showGender } from '#kernel/contract/index.ts'
import { Empty, Link, PaperFacts, PrintSheet, Qr, t, tr, useCall, useId, useSearch } from '#kernel/web/index.ts'
import { exams } from '../../contract/endpoints.ts'
import { AxialCurve } from '../door.tsx'
import '../exams.css'
import { plainWords } from '../growth/plain.ts'
import { ReportTables } from './ReportTables.tsx'

export default function ExamReport() {
  const pid = useId('pid')
  const [{ day }] = useSearch()
  const report = useCall(exams['exams.report'], { pid, ...(day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : {}) })
  const curve = useCall(exams['examVisual.curve'], { pid })
  const of = report.data
  return (
    <PrintSheet paper="A4" title="检查报告" of={[report, curve]} code={of && <Qr of={of.patient.memberNo} />} signatures={['医师签名']}>
      {of && (
        <>
          {of.day && (
            <p className="report-ways">
              <Link to={`/parent-report/${pid}`} search={{ day: of.day }}>{t`给家长的报告`}</Link>
            </p>
          )}
          <PaperFacts
            items={[
              ['姓名', of.patient.name],
              ['性别', tr(showGender(of.patient.gender))],
              ['年龄', showAge(of.patient.birth, of.day ?? '')],
              ['会员号', of.patient.memberNo],
              ['检查日期', of.day],
              ['过敏史', of.patient.allergy],
            ]}
          />
          {of.day ? <ReportTables of={of} /> : <Empty text={t`还没有检查记录`} />}
          {curve.data && curve.data.al.length > 1 && (
            <section>
              <h3>{t`眼轴曲线`}</h3>
              <AxialCurve curve={curve.data} height={230} />
              {plainWords(curve.data) && <p className="growth-plain">{plainWords(curve.data)}</p>}
            </section>
          )}
        </>
      )}
    </PrintSheet>
  )
}
