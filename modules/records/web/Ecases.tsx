/** Case records of a member: written, submitted, signed. */
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import {
  Can,
  Empty,
  Form,
  Panel,
  Status,
  confirm,
  t,
  toast,
  today,
  useCall,
  useCan,
  useGo,
  useId,
  useSearch,
  useSend,
  type FormState,
} from '#kernel/web/index.ts'
import { Conflict, useHeld, useSister } from '#modules/exams/web/door.tsx'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { Phrases } from '#modules/settings/web/door.tsx'
import { records } from '../contract/endpoints.ts'
import { diagnosisText } from '../contract/ecase.ts'
import { CaseItems, Diagnoses } from './EcaseLines.tsx'
import { Ecase as EcaseShape, type Ecase } from '../contract/shapes.ts'
import { ecaseMachine } from '../contract/states.ts'
import './records.css'

const { is } = ecaseMachine
const isOpen = (record: Ecase) => ecaseMachine.in.open.includes(record.status)
const stale = [records['ecase.list']]

export default function Ecases() {
  const pid = useId('patientId')
  const [{ id }, setSearch] = useSearch()
  const list = useCall(records['ecase.list'], { pid, per_page: 50 }, { live: ['records'] })
  const rows = list.data?.list ?? []
  const open = rows.find((r) => String(r.ecaseId) === id)
  return (
    <PatientPage
      of={list}
      note={t`${list.data?.total ?? 0} 份`}
      actions={
        <Can code="ecase:edit">
          <Button type="primary" onClick={() => setSearch({ id: 'new' }, true)}>{t`写病历`}</Button>
        </Can>
      }
    >
      {id === 'new' || open ? (
        <CaseForm key={id} open={open} onLeave={() => setSearch({ id: undefined })} />
      ) : rows.length === 0 ? (
        <Empty text={t`还没有病历`} />
      ) : (
        <Cases rows={rows} onOpen={(record) => setSearch({ id: record.ecaseId }, true)} />
      )}
    </PatientPage>
  )
}

