/** A member's ortho-k case: the chain as a rail, the lenses with their age, what is next, and every record of it in place. */
import { Button } from 'antd'
import { useState } from 'react'
import { daysBetween } from '#kernel/contract/age.ts'
import {
  Act,
  Can,
  Empty,
  Panel,
  Scrolls,
  Slot,
  Status,
  confirm,
  t,
  tr,
  useCall,
  useCan,
  useId,
  useSearch,
  useSend,
  today,
} from '#kernel/web/index.ts'
import { Gallery } from '#modules/exams/web/door.tsx'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { records } from '../../contract/endpoints.ts'
import type { RecordKindName } from '../../contract/kinds/kind.ts'
import type { CaseOfMember, ChainRecord, OrthokStation } from '../../contract/okjing/shapes.ts'
import { caseMachine, recordMachine } from '../../contract/okjing/states.ts'
import { besideLenses } from '../../contract/slots.ts'
import { callOf, kindOf } from './calls.ts'
import { Lenses } from './Lenses.tsx'
import { TrialsOut } from './TrialsOut.tsx'
import { RecordForm } from './RecordForm.tsx'
import { labelOfKind } from './words.ts'
import './okjing.css'

/** Pictures of examinations that show what fluorescein does under a lens. */
const FLUORESCEIN = 6
const CHAIN: readonly RecordKindName[] = [
  'okjing-first-record',
  'medical-history',
  'inquiry',
  'okjing-trial-lens',
  'fluoresce-in',
  'fitting',
  'okjing-take-record',
  'okjing-first-review',
  'okjing-regular-review',
]
/** The record that makes a station done. */
function kindAt(station: string): RecordKindName {
  const before: Readonly<Record<string, RecordKindName>> = {
    first: 'okjing-first-record',
    trial: 'okjing-trial-lens',
    fitting: 'fitting',
    order: 'fitting',
    take: 'okjing-take-record',
    day1: 'okjing-first-review',
  }
  return before[station] ?? 'okjing-regular-review'
}
const isKind = (word: string | undefined): word is RecordKindName => CHAIN.some((kind) => kind === word)

export default function Okjing() {
  const pid = useId('patientId')
  const [{ kind, id }, setSearch] = useSearch()
  const found = useCall(records['okjing.case'], { pid }, { live: ['records'] })
  const member = found.data
  const leave = () => setSearch({ kind: undefined, id: undefined })
  const open = (next: RecordKindName, row?: number) => setSearch({ kind: next, id: row ?? 'new' }, true)
  return (
    <PatientPage of={found} note={member?.case && <Status of={caseMachine} value={member.case.status} />}>
      {member && (
        <>
          <Rail of={member.rail} onOpen={(s) => open(kindAt(s.key), s.recordId ?? undefined)} />
          {isKind(kind) ? (
            <Opened key={`${kind}.${id}`} of={member} kind={kind} id={id} onLeave={leave} />
          ) : (
            <div className="ok-case">
              <div>
                <Lenses of={member} />
                <Slot of={besideLenses} told={{ pid: member.pid }} />
                <Chain of={member} onOpen={open} />
                <Can code="exam:view">
                  <Gallery pid={member.pid} type={FLUORESCEIN} title={t`荧光图像`} />
                </Can>
              </div>
              <div>
                <Next of={member} onOpen={open} />
                <TrialsOut of={member.trialLenses} />
                <Write of={member} onOpen={open} />
              </div>
            </div>
          )}
        </>
      )}
    </PatientPage>
  )
}
/** A record that is written anew, or one that is read whole before its form is shown. */
export function Opened({
  of: member,
  kind,
  id,
  onLeave,
}: {
  of: CaseOfMember
  kind: RecordKindName
  id: string | undefined
  onLeave: () => void
}) {
  const number = Number(id)
  const record = useCall(callOf(kind, 'get'), { id: number }, { enabled: number > 0 })
  // What is read anew because it was just changed is waited for: nobody sees what it said before.
  if (number > 0 && (!record.data || (record.isFetching && !record.isFetchedAfterMount))) return <p className="soft">{t`正在读取`}</p>
  return <RecordForm of={member} kind={kind} row={record.data} onLeave={onLeave} />
}

const Rail = ({ of: station, onOpen }: { of: readonly OrthokStation[]; onOpen: (station: OrthokStation) => void }) => (
  <ol className="ok-rail" aria-label={t`验配进度`}>
    {station.map((s) => (
      <li key={s.key} className={s.state}>
        <button type="button" onClick={() => onOpen(s)}>
          <i aria-hidden>{s.state === 'done' ? '✓' : ''}</i>
          <strong>{tr(s.label)}</strong>
          <span className="num">{s.on?.slice(5) ?? '—'}</span>
          {s.state === 'late' && s.on && <em>{t`迟 ${daysBetween(s.on, today())} 天`}</em>}
          {s.state === 'missed' && <em>{t`未做`}</em>}
        </button>
      </li>
    ))}
  </ol>
)

