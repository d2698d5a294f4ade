/**
 * Who stands where in the ortho-k chain, overdue first, with the lenses on order for whoever may see orders; below it the trial lenses of
 * the store.
 */
import { Button } from 'antd'
import { useState } from 'react'
import { Age, DataTable, Dot, Screen, Slot, t, tr, useGo, useHolds, useWho } from '#kernel/web/index.ts'
import { FamilyList } from '#kernel/web/family/FamilyList.tsx'
import { records } from '../../contract/endpoints.ts'
import type { OrthokCaseRow } from '../../contract/okjing/shapes.ts'
import { trialLenses } from '../../contract/okjing/families.ts'
import { inFitting } from '../../contract/slots.ts'
import './okjing.css'

export default function OkjingList() {
  const holds = useHolds()
  const [total, setTotal] = useState<number>()
  return (
    <Screen note={total !== undefined && t`${total} 人`}>
      {holds('order:view') ? <Slot of={inFitting} told={{ onTotal: setTotal }} /> : <Cases onTotal={setTotal} />}
      <FamilyList
        families={trialLenses}
        calls={records}
        name="trial-lenses"
        title={t`试戴片`}
        columns={['name', 'box', 'family', 'bc', 'target', 'ac', 'dia', 'status']}
      />
    </Screen>
  )
}
function Cases({ onTotal }: { onTotal: (total: number) => void }) {
  const go = useGo()
  const { hid } = useWho()
  return (
    <DataTable
      of={records['okjing.cases']}
      input={{ hid }}
      rowKey="caseId"
      live={['records']}
      columns={[
        'patientName',
        'memberNo',
        { key: 'birth', title: '年龄', render: (r) => <Age birth={r.birth} /> },
        'stage',
        { key: 'nextLabel', title: '下一步', render: (r) => <Next of={r} /> },
        'nextDue',
        { key: 'lateDays', title: '逾期', render: (r) => (r.lateDays > 0 ? <Dot tone="bad">{t`迟 ${r.lateDays} 天`}</Dot> : '—') },
        { key: 'stopped', title: '停戴', render: (r) => (r.stopped ? <Dot tone="warn">{t`停戴`}</Dot> : '—') },
        'openedAt',
      ]}
      filters={['patientName', 'stage', 'status']}
      onOpen={(r) => go(`/patients/detail/${r.pid}/okjing`)}
      onTotal={onTotal}
    />
  )
}
/** The next act of a member as a button: the order on its own form, everything else on the page of the fitting. */
function Next({ of: { pid, stage, nextLabel } }: { of: OrthokCaseRow }) {
  const go = useGo()
  const holds = useHolds()
  if (!nextLabel) return <>—</>
  const orders = stage === 'order' && holds('order:edit')
  const open = () => (orders ? go('/order/okjing-add', { pid }) : go(`/patients/detail/${pid}/okjing`))
  return (
    <Button
      size="small"
      onClick={(e) => {
        e.stopPropagation()
        open()
      }}
    >
      {tr(nextLabel)}
    </Button>
  )
}
