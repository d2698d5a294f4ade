/** The first record of ortho-k on A4: what was found with its lights, the verdict, the consent, who answers for it. */
import { PaperFacts, PaperTable, PrintSheet, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { records } from '../../contract/endpoints.ts'
import { Head, Licence, Written } from './OkjingPaper.tsx'
import '../records.css'

const COLOURS: Readonly<Record<string, string>> = { green: '适合', amber: '慎重', red: '不适合', unmeasured: '未测' }
const EYES: Readonly<Record<string, string>> = { od: '右眼', os: '左眼' }

export default function FirstRecordPaper() {
  const record = useCall(records['okjing-first-record.print'], { id: useId('recordId') })
  const of = record.data
  return (
    <PrintSheet paper="A4" title="硬镜初诊记录" of={record} signatures={['监护人签名', '医师签名']}>
      {of && (
        <>
          <Head of={of} paper={of.paper} />
          <Written kind="okjing-first-record" of={of} />
          <h3>{t`适应症核对`}</h3>
          <PaperTable
            columns={['眼别', '项目', '所见与界值', '判断']}
            rows={of.paper.lights.map((l) => [tr(EYES[l.eye ?? ''] ?? '—'), tr(l.item), tr(l.says), tr(COLOURS[l.colour] ?? l.colour)])}
          />
          {of.paper.limits && <p className="origin">{t`界值来源：${tr(of.paper.limits)}`}</p>}
          <PaperFacts
            items={[
              ['知情同意', of.paper.consentAt ? of.paper.consentAt.slice(0, 16) : t`未取得`],
              ['监护人', of.paper.consentBy],
              ['签名', of.signerName],
              ['签名时间', of.signedAt?.slice(0, 16)],
            ]}
          />
          <Licence paper={of.paper} />
        </>
      )}
    </PrintSheet>
  )
}
