/** A member's follow-up: what is open, the series as a line, what was, and whether calls were forbidden. */
import { Button } from 'antd'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { Badge, Can, Panel, Rows, Status, Until, t, toast, tr, useCall, useCan, useId, useLetters, useSend } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import endpoints from '../contract/endpoints.ts'
import { stopKind } from '../contract/fields.ts'
import { isRule, ruleOf } from '../contract/rules.ts'
import { revisitMachine } from '../contract/states.ts'
import { RevisitForm } from './list/RevisitForm.tsx'
import { isAnswered, stale, wordOfCall, wordOfTask, type Task } from './words.ts'
import './revisits.css'

export default function MemberTab() {
  const pid = useId('patientId')
  const can = useCan()
  const list = useCall(endpoints['revisits.list-by-patient'], { pid }, { live: ['revisits', 'reservations'] })
  const [form, setForm] = useState(false)
  const add = () => can('revisit:edit') && setForm(true)
  useLetters({ n: add })
  const tasks = list.data?.list ?? []
  const series = [...new Set(tasks.flatMap((r) => r.seriesId ?? (r.rule && causeOf(r)) ?? []))]
  return (
    <PatientPage>
      <Until of={list}>
        {list.data && list.data.stops.length > 0 && <Stops of={list.data.stops} />}
        {series.map((id) => (
          <Series key={id} tasks={tasks.filter((r) => r.seriesId === id || causeOf(r) === id)} />
        ))}
        <Panel
          title={t`回访`}
          actions={
            <Can code="revisit:edit">
              <Button type="primary" onClick={add}>
                {t`新建回访`} <kbd>n</kbd>
              </Button>
            </Can>
          }
        >
          <Rows
            rows={tasks}
            rowKey={(r) => r.rvid}
            columns={[
              { title: t`应办时间`, cell: (r: Task) => <span className="num">{(r.doneRevisitTime ?? r.dueAt).slice(0, 16)}</span> },
              { title: t`任务类别`, cell: (r: Task) => wordOfTask(r.taskType) },
              { title: t`回访内容`, cell: (r: Task) => r.content },
              { title: t`状态`, cell: (r: Task) => <Status of={revisitMachine} value={r.status} /> },
              {
                title: t`结果`,
                cell: (r: Task) => (r.outcome === null && !isAnswered(r) ? r.cancelReason : wordOfCall(r.status, r.outcome)),
              },
              { title: t`备注`, cell: (r: Task) => r.note },
              { title: t`完成人`, cell: (r: Task) => r.doneByName ?? (r.status === revisitMachine.is.done ? t`系统` : r.reviewStaffName) },
            ]}
          />
        </Panel>
      </Until>
      {form && <RevisitForm pid={pid} onClose={() => setForm(false)} />}
    </PatientPage>
  )
}
/** What made a task, as one word: tasks of one cause are a series. */
const causeOf = (r: Task): string | undefined => (typeof r.addParams.ref === 'string' ? `${r.rule}:${r.addParams.ref}` : undefined)

/** A series as a line: each step in its state, from the first to the last. */
function Series({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length < 2) return null
  const inOrder = [...tasks].sort((a, b) => a.revisitTime.localeCompare(b.revisitTime))
  const [first] = inOrder
  const rule = first?.rule ?? null
  const name = isRule(rule) ? tr(ruleOf(rule).label) : wordOfTask(first?.taskType ?? 0)
  return (
    <section className="series-of">
      <h3>{t`${name}系列`}</h3>
      <ol className="series" aria-label={t`${name}系列`}>
        {inOrder.map((r) => (
          <li key={r.rvid}>
            <Status of={revisitMachine} value={r.status} />
            <span>{r.content?.split(' · ').at(-1) ?? wordOfTask(r.taskType)}</span>
            <small className="num soft">{(r.doneRevisitTime ?? r.dueAt).slice(0, 10)}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Stops({
  of: revisits,
}: {
  of: ReadonlyArray<{ id: number; kind: 1 | 2; reason: string | null; at: string; staffName: string | null }>
}) {
  const lift = useSend(endpoints['revisits.stop-lift'], { invalidates: stale, onSuccess: () => toast(t`可以再联系`, 'ok') })
  return (
    <div className="stops" role="alert">
      {revisits.map((s) => (
        <p key={s.id}>
          <Badge tone="bad">{tr(metaOf(stopKind).options?.[s.kind] ?? '')}</Badge>
          <span>{[s.at.slice(0, 10), s.staffName, s.reason].filter(Boolean).join(' · ')}</span>
          <Can code="revisit:edit">
            <Button size="small" onClick={() => lift.mutate({ id: s.id })}>{t`解除`}</Button>
          </Can>
        </p>
      ))}
    </div>
  )
}
