/** One record of any kind: written, submitted, signed, amended; who signed it and what it said before. */
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { inUse, metaOf } from '#kernel/contract/index.ts'
import { readUdi } from '#kernel/contract/gs1/gs1.ts'
import {
  Empty,
  Form,
  Panel,
  Status,
  confirm,
  t,
  toast,
  tr,
  useCall,
  useCan,
  useGo,
  useScanner,
  useSend,
  useWho,
  type FormItem,
  type FormState,
} from '#kernel/web/index.ts'
import { Phrases } from '#modules/settings/web/door.tsx'
import { records } from '../../contract/endpoints.ts'
import type { Body, RecordKindName } from '../../contract/kinds/kind.ts'
import type { CaseOfMember } from '../../contract/okjing/shapes.ts'
import { recordMachine } from '../../contract/okjing/states.ts'
import { phrasedIn } from '../phrases/phrased.ts'
import '../records.css'
import { PrescribedFrom } from './RxFitting.tsx'
import { labelOfKind, saidOf } from './words.ts'
import { Asked } from './Asked.tsx'
import { callOf, itemsOf, kindOf, type AnyRecord } from './calls.ts'
import { Compared } from './Compared.tsx'
import { Helper } from './Helper.tsx'
import { Reviewed, useReviewed } from './Reviewed.tsx'

const { is } = recordMachine
const stale = [records['okjing.case'], records['medical-history.list'], records['inquiry.list']]

interface Props {
  of: CaseOfMember
  kind: RecordKindName
  row: AnyRecord | undefined
  onLeave: () => void
}
export function RecordForm({ of: member, kind, row, onLeave }: Props) {
  const can = useCan()
  const [reason, setReason] = useState<string>()
  const open = !row || recordMachine.in.open.includes(row.status)
  const locked = !can('record:edit') || (!open && reason === undefined)
  const initial = useMemo(() => ({ ...prefilled(member, kind), ...row }), [member, kind, row])
  const reviewed = useReviewed(member.pid, isReview(kind))
  const into = useMemo(() => phrasedIn(kindOf(kind).fields), [kind])
  const fields = itemsOf(kind, { ...ownItems(member, kind, locked), ...(isReview(kind) ? pointers(reviewed) : {}) })
  return (
    <>
      <RecordState of={member} kind={kind} row={row} amending={reason !== undefined} onReason={setReason} onLeave={onLeave} />
      <Form
        of={callOf(kind, row ? 'update' : 'create')}
        fixed={row ? { id: row.id, version: row.version, ...(reason ? { reason } : {}) } : { pid: member.pid }}
        initial={initial}
        {...(locked ? {} : { draft: `${kind}.${member.pid}.${row?.id ?? 'new'}` })}
        fields={[
          ...(locked || !Object.keys(into).length
            ? []
            : [{ render: (form: FormState) => <Phrases form={form} into={into} next={isReview(kind)} /> }]),
          ...(isReview(kind)
            ? [{ render: (form: FormState) => <Reviewed form={form} pid={member.pid} rows={reviewed.shaping} readOnly={locked} /> }]
            : []),
          ...fields,
          ...besides(member, kind),
        ]}
        before={(v, _, way) => ({ ...v, status: savedAs(row, way) })}
        readOnly={locked}
        invalidates={[...stale, callOf(kind, 'get'), records['clinical-record.versions']]}
        saveLabel={reason ? t`保存更正` : t`保存并提交`}
        more={(form) => (
          <>
            {(!row || row.status === is.draft) && <Button disabled={form.busy} onClick={() => form.submit('draft')}>{t`暂存`}</Button>}
            {open && can('record:sign') && <Button disabled={form.busy} onClick={() => form.submit('signed')}>{t`保存并签名`}</Button>}
          </>
        )}
        onDone={() => (toast(t`已保存`, 'ok'), onLeave())}
        onLeave={onLeave}
      />
      {row && row.version > 0 && !open && <Versions id={row.id} kind={kind} />}
    </>
  )
}
const isReview = (kind: RecordKindName): boolean => kind === 'okjing-first-review' || kind === 'okjing-regular-review'
/** The examinations a review names. */
const pointers = ({ exam, bioMeter, refraction }: ReturnType<typeof useReviewed>): Readonly<Record<string, FormItem<string>>> => ({
  examId: { key: 'examId', options: exam },
  bioMeterId: { key: 'bioMeterId', options: bioMeter },
  refractionId: { key: 'refractionId', options: refraction },
})
/** The state a record is saved in; it never falls back. */
function savedAs(row: AnyRecord | undefined, way: string | undefined): number {
  if (row?.status === is.signed || way === 'signed') return is.signed
  return way === 'draft' && (row?.status ?? is.draft) === is.draft ? is.draft : is.submitted
}

