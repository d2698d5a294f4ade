/** What the member's page shows of the prescriptions: the newest one in force. */
import { Empty, Link, Rx, t, tr, useCall } from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { records } from '../contract/endpoints.ts'
import { prescriptionMachine } from '../contract/states.ts'
import { kindLabel } from './RxLines.tsx'
import './records.css'

export default function HomeSection({ pid }: { pid: number }) {
  const { data } = useCall(records['prescription.list'], { pid, per_page: 10 }, { live: ['records'] })
  if (!data) return null
  const rx = data.list.find((r) => prescriptionMachine.in.issued.includes(r.status)) ?? data.list[0]
  if (!rx) return <Empty text={t`还没有处方。验光保存后可以据此开具`} />
  return (
    <article className="rx-card">
      <header>
        <Link to={`/patients/detail/${pid}/prescription`}>{rx.rxNo}</Link>
        <span className="num">{rx.orderDate}</span>
        <span>{rx.doctorName}</span>
        <span className="soft">
          {tr(wordOf(prescriptionMachine, rx.status))} · {t`有效期至 ${rx.validUntil}`}
        </span>
      </header>
      <div className="pairs">
        {rx.list.map((l) => (
          <div key={l.lineId}>
            <small>{tr(kindLabel(l.kind))}</small>
            <Rx of={l} />
          </div>
        ))}
      </div>
    </article>
  )
}