const Cases = ({ rows, onOpen }: { rows: readonly Ecase[]; onOpen: (record: Ecase) => void }) => (
  <Panel>
    <table className="grid">
      <thead>
        <tr>
          {[t`就诊时间`, t`医师`, t`主诉`, t`诊断`, t`状态`].map((h) => (
            <th key={h} scope="col">
              {h}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r.ecaseId} className="opens" tabIndex={0} onClick={() => onOpen(r)} onKeyDown={(e) => e.key === 'Enter' && onOpen(r)}>
            <td className="num">{r.visitAt.slice(0, 16)}</td>
            <td>{r.doctorName}</td>
            <td>{r.chiefComplaint ?? '—'}</td>
            <td>{r.diagnosis ?? '—'}</td>
            <td>
              <Status of={ecaseMachine} value={r.status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
)

/** What is written in a case record, in its order on the page. */
const WRITTEN = ['chiefComplaint', 'history', 'findings', 'diagnosis', 'advice', 'nextDate', 'visitAt'] as const
const writtenIn = (record: Ecase) =>
  Object.fromEntries([...WRITTEN, 'diagnoses' as const, 'items' as const].map((name) => [name, record[name]]))
const WRITTEN_FIELDS = EcaseShape.pick({
  chiefComplaint: true,
  history: true,
  findings: true,
  diagnosis: true,
  advice: true,
  nextDate: true,
  visitAt: true,
  diagnoses: true,
  items: true,
}).shape
/** Texts before the diagnoses, and after them. */
const BEFORE = ['chiefComplaint', 'history', 'findings'] as const
const AFTER = ['diagnosis', 'advice'] as const

function CaseForm({ open: latest, onLeave }: { open: Ecase | undefined; onLeave: () => void }) {
  const held = useHeld(latest, (row) => ({ id: row.ecaseId, version: row.version }), String(latest?.ecaseId ?? 'new'))
  const open = held.row
  const pid = useId('patientId')
  const can = useCan()
  const [{ resid }] = useSearch()
  const [reason, setReason] = useState<string>()
  const initial = useMemo(() => (open ? writtenIn(open) : {}), [open])
  const { foreign } = useSister(open)
  const locked = open !== undefined && (foreign || !isOpen(open)) && reason === undefined
  return (
    <>
      {open && <CaseState open={open} reason={reason} onReason={setReason} onLeave={onLeave} />}
      <Form
        of={records['ecase.save']}
        fixed={{
          pid,
          ...(resid ? { resid: Number(resid) } : {}),
          ...(open ? { ecaseId: open.ecaseId, version: held.version } : {}),
          ...(reason ? { reason } : {}),
        }}
        initial={initial}
        {...(locked ? {} : { draft: `ecase.${pid}.${open?.ecaseId ?? 'new'}` })}
        fields={[
          { render: (form: FormState) => <Conflict held={held} form={form} fields={WRITTEN_FIELDS} /> },
          ...(locked ? [] : [{ render: (form: FormState) => <Phrases form={form} /> }]),
          ...BEFORE,
          { render: (form: FormState) => <Diagnoses form={form} locked={locked} /> },
          ...AFTER,
          { render: (form: FormState) => <CaseItems form={form} locked={locked} /> },
          { key: 'nextDate', hint: t`今天 ${today()}` },
          'visitAt',
        ]}
        before={(v, _, way) => ({ ...v, ...(spelt(v, open) ? { diagnosis: undefined } : {}), status: savedAs(open, way) })}
        readOnly={locked}
        invalidates={stale}
        saveLabel={reason ? t`保存更正` : t`保存并提交`}
        more={(form) => (
          <>
            {(!open || open.status === is.draft) && <Button disabled={form.busy} onClick={() => form.submit('draft')}>{t`暂存`}</Button>}
            {(!open || isOpen(open)) && can('ecase:sign') && (
              <Button disabled={form.busy} onClick={() => form.submit('signed')}>{t`保存并签名`}</Button>
            )}
          </>
        )}
        onDone={() => (toast(t`已保存`, 'ok'), onLeave())}
        onLeave={onLeave}
      />
    </>
  )
}
/** Diagnoses stand in lines, and the text says no more than they do or did: it is made of them anew. */
const spelt = (v: Record<string, unknown>, former: Ecase | undefined): boolean =>
  Array.isArray(v.diagnoses) && v.diagnoses.length > 0 && (!v.diagnosis || v.diagnosis === diagnosisText(former?.diagnoses ?? []))
/** The state a record is saved in; it never falls back. */
function savedAs(open: Ecase | undefined, way: string | undefined): number {
  if (open?.status === is.signed || way === 'signed') return is.signed
  return way === 'draft' && (open?.status ?? is.draft) === is.draft ? is.draft : is.submitted
}

/** Where a case record stands and what may be done with it; with another store's, nothing, or everything with a reason. */
function CaseState({
  open,
  reason,
  onReason,
  onLeave,
}: {
  open: Ecase
  reason: string | undefined
  onReason: (reason: string) => void
  onLeave: () => void
}) {
  const pid = useId('patientId')
  const go = useGo()
  const can = useCan()
  const sister = useSister(open)
  const cancel = useSend(records['ecase.void'], { invalidates: stale, onSuccess: onLeave })
  const ask = async (label: string, message: string, then: (answer: string) => void, danger = false) => {
    const answer = await confirm({ message, reason: { label, required: true }, danger })
    if (typeof answer === 'string') then(answer)
  }
  return (
    <p className="panel case-state">
      <Status of={ecaseMachine} value={open.status} /> <span className="num">{open.visitAt.slice(0, 16)}</span>{' '}
      <span>{open.doctorName}</span>
      {open.signerName && <span className="soft">{t`签名：${open.signerName}`}</span>}
      <span className="screen-actions">
        <Button size="small" onClick={() => go(`/ecasePrint/${pid}/${open.ecaseId}`)}>{t`打印`}</Button>
        {sister.closed && <span className="soft">{sister.closed}</span>}
        {sister.foreign && !sister.closed && isOpen(open) && !reason && can('ecase:edit') && (
          <Button size="small" onClick={() => void sister.reason().then((answer) => answer && onReason(answer))}>{t`修改`}</Button>
        )}
        {open.status === is.signed && !sister.closed && !reason && can('ecase:sign') && (
          <Button size="small" onClick={() => void ask(t`更正原因`, t`已签名的病历只能更正，原病历会保留。`, onReason)}>{t`更正`}</Button>
        )}
        {open.status !== is.voided && !sister.closed && can('ecase:sign') && (
          <Button
            size="small"
            danger
            onClick={() =>
              void ask(t`作废原因`, t`作废后病历只可查看。`, (answer) => cancel.mutate({ id: open.ecaseId, reason: answer }), true)
            }
          >{t`作废`}</Button>
        )}
      </span>
    </p>
  )
}
