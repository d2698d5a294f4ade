/** Who stands where in the ortho-k chain, overdue first; below it the trial lenses of the store. */
import { useState } from 'react'
import { Age, DataTable, Dot, FamilyList, Screen, t, tr, useGo, useWho } from '#kernel/web/index.ts'
import { records } from '../../contract/endpoints.ts'
import { trialLenses } from '../../contract/okjing.families.ts'
import './okjing.css'

export default function OkjingList() {
  const go = useGo()
  const { hid } = useWho()
  const [total, setTotal] = useState<number>()
  return (
    <Screen note={total !== undefined && t`${total} 人`}>
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
          { key: 'nextLabel', title: '下一步', render: (r) => tr(r.nextLabel ?? '—') },
          'nextDue',
          { key: 'lateDays', title: '逾期', render: (r) => (r.lateDays > 0 ? <Dot tone="bad">{t`迟 ${r.lateDays} 天`}</Dot> : '—') },
          { key: 'stopped', title: '停戴', render: (r) => (r.stopped ? <Dot tone="warn">{t`停戴`}</Dot> : '—') },
          'openedAt',
        ]}
        filters={['patientName', 'stage', 'status']}
        onOpen={(r) => go(`/patients/detail/${r.pid}/okjing`)}
        onTotal={setTotal}
      />
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
