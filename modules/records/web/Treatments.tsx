/** What is done against the growth of a member's eyes, below its curves: begun, ended, taken back. */
import { Button } from 'antd'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { Can, Form, Panel, confirm, t, today, tr, useCall, useSend } from '#kernel/web/index.ts'
import { Phrases, type Phrased } from '#modules/settings/web/door.tsx'
import { records } from '../contract/endpoints.ts'
import { treatment, Treatment } from '../contract/treatment.ts'
import { phrasedIn } from './phrases/phrased.ts'
import './records.css'

const stale = [records['treatments.list']]
const labelOf = (field: 'kind' | 'eye', value: string | number): string => tr(metaOf(Treatment.shape[field]).options?.[value] ?? '')

export default function Treatments({ pid }: { pid: number }) {
  const [open, setOpen] = useState<Treatment | 'new'>()
  const list = useCall(records['treatments.list'], { pid }, { live: ['records'] }).data?.list ?? []
  const drop = useSend(records['treatments.void'], { invalidates: stale })
  const take = async (one: Treatment) => {
    const reason = await confirm({
      message: t`作废这段干预？曲线下不再显示。`,
      reason: { label: t`作废原因`, required: true },
      danger: true,
    })
    if (typeof reason === 'string') drop.mutate({ id: one.id, version: one.version, reason })
  }
  return (
    <Panel title={t`近视干预`} className="case-lines">
      {list.map((one) => (
        <div key={one.id} className="case-line">
          <strong>{labelOf('kind', one.kind)}</strong>
          <span>{labelOf('eye', one.eye)}</span>
          {one.concentration !== null && <span className="num">{one.concentration}%</span>}
          <span className="num">
            {one.start} – {one.end ?? t`至今`}
          </span>
          <span className="soft">{[one.what, one.reason, one.stopReason].filter(Boolean).join(' · ')}</span>
          <Can code="ecase:edit">
            <Button size="small" onClick={() => setOpen(one)}>
              {one.end === null ? t`停止或修改` : t`修改`}
            </Button>
            <Button size="small" danger type="text" onClick={() => void take(one)}>{t`作废`}</Button>
          </Can>
        </div>
      ))}
      {open === undefined ? (
        <Can code="ecase:edit">
          <Button size="small" onClick={() => setOpen('new')}>{t`开始一项干预`}</Button>
        </Can>
      ) : (
        <TreatmentForm
          key={open === 'new' ? 'new' : open.id}
          pid={pid}
          of={open === 'new' ? undefined : open}
          onLeave={() => setOpen(undefined)}
        />
      )}
    </Panel>
  )
}

const TEXTS: Phrased = phrasedIn({ reason: Treatment.shape.reason, stopReason: Treatment.shape.stopReason })
function TreatmentForm({ pid, of: course, onLeave }: { pid: number; of: Treatment | undefined; onLeave: () => void }) {
  return (
    <Form
      of={records['treatments.save']}
      fixed={{ pid, ...(course ? { id: course.id, version: course.version } : {}) }}
      initial={course ?? { eye: 'ou', start: today(), riskTold: false }}
      fields={[
        { render: (form) => <Phrases form={form} into={TEXTS} /> },
        'kind',
        'eye',
        { key: 'concentration', when: (v) => v.kind === treatment.atropine },
        {
          key: 'riskTold',
          when: (v) => v.kind === treatment.redLight,
          hint: t`红光照射可能损伤视网膜；须使用已按第三类医疗器械注册的产品，并告知监护人`,
        },
        'what',
        'start',
        'end',
        { key: 'reason', span: 6 },
        { key: 'stopReason', span: 6 },
      ]}
      invalidates={stale}
      onDone={onLeave}
      onLeave={onLeave}
    />
  )
}
