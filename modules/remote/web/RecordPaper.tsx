/** The report on A4: who asked whom, the question and what was sent with it, the opinion, the pictures it speaks of, the signature. */
import './remote.css'
import { showAge, showGender, wordOf } from '#kernel/contract/index.ts'
import { PaperFacts, PrintSheet, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { Picture } from '#modules/exams/web/door.tsx'
import { remote } from '../contract/endpoints.ts'
import { remoteRecord } from '../contract/states.ts'

export default function RecordPaper() {
  // The seeds call the number of the report so.
  const query = useCall(remote['remote.record.print'], { id: useId('userId') })
  const of = query.data
  const parts: ReadonlyArray<readonly [string, string | null | undefined]> = [
    ['会诊问题', of?.case.question],
    ['病例资料', of?.case.pack.map((item) => tr(item.label)).join('；')],
    ['会诊意见', of?.opinion],
    ['处理建议', of?.advice],
    ['在场', of?.present.map((p) => `${p.name} ${p.from.slice(11, 16)}–${p.to?.slice(11, 16) ?? ''}`).join('；')],
  ]
  return (
    <PrintSheet paper="A4" title="远程会诊记录" of={query} {...(of ? { clinic: of.hospitalName } : {})}>
      {of && (
        <>
          {of.status !== remoteRecord.is.signed && (
            <p>
              <strong>{tr(wordOf(remoteRecord, of.status))}</strong>
            </p>
          )}
          <PaperFacts
            items={[
              ['姓名', of.patientName],
              ['性别', tr(showGender(of.case.gender))],
              ['年龄', showAge(of.case.birth, of.case.startAt)],
              ['申请医生', of.case.doctorName],
              ['专家', of.expertName],
              ['时间', of.case.startAt.slice(0, 16)],
            ]}
          />
          {parts.map(
            ([title, text]) =>
              text && (
                <section key={title}>
                  <h3>{tr(title)}</h3>
                  <p className="remote-text">{text}</p>
                </section>
              ),
          )}
          {of.pictures.map((image) => (
            <Picture key={image.id} of={image} />
          ))}
          {of.signerName && (
            <p className="paper-text small">
              {t`签名：${of.signerName}`} {of.signedAt?.slice(0, 16)}
            </p>
          )}
        </>
      )}
    </PrintSheet>
  )
}
