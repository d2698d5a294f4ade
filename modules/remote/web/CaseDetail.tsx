/** A consultation whole: what was asked and sent, what was said, its steps, who was there, the report. */
import './remote.css'
import { showGender } from '#kernel/contract/index.ts'
import { Age, Badge, Facts, Link, Money, Panel, Status, Until, t, tr, useCall } from '#kernel/web/index.ts'
import { remote } from '../contract/endpoints.ts'
import type { Case } from '../contract/shapes.ts'
import { remoteCase } from '../contract/states.ts'
import { Chat } from './Chat.tsx'
import { CaseMoves } from './Moving.tsx'

/** Where the thing of a pack is seen. */
const placeOf = (pid: number, kind: string): string => {
  if (kind === 'curve') return '/crowthCurve'
  if (kind === 'prescription') return `/patients/detail/${pid}/prescription`
  return `/exam-report/${pid}`
}
/** What was sent, each with a mark where it was changed since. */
export const Pack = ({ of: consultation }: { of: Case }) => (
  <ul className="remote-pack">
    {consultation.pack.map((item) => (
      <li key={`${item.kind}${item.id}`}>
        <Link to={placeOf(consultation.pid, item.kind)} search={item.kind === 'curve' ? { pid: consultation.pid } : {}}>
          {tr(item.label)}
        </Link>{' '}
        {consultation.changed.includes(item.label) && <Badge tone="warn">{t`发送后有变更`}</Badge>}
      </li>
    ))}
    {consultation.pack.length === 0 && <li>{t`没有附资料`}</li>}
  </ul>
)
const nameOfStep = (move: string): string => {
  const moves: Readonly<Record<string, { readonly label: string }>> = remoteCase.moves
  return tr(moves[move]?.label ?? wordBegin)
}
const wordBegin = '申请'

export function CaseDetail({ id }: { id: number }) {
  const query = useCall(remote['telemedicine-subscribes.get'], { id }, { live: ['remote'] })
  return <Until of={query}>{query.data && <Whole of={query.data} />}</Until>
}
function Whole({ of: consultation }: { of: Case }) {
  return (
    <div className="remote-detail">
      <div className="remote-head">
        <Status of={remoteCase} value={consultation.status} /> <CaseMoves of={consultation} size="middle" />
      </div>
      <Facts
        columns={2}
        items={[
          [
            t`会员`,
            <Link key="m" to={`/patients/detail/${consultation.pid}`}>
              {consultation.patientName}
            </Link>,
          ],
          [
            t`性别、年龄`,
            <span key="a">
              {tr(showGender(consultation.gender))} <Age birth={consultation.birth} />
            </span>,
          ],
          [t`专家`, `${consultation.expertName} · ${t`房间 ${consultation.roomId}`}`],
          [t`申请医生`, `${consultation.doctorName ?? ''} · ${consultation.hospitalName}`],
          [
            t`时间`,
            consultation.mode
              ? t`${consultation.endAt.slice(0, 16)} 前答复`
              : `${consultation.startAt.slice(0, 16)}–${consultation.endAt.slice(11, 16)}`,
          ],
          [t`会诊费`, <Money key="f" of={consultation.fee} />],
          ...(consultation.cancelReason ? [[t`取消原因`, consultation.cancelReason] as const] : []),
        ]}
      />
      <Panel title={t`会诊问题`}>
        <p className="remote-text">{consultation.question}</p>
      </Panel>
      <Panel title={t`病例资料`}>
        <Pack of={consultation} />
      </Panel>
      <Chat of={consultation} />
      {consultation.recordId && (
        <p>
          <Link to={`/remote-record-print/${consultation.recordId}`}>{t`会诊报告`}</Link>
        </p>
      )}
      <Panel title={t`流转`}>
        <ol className="remote-steps num">
          {consultation.history.map((h, i) => (
            <li key={i}>
              {h.at.slice(5, 16)} {nameOfStep(h.move)} {h.staffName} {h.note}
            </li>
          ))}
          {consultation.present.map((p, i) => (
            <li key={`p${i}`}>{t`${p.name} 在场 ${p.from.slice(11, 16)}–${p.to?.slice(11, 16) ?? ''}`}</li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
