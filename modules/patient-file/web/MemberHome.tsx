/** The member's home: alerts, the curve, visits; beside them the present state in reading order; money is one line. */
import { Button } from 'antd'
import { CalendarPlus, ChartLine, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Can, Key, t, today, useCall, useGo, useHolds, useId, useLetters } from '#kernel/web/index.ts'
import { MemberBar, MemberDetails, MemberTags, PatientPage } from '#modules/patients/web/door.tsx'
import { patientFile } from '../contract/endpoints.ts'
import type { MemberFile } from '../contract/shapes.ts'
import { alertsOf, type Alert } from './alerts.ts'
import { NowFacts } from './NowFacts.tsx'
import { Present } from './Present.tsx'
import { Trend } from './Trend.tsx'
import { Visits } from './Visits.tsx'
import './patient-file.css'

const TOPICS = ['patients', 'loyalty', 'reservations', 'exams', 'records', 'billing', 'frame-orders'] as const

export default function MemberHome() {
  const pid = useId('patientId')
  const go = useGo()
  const holds = useHolds()
  const file = useCall(patientFile['patient-file.get'], { pid }, { live: TOPICS })
  const book = () => holds('reservation:edit') && go(`/patients/detail/${pid}/reserve?new=1`)
  const chart = () => holds('exam:view') && go(`/patients/detail/${pid}/examine/graph`)
  useLetters({ b: book, g: chart })
  const member = file.data?.member
  return (
    <PatientPage
      of={file}
      bar={file.data ? <MemberBar of={file.data.member} facts={<NowFacts of={file.data.now} />} /> : <></>}
      actions={
        <>
          {member && <MemberTags of={member} />}
          <Can code="exam:view">
            <Button icon={<ChartLine size={14} />} onClick={chart}>
              {t`发育曲线`} <Key>G</Key>
            </Button>
          </Can>
          <Can code="patient:save">
            <Button icon={<Pencil size={14} />} onClick={() => go(`/patients/detail/${pid}/basic`)}>{t`修改资料`}</Button>
          </Can>
          <Can code="reservation:edit">
            <Button type="primary" icon={<CalendarPlus size={14} />} onClick={book}>
              {t`预约`} <Key>B</Key>
            </Button>
          </Can>
        </>
      }
    >
      {file.data && <File key={pid} of={file.data} />}
    </PatientPage>
  )
}

function File({ of }: { of: MemberFile }) {
  const alerts = alertsOf(of, today())
  return (
    <div className="member-file">
      <div className="file-main">
        {alerts.length > 0 && <Alerts of={alerts} />}
        {of.curve && <Trend of={of.curve} now={of.now} />}
        {(of.curve || of.visits.length > 0) && <Visits of={of.visits} birth={of.member.birth} />}
      </div>
      <Present of={of} />
      <Kept of={of} />
    </div>
  )
}

const Alerts = ({ of }: { of: readonly Alert[] }) => (
  <ul className="panel file-alerts" aria-label={t`提醒`}>
    {of.map((alert) => (
      <li key={alert.word}>
        <span className={`status ${alert.tone}`}>
          <i aria-hidden />
          <strong>{alert.word}</strong>
        </span>
        <span className="num">{alert.text}</span>
      </li>
    ))}
  </ul>
)

/** The person's own facts, asked for when they are opened; open by itself for a member of whom nothing else is known. */
function Kept({ of }: { of: MemberFile }) {
  const [open, setOpen] = useState(of.visits.length === 0)
  return (
    <section className="file-kept">
      <button type="button" className="file-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t`资料、家人、病史、同意书和绑定的卡`}
      </button>
      {open && <MemberDetails of={of.member} />}
    </section>
  )
}
