/** A case record on A4. */
import { PaperFacts, PrintSheet, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { patients } from '#modules/patients/contract/endpoints.ts'
import { showAge, showGender, wordOf } from '#kernel/contract/index.ts'
import { records } from '../../contract/endpoints.ts'
import { diagnosisText } from '../../contract/ecase.ts'
import type { Ecase } from '../../contract/shapes.ts'
import { ecaseMachine } from '../../contract/states.ts'
import '../records.css'

/** Diagnoses with their codes, and what was written of them beside. */
const coded = (of: Ecase): string =>
  [
    ...of.diagnoses.map((d, i) => `${i + 1}. ${diagnosisText([d])}${d.code ? ` [${d.code}]` : ''}`),
    of.diagnosis === diagnosisText(of.diagnoses) ? '' : of.diagnosis,
  ]
    .filter(Boolean)
    .join('\n')

export default function EcasePaper() {
  const pid = useId('patientId')
  const record = useCall(records['ecase.info'], { id: useId('ecaseId') })
  const patient = useCall(patients['patients.get'], { id: pid })
  const of = record.data
  const parts: ReadonlyArray<readonly [string, string | null | undefined]> = [
    ['主诉', of?.chiefComplaint],
    ['病史', of?.history],
    ['检查所见', of?.findings],
    ['诊断', of && coded(of)],
    ['处理项目', of?.items.map((i) => `${i.name} × ${i.times}`).join('；')],
    ['处理与建议', of?.advice],
  ]
  return (
    <PrintSheet paper="A4" title="电子病历" of={[record, patient]} signatures={['医师签名']}>
      {of && patient.data && (
        <>
          {of.status !== ecaseMachine.is.signed && (
            <p>
              <strong>{t`${tr(wordOf(ecaseMachine, of.status))}，未签名`}</strong>
            </p>
          )}
          <PaperFacts
            items={[
              ['姓名', patient.data.name],
              ['性别', tr(showGender(patient.data.gender))],
              ['年龄', showAge(patient.data.birth, of.visitAt)],
              ['会员号', patient.data.memberNo],
              ['就诊时间', of.visitAt.slice(0, 16)],
              ['医师', of.doctorName],
              ['门店', of.hospitalName],
              ['下次复诊', of.nextDate],
            ]}
          />
          {parts.map(
            ([title, text]) =>
              text && (
                <section key={title}>
                  <h3>{tr(title)}</h3>
                  <p style={{ whiteSpace: 'pre-line' }}>{text}</p>
                </section>
              ),
          )}
          {of.signerName && (
            <p className="origin">
              {t`签名：${of.signerName}`} {of.signedAt?.slice(0, 16)}
            </p>
          )}
        </>
      )}
    </PrintSheet>
  )
}
