/** The left column of a section: which examination, what state it is in, who made it, and what may be done with it. */
import { Button, Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useContext, useState, type ReactNode } from 'react'
import { Status, confirm, keyOf, queries, t, toast, tr, useCall, useCan, useSend, type Callable } from '#kernel/web/index.ts'
import { exams } from '../../contract/endpoints.ts'
import { examMachines, examStates, type ExamKind } from '../../contract/states.ts'
import { FromDevice } from '../form/FromDevice.tsx'
import type { ExamBase } from '../form/history.ts'
import { useSister } from '../sister.ts'
import { SegmentContext, useAsked } from './place.ts'

interface SectionHeadProps {
  title: string
  kind: ExamKind
  exam: ExamBase | undefined
  stale: readonly Callable[]
  onAmend: (reason: string) => void
  amending: boolean
  lacks: ReadonlyArray<{ label: string }>
  children?: ReactNode
}
export function SectionHead({ title, kind, exam, lacks, children, ...rest }: SectionHeadProps) {
  const [versions, setVersions] = useState(false)
  return (
    <header className="visit-head">
      <h2>{tr(title)}</h2>
      {exam && <Status of={examMachines[kind]} value={exam.status} />}
      {exam && (
        <span className="soft num">
          {exam.examTime.slice(5, 16)} {exam.examinerName}
        </span>
      )}
      {exam?.device && <span className="soft">{exam.device}</span>}
      {exam && <FromDevice kind={kind} origin={exam.origin} />}
      {exam?.signerName && <span className="soft">{t`审核：${exam.signerName}`}</span>}
      {rest.amending && <span className="warn">{t`正在更正，原记录会保留`}</span>}
      {lacks.map((l) => (
        <span key={l.label} className="warn">{t`缺 ${l.label}`}</span>
      ))}
      {children}
      {exam && <Changing kind={kind} exam={exam} onVersions={() => setVersions(!versions)} {...rest} />}
      {exam && versions && <Versions kind={kind} id={exam.id} />}
    </header>
  )
}

type ChangingProps = Pick<SectionHeadProps, 'kind' | 'stale' | 'onAmend' | 'amending'> & { exam: ExamBase; onVersions: () => void }
/** The next step as a button; what is seldom done, and what destroys, in the list behind it. */
function Changing({ kind, exam, stale, onAmend, amending, onVersions }: ChangingProps) {
  const can = useCan()
  const sister = useSister(exam)
  const [, setAsked] = useAsked(useContext(SegmentContext))
  const refresh = () => stale.forEach((e) => void queries.invalidateQueries({ queryKey: keyOf(e) }))
  const sign = useSend(exams['exams.sign'], { onSuccess: () => (refresh(), toast(t`已审核`, 'ok')) })
  const cancel = useSend(exams['exams.void'], { onSuccess: () => (refresh(), setAsked(undefined), toast(t`已作废`, 'ok')) })
  const { id, version, status } = exam
  const { is } = examStates
  const ask = async (label: string, message: string, then: (reason: string) => void, danger = false) => {
    const answer = await confirm({ message, reason: { label, required: true }, danger })
    if (typeof answer === 'string') then(answer)
  }
  const withReason = async (then: (reason: string | undefined) => void) => {
    const reason = await sister.reason()
    if (reason !== false) then(reason)
  }
  const open = !sister.closed
  const items = [
    open && sister.foreign && examStates.in.open.includes(status) && !amending && can('exam:edit')
      ? { key: 'edit', label: t`修改`, onClick: () => void withReason((reason) => reason && onAmend(reason)) }
      : null,
    open && status === is.signed && !amending && can('exam:sign')
      ? { key: 'amend', label: t`更正`, onClick: () => void ask(t`更正原因`, t`已审核的检查只能更正，原记录会保留。`, onAmend) }
      : null,
    can('exam:edit') ? { key: 'new', label: t`新检查`, onClick: () => setAsked('new', true) } : null,
    version > 0 ? { key: 'versions', label: t`历史版本`, onClick: onVersions } : null,
    open && status !== is.voided && can(status === is.signed ? 'exam:sign' : 'exam:edit')
      ? {
          key: 'void',
          label: t`作废`,
          danger: true,
          onClick: () =>
            void ask(t`作废原因`, t`作废后不再用于处方和曲线。`, (reason) => cancel.mutate({ kind, id, reason, version }), true),
        }
      : null,
  ]
  return (
    <>
      {sister.closed && <span className="soft">{sister.closed}</span>}
      <span className="visit-acts">
        {open && status === is.submitted && can('exam:sign') && (
          <Button
            size="small"
            loading={sign.isPending}
            onClick={() => void withReason((reason) => sign.mutate({ kind, id, version, reason }))}
          >{t`审核`}</Button>
        )}
        {items.some(Boolean) && (
          <Dropdown trigger={['click']} menu={{ items }}>
            <Button size="small" aria-label={t`更多操作`} icon={<Ellipsis size={14} />} />
          </Dropdown>
        )}
      </span>
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
