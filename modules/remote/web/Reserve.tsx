/** The store's consultations by state, with their steps as buttons and the way into the room when it is time. */
import './remote.css'
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { Badge, Can, DataTable, Link, Screen, Status, t, tr, useGo, useSearch, useWho } from '#kernel/web/index.ts'
import { remote } from '../contract/endpoints.ts'
import { caseFields } from '../contract/fields.ts'
import { metaOf } from '#kernel/contract/index.ts'
import { remoteCase } from '../contract/states.ts'
import { CaseMoves } from './Moving.tsx'
import { CaseDetail } from './CaseDetail.tsx'

const urgency = metaOf(caseFields.urgency)
const modes = metaOf(caseFields.mode).options ?? {}
export default function Reserve() {
  const { hid } = useWho()
  const go = useGo()
  const [search, change] = useSearch()
  const chosen = Number(search.case) || undefined
  return (
    <Screen
      fill
      actions={
        <Can code="remote:apply">
          <Button type="primary" icon={<Plus size={14} />} onClick={() => go('/medical/specialist')}>{t`申请会诊`}</Button>
        </Can>
      }
    >
      <DataTable
        of={remote['telemedicine-subscribes.list']}
        input={{ hid }}
        rowKey="id"
        live={['remote']}
        filters={['status', 'mode', { range: ['startDate', 'endDate'] }]}
        columns={[
          {
            key: 'startAt',
            title: '时间',
            render: (k) => (k.mode ? t`${k.endAt.slice(5, 16)} 前答复` : `${k.startAt.slice(5, 16)}–${k.endAt.slice(11, 16)}`),
          },
          { key: 'patientName', title: '会员', render: (k) => <Link to={`/patients/detail/${k.pid}`}>{k.patientName}</Link> },
          'expertName',
          { key: 'mode', title: '方式', render: (k) => tr(modes[k.mode] ?? '') },
          {
            key: 'urgency',
            title: '紧急程度',
            render: (k) => <Badge tone={urgency.tones?.[k.urgency] ?? 'neutral'}>{tr(urgency.options?.[k.urgency] ?? '')}</Badge>,
          },
          { key: 'question', title: '会诊问题', render: (k) => <span className="remote-question">{k.question}</span> },
          { key: 'status', title: '状态', render: (k) => <Status of={remoteCase} value={k.status} /> },
          'doctorName',
        ]}
        actions={(k) => <CaseMoves of={k} />}
        onOpen={(k) => change({ case: k.id })}
        empty={{ text: t`还没有远程会诊` }}
      />
      <Drawer open={chosen !== undefined} size={560} title={t`远程会诊`} onClose={() => change({ case: undefined })} destroyOnHidden>
        {chosen !== undefined && <CaseDetail id={chosen} />}
      </Drawer>
    </Screen>
  )
}
