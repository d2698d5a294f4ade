/** What is kept of a member, as the home page shows it, and the history told. */
import { Button, Drawer } from 'antd'
import { Plus, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { metaOf, show } from '#kernel/contract/index.ts'
import { Can, Empty, Facts, Form, Panel, confirm, t, toast, tr, useCall, useSend } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { OthersInfo, Patient, type PatientIndex } from '../../contract/shapes.ts'
import { Cards } from './Cards.tsx'
import { Consents } from '../consent/Consents.tsx'
import { Family } from './Family.tsx'

/** What is kept of the person, below how the eyes stand: facts, family, history, consents, cards. */
export function MemberDetails({ of: member }: { of: PatientIndex }) {
  const { pid } = member
  return (
    <div className="member-home">
      <div className="member-stack">
        <Panel title={t`基本信息`}>
          <Facts items={factsOf(member)} />
        </Panel>
        <Family pid={pid} />
      </div>
      <div className="member-stack">
        <History pid={pid} />
        <Consents pid={pid} birth={member.birth} guardian={member.guardian} />
        <Cards pid={pid} />
      </div>
    </div>
  )
}

// What is always there to be asked for, and what is shown once it is known.
const always = ['birth', 'mobile', 'guardian', 'school', 'sourceName', 'lastVisitAt', 'createdAt'] as const
const fields = [
  'mobile2',
  'className',
  'occupation',
  'idCard',
  'address',
  'staffName',
  'nextFollowAt',
  'allergy',
  'parentsMyopic',
  'eyeHistory',
  'familyHistory',
  'note',
] as const
const factsOf = (p: PatientIndex) =>
  [...always, ...fields.filter((key) => p[key] !== null && p[key] !== '')].map(
    (key) => [metaOf(Patient.shape[key]).label ?? key, tr(show(Patient.shape[key], p[key]))] as const,
  )
const historyFields = [
  'parentsMyopic',
  'outdoorHours',
  'nearWorkHours',
  'allergy',
  'treatments',
  'eyeHistory',
  'familyHistory',
  'note',
] as const
const HISTORY = [patients['patients.others-info.get'], patients['patients.others-info.list'], patients['patients.index']]
/** The newest history, and a new one. */
function History({ pid }: { pid: number }) {
  const [open, setOpen] = useState(false)
  const newest = useCall(patients['patients.others-info.get'], { pid }, { live: ['patients'] })
  const row = newest.data
  return (
    <Panel
      title={t`病史与家族史`}
      {...(row ? { note: row.at.slice(0, 10) } : {})}
      actions={
        <>
          {row && (
            <Button size="small" icon={<Printer size={14} />} href={`/historyPrint/${pid}/${row.id}`} target="_blank">{t`打印`}</Button>
          )}
          <Can code="patient:save">
            {row && <DropHistory id={row.id} day={row.at.slice(0, 10)} />}
            <Button size="small" icon={<Plus size={14} />} onClick={() => setOpen(true)}>{t`记录病史`}</Button>
          </Can>
        </>
      }
    >
      {row ? (
        <Facts
          items={historyFields.map(
            (key) => [metaOf(OthersInfo.shape[key]).label ?? key, tr(show(OthersInfo.shape[key], row[key]))] as const,
          )}
        />
      ) : (
        <Empty text={t`还没有病史。问过家长后记在这里`} />
      )}
      <Drawer title={t`记录病史`} open={open} onClose={() => setOpen(false)} size={720} destroyOnHidden>
        <Form
          of={patients['patients.others-info.save']}
          fixed={{ pid }}
          initial={row ? { parentsMyopic: row.parentsMyopic, familyHistory: row.familyHistory, allergy: row.allergy } : undefined}
          draft={`history-${pid}`}
          fields={[
            'parentsMyopic',
            'allergy',
            'outdoorHours',
            'nearWorkHours',
            { key: 'treatments', span: 12 },
            { key: 'eyeHistory', span: 12 },
            { key: 'familyHistory', span: 12 },
            'note',
          ]}
          invalidates={HISTORY}
          onLeave={() => setOpen(false)}
          onDone={() => setOpen(false)}
        />
      </Drawer>
    </Panel>
  )
}

function DropHistory({ id, day }: { id: number; day: string }) {
  const drop = useSend(patients['patients.others-info.delete'], { invalidates: HISTORY, onSuccess: () => toast(t`已删除`, 'ok') })
  const ask = async () => {
    if (await confirm({ message: t`删除 ${day} 记录的病史？之前的一次会重新显示`, danger: true, ok: t`删除` })) drop.mutate({ id })
  }
  return <Button size="small" danger icon={<Trash2 size={14} />} loading={drop.isPending} onClick={() => void ask()}>{t`删除`}</Button>
}
