/** The frame of the examination screens: who is examined, which examination, what state it is in. */
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  Link,
  Screen,
  Status,
  confirm,
  keyOf,
  queries,
  t,
  toast,
  tr,
  useCan,
  useGo,
  useId,
  useScreen,
  useSearch,
  useSend,
  type Callable,
  useCall,
} from '#kernel/web/index.ts'
import { PatientBarFor, PatientTabs } from '#modules/patients/web/door.tsx'
import { exams } from '../../contract/endpoints.ts'
import contractScreens from '../../contract/screens.ts'
import { examMachines, examStates, type ExamKind } from '../../contract/states.ts'
import '../exams.css'
import { useSister } from '../sister.ts'
import type { ExamBase } from './history.ts'

const tabs = Object.entries(contractScreens).flatMap(([path, entry]) => (path.includes('/examine/') ? [{ path, title: entry.title }] : []))

/** One examination screen: the member's bar, the tabs of the examinations, and what stands in it. */
export function Workbench({
  children,
  of,
  note,
}: {
  children: ReactNode
  of?: React.ComponentProps<typeof Screen>['of']
  note?: ReactNode
}) {
  const pid = useId('patientId')
  const here = useScreen()?.path
  const [{ resid }] = useSearch()
  const go = useGo()
  return (
    <Screen
      bar={
        <>
          <PatientBarFor pid={pid} />
          <PatientTabs pid={pid} />
          <nav className="exam-tabs" aria-label={t`检查项目`}>
            {tabs.map((tab) => (
              <Link
                key={tab.path}
                to={tab.path.replace('{patientId}', String(pid))}
                search={{ resid }}
                className={tab.path === here ? 'here' : ''}
              >
                {tr(tab.title)}
              </Link>
            ))}
          </nav>
        </>
      }
      actions={<Button onClick={() => go(`/exam-report/${pid}`)}>{t`打印检查报告`}</Button>}
      {...(of ? { of } : {})}
      {...(note === undefined ? {} : { note })}
    >
      {children}
    </Screen>
  )
}

/** What state the shown examination is in, who made and signed it, and what may be done with it. `onAmend` gets the reason. */
export function ExamState({
  kind,
  exam,
  stale,
  onAmend,
  amending,
}: {
  kind: ExamKind
  exam: ExamBase | undefined
  stale: readonly Callable[]
  onAmend: (reason: string) => void
  amending: boolean
}) {
  const [, setSearch] = useSearch()
  const can = useCan()
  const [versions, setVersions] = useState(false)
  const refresh = () => stale.forEach((e) => void queries.invalidateQueries({ queryKey: keyOf(e) }))
  if (!exam) return null
  return (
    <section className="panel exam-state">
      <Status of={examMachines[kind]} value={exam.status} />
      <span className="num">{exam.examTime.slice(0, 16)}</span>
      <span>{exam.examinerName}</span>
      {exam.device && <span className="soft">{exam.device}</span>}
      {exam.signerName && <span className="soft">{t`审核：${exam.signerName}`}</span>}
      {amending && <span className="warn">{t`正在更正，原记录会保留`}</span>}
      <span className="screen-actions">
        {exam.version > 0 && <Button size="small" onClick={() => setVersions(!versions)}>{t`历史版本`}</Button>}
        <Changing kind={kind} exam={exam} refresh={refresh} onAmend={onAmend} amending={amending} />
        {can('exam:edit') && <Button size="small" onClick={() => setSearch({ id: 'new' }, true)}>{t`新检查`}</Button>}
      </span>
      {versions && <Versions kind={kind} id={exam.id} />}
    </section>
  )
}

/** What may be done with an examination; of another store's, nothing, or everything with a reason. */
function Changing({
  kind,
  exam,
  refresh,
  onAmend,
  amending,
}: {
  kind: ExamKind
  exam: ExamBase
  refresh: () => void
  onAmend: (reason: string) => void
  amending: boolean
}) {
  const can = useCan()
  const sister = useSister(exam)
  const [, setSearch] = useSearch()
  const sign = useSend(exams['exams.sign'], { onSuccess: () => (refresh(), toast(t`已审核`, 'ok')) })
  const cancel = useSend(exams['exams.void'], { onSuccess: () => (refresh(), setSearch({ id: undefined }), toast(t`已作废`, 'ok')) })
  if (sister.closed) return <span className="soft">{sister.closed}</span>
  const { id, version, status } = exam
  const ask = async (label: string, message: string, then: (reason: string) => void, danger = false) => {
    const said = await confirm({ message, reason: { label, required: true }, danger })
    if (typeof said === 'string') then(said)
  }
  const given = async (then: (reason: string | undefined) => void) => {
    const reason = await sister.reason()
    if (reason !== false) then(reason)
  }
  const cancelled = (reason: string) => cancel.mutate({ kind, id, reason, version })
  return (
    <>
      {status === examStates.is.submitted && can('exam:sign') && (
        <Button
          size="small"
          loading={sign.isPending}
          onClick={() => void given((reason) => sign.mutate({ kind, id, version, reason }))}
        >{t`审核`}</Button>
      )}
      {sister.foreign && examStates.in.open.includes(status) && !amending && can('exam:edit') && (
        <Button size="small" onClick={() => void given((reason) => reason && onAmend(reason))}>{t`修改`}</Button>
      )}
      {status === examStates.is.signed && !amending && can('exam:sign') && (
        <Button size="small" onClick={() => void ask(t`更正原因`, t`已审核的检查只能更正，原记录会保留。`, onAmend)}>{t`更正`}</Button>
      )}
      {status !== examStates.is.voided && can(status === examStates.is.signed ? 'exam:sign' : 'exam:edit') && (
        <Button size="small" danger onClick={() => void ask(t`作废原因`, t`作废后不再用于处方和曲线。`, cancelled, true)}>{t`作废`}</Button>
      )}
    </>
  )
}

function Versions({ kind, id }: { kind: ExamKind; id: number }) {
  const { data } = useCall(exams['exams.versions'], { kind, id })
  if (!data) return null
  if (data.total === 0) return <span className="soft">{t`没有更正过`}</span>
  return (
    <ul>
      {data.list.map((v) => (
        <li key={v.versionId}>
          {t`第 ${v.version} 版`} · {v.at.slice(0, 16)} · {v.person ?? '—'} · {v.reason ?? '—'}
        </li>
      ))}
    </ul>
  )
}
