import { Button, Drawer, Modal } from 'antd'
import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { showGender } from '#kernel/contract/index.ts'
import { Age, Badge, Can, DataTable, Form, Link, Screen, t, toast, tr, useCan, useGo, useWho } from '#kernel/web/index.ts'
import { patients } from '../contract/endpoints.ts'
import type { PatientRow } from '../contract/shapes.ts'
import { useChoices } from './choices.ts'
import { PatientForm } from './PatientForm.tsx'

/** 139 7557 4422: groups a person can read aloud. */
const spoken = (mobile: string | null): string => (mobile ? mobile.replace(/^(1\d{2})(\d{4})(\d{4})$/, '$1 $2 $3') : '—')

export default function PatientList() {
  const go = useGo()
  const can = useCan()
  const { hid } = useWho()
  const { levels, sources, staff } = useChoices(hid)
  const [total, setTotal] = useState<number>()
  const [fresh, setFresh] = useState(false)
  const [chosen, setChosen] = useState<{ pids: number[]; clear: () => void }>()
  const open = (pid: number) => go(`/patients/detail/${pid}/home`)
  const selection = (rows: PatientRow[], clear: () => void) => <Button onClick={() => setChosen({ pids: rows.map((r) => r.pid), clear })}>{t`批量修改`}</Button>
  return (
    <Screen
      fill note={total !== undefined && t`${total.toLocaleString('en-US')} 人`}
      actions={
        <>
          <Can code="patient:import"><Button icon={<FileUp size={14} />} onClick={() => go('/patients/import')}>{t`导入`}</Button></Can>
          <Can code="patient:save"><Button type="primary" icon={<Plus size={14} />} onClick={() => setFresh(true)}>{t`新建会员`}</Button></Can>
        </>
      }
    >
      <DataTable
        of={patients['patients.list']} input={{ hid }} rowKey="pid" live={['patients']} pageSize={50} onTotal={setTotal} onOpen={(r) => open(r.pid)} {...(can('patient:save') ? { onNew: () => setFresh(true) } : {})}
        columns={[
          { key: 'memberNo', sort: false, render: (r) => <Link to={`/patients/detail/${r.pid}/home`}>{r.memberNo}</Link> },
          { key: 'name', render: (r) => <strong>{r.name}</strong> },
          { key: 'gender', sort: false, render: (r) => tr(showGender(r.gender)) },
          { key: 'birth', title: '年龄', align: 'right', width: 90, render: (r) => <Age birth={r.birth} /> },
          { key: 'mobile', sort: false, render: (r) => spoken(r.mobile) },
          { key: 'school', sort: false },
          { key: 'levelName', sort: false },
          { key: 'sourceName', sort: false },
          { key: 'staffName', sort: false },
          { key: 'allergy', sort: false, render: (r) => (r.allergy ? <Badge tone="bad">{r.allergy}</Badge> : '—') },
          { key: 'lastVisitAt', width: 104, render: (r) => r.lastVisitAt?.slice(0, 10) ?? '—' },
          { key: 'createdAt', width: 104, render: (r) => r.createdAt.slice(0, 10) },
        ]}
        filters={['name', 'gender', { key: 'levelId', options: levels }, { key: 'sourceId', options: sources }, { key: 'staffCtid', options: staff }, { range: ['startDate', 'endDate'], label: '建档时间' }]}
        {...(can('patient:export') ? { exportOf: patients['patients.export'] } : {})}
        {...(can('patient:batch') ? { selection } : {})}
        empty={{ text: t`还没有会员。登记第一位，或从表格导入`, action: can('patient:save') && <Button type="primary" onClick={() => setFresh(true)}>{t`新建会员`}</Button> }}
      />
      <Drawer title={t`新建会员`} open={fresh} onClose={() => setFresh(false)} size={860} destroyOnHidden>
        <PatientForm onDone={(p) => (setFresh(false), open(p.pid))} onLeave={() => setFresh(false)} onTwin={(hit) => (setFresh(false), open(hit.pid))} />
      </Drawer>
      <Modal title={t`批量修改 ${chosen?.pids.length ?? 0} 位会员`} open={chosen !== undefined} onCancel={() => setChosen(undefined)} footer={null} destroyOnHidden>
        {chosen && (
          <Form
            of={patients['patients.batch-update']} fixed={{ pids: chosen.pids }} onLeave={() => setChosen(undefined)} invalidates={[patients['patients.list']]} saveLabel={t`修改`}
            fields={[{ key: 'levelId', options: levels, span: 12 }, { key: 'sourceId', options: sources, span: 12 }, { key: 'staffCtid', options: staff, span: 12, hint: t`留空的项目保持不变` }]}
            onDone={({ changed }) => (toast(t`已修改 ${changed} 位会员`, 'ok'), chosen.clear(), setChosen(undefined))}
          />
        )}
      </Modal>
    </Screen>
  )
}
