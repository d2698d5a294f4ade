/** Potential members of the store, the next follow-up first; following up from here. */
import { Button, Drawer } from 'antd'
import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { metaOf, show, showPhone } from '#kernel/contract/index.ts'
import {
  Badge,
  Can,
  DataTable,
  Empty,
  Form,
  Link,
  Screen,
  Status,
  Until,
  t,
  toast,
  today,
  tr,
  useCall,
  useCan,
  useGo,
  useWho,
  type TableColumn,
} from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { Follow, type Potential } from '../../contract/shapes.record.ts'
import { useChoices } from '../list/choices.ts'
import { ageColumn, genderColumn, mobileColumn, nameColumn, numberColumn } from '../list/columns.tsx'
import { PatientForm } from '../list/PatientForm.tsx'

const stale = [
  patients['patients.potential.list'],
  patients['patients.potential.followups'],
  patients['patients.index'],
  patients['patients.list'],
]
const result = metaOf(Follow.shape.result)

export default function PotentialList() {
  const go = useGo()
  const can = useCan()
  const { hid } = useWho()
  const { sources, staff } = useChoices(hid)
  const [total, setTotal] = useState<number>()
  const [fresh, setFresh] = useState(false)
  const begin = () => setFresh(true)
  const [followed, setFollowed] = useState<Potential>()
  return (
    <Screen fill note={total !== undefined && t`${total.toLocaleString('en-US')} 人`} actions={<HeadActions begin={begin} />}>
      <DataTable
        of={patients['patients.potential.list']}
        input={{ hid }}
        rowKey="pid"
        live={['patients']}
        pageSize={50}
        onTotal={setTotal}
        onOpen={setFollowed}
        {...(can('patient:save') ? { onNew: begin } : {})}
        rowTone={(r) => (r.nextFollowAt && r.nextFollowAt.slice(0, 10) < today() ? 'warn' : undefined)}
        columns={columns}
        filters={['name', 'due', 'lastResult', { key: 'staffCtid', options: staff }, { key: 'sourceId', options: sources }]}
        actions={(r) => (
          <Can code="patient:save">
            <Button size="small" onClick={() => setFollowed(r)}>{t`跟进`}</Button>
          </Can>
        )}
        empty={{
          text: t`还没有潜在会员。登记来咨询过的人，按时跟进`,
          action: can('patient:save') && <Button type="primary" onClick={begin}>{t`新建潜在会员`}</Button>,
        }}
      />
      <Drawer title={t`新建潜在会员`} open={fresh} onClose={() => setFresh(false)} size={860} destroyOnHidden>
        <PatientForm
          initial={{ isPotential: true }}
          onDone={() => (setFresh(false), toast(t`已保存`, 'ok'))}
          onLeave={() => setFresh(false)}
          onTwin={(hit) => (setFresh(false), go(`/patients/detail/${hit.pid}/home`))}
        />
      </Drawer>
      <Drawer
        title={followed && t`跟进 ${followed.name}`}
        open={followed !== undefined}
        onClose={() => setFollowed(undefined)}
        size={620}
        destroyOnHidden
      >
        {followed && <Following of={followed} close={() => setFollowed(undefined)} />}
      </Drawer>
    </Screen>
  )
}

function HeadActions({ begin }: { begin: () => void }) {
  const go = useGo()
  return (
    <>
      <Can code="patient:import">
        <Button icon={<FileUp size={14} />} onClick={() => go('/patients/potential-import')}>{t`导入`}</Button>
      </Can>
      <Can code="patient:save">
        <Button type="primary" icon={<Plus size={14} />} onClick={begin}>{t`新建潜在会员`}</Button>
      </Can>
    </>
  )
}

const columns: ReadonlyArray<TableColumn<Potential>> = [
  numberColumn(),
  nameColumn(),
  genderColumn(),
  ageColumn(),
  mobileColumn(),
  { key: 'sourceName', sort: false },
  { key: 'staffName', sort: false },
  { key: 'nextFollowAt', sort: false, render: (r) => <Due at={r.nextFollowAt} /> },
  { key: 'lastResult', sort: false, render: (r) => <Status of={result} value={r.lastResult} /> },
  {
    key: 'lastContent',
    sort: false,
    render: (r) => (
      <span className="last-words" title={r.lastContent ?? ''}>
        {r.lastContent ?? '—'}
      </span>
    ),
  },
]

/** Somebody followed up: the number to call, what was said, and what was said before. */
const Following = ({ of: person, close }: { of: Potential; close: () => void }) => (
  <>
    <p className="num follow-who">
      {person.mobile ? showPhone(person.mobile) : t`没有登记手机号`} ·{' '}
      <Link to={`/patients/detail/${person.pid}/home`}>{t`打开会员主页`}</Link>
    </p>
    <Can code="patient:save">
      <div className="form-first">
        <Form
          of={patients['patients.potential.followup']}
          fixed={{ pid: person.pid }}
          initial={{ way: 1 }}
          draft={`follow-${person.pid}`}
          invalidates={stale}
          onLeave={close}
          fields={['way', 'result', { key: 'content', span: 12 }, { key: 'nextFollowAt', span: 12, hint: t`留空表示不再安排跟进` }]}
          onDone={(f) => (toast(f.result === 6 ? t`已转为正式会员` : t`已记录跟进`, 'ok'), close())}
        />
      </div>
    </Can>
    <Follows pid={person.pid} />
  </>
)

/** Overdue ones say so in words. */
function Due({ at: time }: { at: string | null }) {
  if (!time) return <>—</>
  const late = time.slice(0, 10) < today()
  return (
    <span className="num">
      {time.slice(0, 10)}{' '}
      {late ? <Badge tone="warn">{t`已逾期`}</Badge> : time.slice(0, 10) === today() && <Badge tone="info">{t`今天`}</Badge>}
    </span>
  )
}

/** Follow-ups so far, newest first. */
export function Follows({ pid }: { pid: number }) {
  const list = useCall(patients['patients.potential.followups'], { pid }, { live: ['patients'] })
  return (
    <Until of={list}>
      {list.data?.length ? (
        <ul className="member-family">
          {list.data.map((f) => (
            <li key={f.id}>
              <span className="num">{f.at.slice(0, 16)}</span>
              <span>{tr(show(Follow.shape.way, f.way))}</span>
              <Status of={result} value={f.result} />
              <span className="soft">{f.staffName}</span>
              {f.content && <p className="member-words">{f.content}</p>}
            </li>
          ))}
        </ul>
      ) : (
        <Empty text={t`还没有跟进记录`} />
      )}
    </Until>
  )
}
