/** The take record on A4: which lenses were handed over, what was taught, what to do when an eye is red. */
import { PaperTable, PrintSheet, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { records } from '../../contract/endpoints.ts'
import { labelOf, lensParameterNames, lensParameters } from '../../contract/okjing.fields.ts'
import { lensIn, receivedFor, SIDES, sideOf } from '../../contract/okjing.take.ts'
import { Head, Licence, valueOf, Written } from './OkjingPaper.tsx'
import '../records.css'

/** Facts of the boxes and the lenses stand in a table of their own. */
const OF_LENSES = /(Od|Os)$/

export default function TakeRecordPaper() {
  const record = useCall(records['okjing-take-record.print'], { id: useId('recordId') })
  const of = record.data
  const eyes = of ? SIDES.filter((eye) => receivedFor(of, eye)) : []
  const row = (title: string, value: (eye: 'od' | 'os') => unknown) => [tr(title), ...eyes.map((eye) => String(value(eye) ?? '—'))]
  return (
    <PrintSheet paper="A4" title="取镜记录" of={record} signatures={['取镜人签名', '交付人签名', '医师签名']}>
      {of && (
        <>
          <Head of={of} paper={of.paper} />
          <PaperTable
            columns={['镜片', ...eyes.map((eye) => (eye === 'od' ? '右眼' : '左眼'))]}
            rows={[
              row('序列号', (eye) => of[`serial${sideOf(eye)}`]),
              row('批号', (eye) => of[`batch${sideOf(eye)}`]),
              row('效期', (eye) => of[`expiry${sideOf(eye)}`]),
              ...lensParameterNames.map((n) =>
                row(labelOf(n), (eye) => {
                  const value = lensIn(of, eye)[n]
                  return value === null ? null : valueOf(lensParameters[n], value)
                }),
              ),
            ]}
          />
          <Written kind="okjing-take-record" of={of} only={(n) => !OF_LENSES.test(n)} />
          <p>
            <strong>{t`眼红、眼痛、畏光、视力下降：立即停戴，带镜片就诊。`}</strong>{' '}
            {(of.emergencyPhone ?? of.paper.licence.okEmergencyPhone) &&
              t`急诊电话 ${of.emergencyPhone ?? of.paper.licence.okEmergencyPhone ?? ''}`}
          </p>
          <Licence paper={of.paper} />
        </>
      )}
    </PrintSheet>
  )
}