const lastOf = (lensCase: CaseOfMember, kind: RecordKindName, signed = false) =>
  lensCase.records.findLast((r) => r.kind === kind && (signed ? r.status === is.signed : recordMachine.in.valid.includes(r.status)))
/** What a new record may begin with: which fitting is handed over. Nothing measured. */
const prefilled = (member: CaseOfMember, kind: RecordKindName): Body => {
  const fitting = kind === 'okjing-take-record' ? lastOf(member, 'fitting', true) : undefined
  return fitting ? { fittingId: fitting.id, product: fitting.body.product } : {}
}
/** Fields the screen has choices or a control of its own for. */
function ownItems(member: CaseOfMember, kind: RecordKindName, readOnly: boolean): Readonly<Record<string, FormItem<string>>> {
  const among = (wanted: RecordKindName) =>
    member.records
      .filter((r) => r.kind === wanted && recordMachine.in.valid.includes(r.status))
      .map((r) => ({ value: r.id, label: `${r.recordAt.slice(0, 10)} ${labelOfKind(wanted)}` }))
  const lenses = member.lenses.map((l) => ({ value: l.id, label: `${l.eye === 'od' ? t`右` : t`左`} ${l.serial}` }))
  const { items } = kindOf(kind).fields
  return {
    fittingId: { key: 'fittingId', options: among('fitting') },
    trialId: { key: 'trialId', options: among('okjing-trial-lens') },
    lensId: { key: 'lensId', options: lenses },
    stopped: { key: 'stopped', options: lenses },
    trialLensId: { key: 'trialLensId', control: (form, id) => <TrialLensPicker id={id} form={form} /> },
    ...(items && { items: { render: (form: FormState) => <Asked form={form} name="items" field={items} readOnly={readOnly} /> } }),
  }
}
function TrialLensPicker({ id, form }: { id: string; form: FormState }) {
  const { hid } = useWho()
  const list = useCall(records['trial-lenses.list'], { hid, status: inUse.is.on })
  const chosen = form.values.trialLensId
  return (
    <select
      id={id}
      value={typeof chosen === 'number' ? chosen : ''}
      onChange={(e) => form.set('trialLensId', Number(e.target.value) || null)}
    >
      <option value="">—</option>
      {list.data?.list.map((l) => (
        <option key={l.id} value={l.id}>
          {l.name}
        </option>
      ))}
    </select>
  )
}
/** What stands beside the fields of a kind: the arithmetic of a fitting, the comparison of a take record. */
function besides(member: CaseOfMember, kind: RecordKindName): Array<FormItem<string>> {
  const first = lastOf(member, 'okjing-first-record')?.body ?? {}
  if (kind === 'fitting') return [{ render: (form: FormState) => <Helper form={form} first={first} /> }]
  if (kind !== 'okjing-take-record') return []
  return [
    {
      render: (form: FormState) => {
        const fitting = member.records.find((r) => r.id === form.values.fittingId)
        return <Boxes form={form} fitting={fitting?.body} />
      },
    },
  ]
}
/** Boxes are scanned one after the other, right eye first; what the code says is filled in. */
function Boxes({ form, fitting }: { form: FormState; fitting: Body | undefined }) {
  useScanner((code) => {
    const { udi, fault } = readUdi(code)
    if (!udi) return toast(tr(fault), 'bad')
    const side = form.values.udiOd ? 'Os' : 'Od'
    form.setAll({
      [`udi${side}`]: code,
      [`gtin${side}`]: udi.gtin ?? null,
      [`serial${side}`]: udi.serial ?? null,
      [`batch${side}`]: udi.batch ?? null,
      [`expiry${side}`]: udi.expiry ?? null,
    })
  })
  return fitting ? <Compared fitting={fitting} take={form.values} /> : <Empty text={t`请选择已核对的配适记录`} />
}