/** The next act: which record, when it was due, what must stand before it. */
function Next({ of: member, onOpen }: { of: CaseOfMember; onOpen: (kind: RecordKindName, row?: number) => void }) {
  const next = member.rail.find((s) => s.state === 'now' || s.state === 'late')
  if (!next) return null
  const kind = kindAt(next.key)
  // A review that was submitted is done: what waits is one still in draft.
  const open: readonly number[] = next.on ? [recordMachine.is.draft] : recordMachine.in.open
  const waiting = member.records.findLast((r) => r.kind === kind && open.includes(r.status))
  return (
    <Panel title={t`下一步：${tr(next.label)}`}>
      {next.on && (
        <p>
          {t`应在 ${next.on}`}
          {next.state === 'late' && <strong className="bad">{t`，迟 ${daysBetween(next.on, today())} 天`}</strong>}
        </p>
      )}
      {!member.consented && next.key === 'first' && <p className="warn">{t`签名前需要监护人知情同意，请在会员资料中办理`}</p>}
      {waiting && <p className="soft">{recordMachine.is.draft === waiting.status ? t`有草稿未提交` : t`等待医师签名或核对`}</p>}
      <Can code="record:edit">
        <Button type="primary" block onClick={() => onOpen(kind, waiting?.id)}>
          {waiting ? t`继续 ${labelOfKind(kind)}` : t`开始 ${labelOfKind(kind)}`}
        </Button>
      </Can>
    </Panel>
  )
}
/** Every kind of record that may be written now; one that may not says why. */
function Write({ of: member, onOpen }: { of: CaseOfMember; onOpen: (kind: RecordKindName) => void }) {
  const can = useCan()
  const close = useSend(records['okjing.close'], { invalidates: [records['okjing.case']] })
  if (!can('record:edit')) return null
  const open = member.case !== null && caseMachine.in.open.includes(member.case.status)
  const why = (kind: RecordKindName): string | false => {
    if (kind === 'medical-history' || kind === 'inquiry') return false
    if (kind === 'okjing-first-record')
      return open && member.records.some((r) => r.kind === kind && r.status !== recordMachine.is.voided) && t`这次验配已有初诊记录`
    return !open && t`请先建立硬镜初诊记录`
  }
  const end = async () => {
    const reason = await confirm({ message: t`结束这次验配？`, reason: { label: t`结束原因`, required: true } })
    if (typeof reason === 'string' && member.case) close.mutate({ id: member.case.caseId, reason })
  }
  return (
    <Panel title={t`写记录`}>
      <div className="ok-write">
        {CHAIN.map((kind) => (
          <Act key={kind} size="small" unless={why(kind)} onClick={() => onOpen(kind)}>
            {labelOfKind(kind)}
          </Act>
        ))}
        {open && can('record:sign') && <Button size="small" danger onClick={() => void end()}>{t`结束验配`}</Button>}
      </div>
    </Panel>
  )
}

/** Records of the case and, beside it, the member's histories and inquiries, newest first. */
function Chain({ of: member, onOpen }: { of: CaseOfMember; onOpen: (kind: RecordKindName, row: number) => void }) {
  const [all, setAll] = useState(false)
  const rows = member.records.toReversed().filter((r) => all || r.status !== recordMachine.is.voided)
  if (!member.records.length) return <Empty text={t`还没有记录，从硬镜初诊记录开始`} />
  return (
    <Panel
      title={t`记录`}
      actions={
        <Button size="small" onClick={() => setAll(!all)}>
          {all ? t`不看作废` : t`包括作废`}
        </Button>
      }
    >
      <Scrolls>
        <table className="grid">
          <thead>
            <tr>
              {[t`时间`, t`记录`, t`要点`, t`记录人`, t`状态`].map((h) => (
                <th key={h} scope="col">
                  {h}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((r) => (
              <tr
                key={r.id}
                className="opens"
                tabIndex={0}
                onClick={() => onOpen(r.kind, r.id)}
                onKeyDown={(e) => e.key === 'Enter' && onOpen(r.kind, r.id)}
              >
                <td className="num">{r.recordAt.slice(0, 10)}</td>
                <td>{labelOfKind(r.kind)}</td>
                <td>{pointOf(r)}</td>
                <td>{r.signerName ?? r.recorderName}</td>
                <td>
                  <Status of={recordMachine} value={r.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </Panel>
  )
}
/** What a record comes to, in a few words. */
function pointOf({ body, kind }: ChainRecord): string {
  const { fields } = kindOf(kind)
  const words = (name: string) => tr(fields[name]?.meta()?.options?.[String(body[name])] ?? '')
  const parts = ['eye', 'result', 'verdict', 'visit', 'decision', 'product'].flatMap((name) => {
    const value = body[name]
    if (typeof value !== 'string') return []
    return [words(name) || value]
  })
  return parts.join(' · ') || '—'
}
