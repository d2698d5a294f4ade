/** Member's home: alerts, growth curve, visits; next to them the current state in reading order, with money as one line. */
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
      bar={file.data ? <MemberBar of={file.data.member} facts={<NowFacts facts={file.data.now} />} /> : <></>}
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
      {file.data && <File key={pid} file={file.data} />}
    </PatientPage>
  )
}

function File({ file }: { file: MemberFile }) {
  const alerts = alertsOf(file, today())
  return (
    <div className="member-file">
      <div className="file-main">
        {alerts.length > 0 && <Alerts alerts={alerts} />}
        {file.curve && <Trend curve={file.curve} now={file.now} />}
        {(file.curve || file.visits.length > 0) && <Visits visits={file.visits} birth={file.member.birth} />}
      </div>
      <Present file={file} />
      <Kept file={file} />
    </div>
  )
}

const Alerts = ({ alerts }: { alerts: readonly Alert[] }) => (
  <ul className="panel file-alerts" aria-label={t`提醒`}>
    {alerts.map((alert) => (
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

/** Personal details, loaded on demand; expanded for a member without other data. */
function Kept({ file }: { file: MemberFile }) {
  const [open, setOpen] = useState(file.visits.length === 0)
  return (
    <section className="file-kept">
      <button type="button" className="file-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t`资料、家人、病史、同意书和绑定的卡`}
      </button>
      {open && <MemberDetails of={file.member} />}
    </section>
  )
}