/** Where a record stands and what may be done with it. */
function RecordState({
  of: member,
  kind,
  row,
  amending,
  onReason,
  onLeave,
}: {
  of: CaseOfMember
  kind: RecordKindName
  row: AnyRecord | undefined
  amending: boolean
  onReason: (reason: string) => void
  onLeave: () => void
}) {
  const can = useCan()
  const go = useGo()
  const cancel = useSend(callOf(kind, 'update'), { invalidates: [...stale, callOf(kind, 'get')], onSuccess: onLeave })
  if (!row) return <p className="panel case-state">{labelOfKind(kind)}</p>
  const ask = async (label: string, message: string, then: (answer: string) => void, danger = false) => {
    const answer = await confirm({ message, reason: { label, required: true }, danger })
    if (typeof answer === 'string') then(answer)
  }
  const paper = PAPERS[kind]
  const signed = row.status === is.signed
  return (
    <p className="panel case-state">
      <strong>{labelOfKind(kind)}</strong> <Status of={recordMachine} value={row.status} />
      <span className="num">{row.recordAt.slice(0, 16)}</span> <span>{row.recorderName}</span>
      {row.signerName && <span className="soft">{t`签名：${row.signerName}`}</span>}
      {kind === 'fitting' && <PrescribedFrom of={member} id={row.id} status={row.status} />}
      <span className="screen-actions">
        {paper && <Button size="small" onClick={() => go(`${paper}/${row.id}`)}>{t`打印`}</Button>}
        {signed && !amending && can('record:sign') && (
          <Button size="small" onClick={() => void ask(t`更正原因`, t`已签名的记录只能更正，原记录会保留。`, onReason)}>{t`更正`}</Button>
        )}
        {row.status !== is.voided && can(signed ? 'record:sign' : 'record:edit') && (
          <Button
            size="small"
            danger
            onClick={() =>
              void ask(
                t`作废原因`,
                t`作废后记录只可查看。`,
                (reason) => cancel.mutate({ id: row.id, version: row.version, status: is.voided, reason }),
                true,
              )
            }
          >{t`作废`}</Button>
        )}
      </span>
    </p>
  )
}
const PAPERS: Partial<Record<RecordKindName, string>> = {
  'okjing-first-record': '/print/first-record',
  'okjing-take-record': '/print/take-record',
}

/** What a record said before it was amended, each version with its reason. */
function Versions({ id, kind }: { id: number; kind: RecordKindName }) {
  const versions = useCall(records['clinical-record.versions'], { id })
  const list = versions.data?.list ?? []
  if (!list.length) return null
  const { fields } = kindOf(kind)
  const sentenceOf = (data: Body): string => {
    const body = new Map(typeof data.body === 'object' && data.body !== null ? Object.entries(data.body) : [])
    return Object.entries(fields)
      .filter(([name]) => typeof (body.get(name) ?? {}) !== 'object')
      .map(([name, field]) => `${tr(metaOf(field).label ?? name)} ${saidOf(field, body.get(name))}`)
      .join('；')
  }
  return (
    <Panel title={t`以前的版本`}>
      <ol className="versions">
        {list.map((v) => (
          <li key={v.versionId}>
            <strong>{t`第 ${v.version} 版`}</strong> <span className="num">{v.at.slice(0, 16)}</span> {v.person} ·{' '}
            <span>{t`更正原因：${v.reason ?? ''}`}</span>
            <p className="soft">{sentenceOf(v.data)}</p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
