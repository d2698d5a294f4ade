/** The eye guardian's users: days kept, minutes outdoors, who fell off; one user's file opens beside the list. */
import { Button, Drawer } from 'antd'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import {
  Age,
  Badge,
  Can,
  DataTable,
  Figures,
  ImportWizard,
  Link,
  Screen,
  t,
  useCall,
  useCan,
  useHolds,
  useWho,
  type TableColumn,
  type ListRowOf,
} from '#kernel/web/index.ts'
import { importCallsOf } from '#kernel/contract/imports.ts'
import { OUTDOOR_GOAL } from '../../contract/eg.ts'
import { training } from '../../contract/endpoints.ts'
import { LIVE } from '../stale.ts'
import { EgTrend, egStale } from './EgTrend.tsx'
import { EgUser } from './EgUser.tsx'
import '../train.css'

type EgListed = ListRowOf<(typeof training)['eg.data']>
const columns: ReadonlyArray<TableColumn<EgListed>> = [
  {
    key: 'name',
    sort: false,
    render: (r) => (
      <>
        <strong>{r.name}</strong> <span className="soft">{r.birth && <Age birth={r.birth} />}</span>
      </>
    ),
  },
  { key: 'school', sort: false, render: (r) => [r.school, r.className].filter(Boolean).join(' ') || '—' },
  { key: 'pid', title: '会员', sort: false, align: 'left', render: (r) => <Member of={r} /> },
  { key: 'combinationName', sort: false },
  { key: 'endsOn', sort: false },
  { key: 'kept', sort: false },
  { key: 'outdoorDays', sort: false },
  { key: 'outdoorMean', sort: false, render: (r) => <Outdoor minutes={r.outdoorMean} /> },
  { key: 'trend', title: '近 14 天户外', sort: false, width: 130, render: (r) => <EgTrend of={r.trend} /> },
  {
    key: 'lastDay',
    sort: false,
    render: (r) => (
      <>
        {r.lastDay ?? '—'} {r.fellOff && <Badge tone="bad">{t`掉队`}</Badge>}
      </>
    ),
  },
  { key: 'score', sort: false },
]
export default function EgData() {
  const { hid } = useWho()
  const can = useCan()
  const [open, setOpen] = useState<EgListed>()
  const [importing, setImporting] = useState(false)
  const counts = useCall(training['eg.counts'], { hid }, { live: LIVE })
  return (
    <Screen
      fill
      note={t`户外每天 ${OUTDOOR_GOAL} 分钟`}
      actions={
        <Can code="eg:edit">
          <Button icon={<Upload size={14} />} onClick={() => setImporting(true)}>{t`导入打卡`}</Button>
        </Can>
      }
    >
      {counts.data && <EgFigures of={counts.data} />}
      <DataTable
        of={training['eg.data']}
        input={{ hid }}
        rowKey="id"
        live={LIVE}
        onOpen={setOpen}
        filters={['name', 'state']}
        exportOf={training['eg.export']}
        columns={columns}
        empty={{ text: t`还没有护眼用户，由门店导入` }}
      />
      <Drawer title={open?.name} open={open !== undefined} onClose={() => setOpen(undefined)} size={560} destroyOnHidden>
        {open && <EgUser key={open.id} id={open.id} may={can('eg:edit')} />}
      </Drawer>
      <Drawer title={t`导入打卡`} open={importing} onClose={() => setImporting(false)} size={760} destroyOnHidden>
        {importing && <ImportWizard calls={importCallsOf(training, 'eg.checkins')} hid={hid} what={t`护眼打卡`} invalidates={egStale} />}
      </Drawer>
    </Screen>
  )
}
const EgFigures = ({
  of: item,
}: {
  of: { users: number; served: number; kept: number; reached: number; fellOff: number; ending: number }
}) => (
  <Figures
    items={[
      { label: '护眼用户', value: item.users },
      { label: '服务中', value: item.served },
      { label: '今日打卡', value: item.kept },
      { label: '昨日户外达标', value: item.reached },
      { label: '掉队', value: item.fellOff, tone: item.fellOff ? 'warn' : 'neutral', note: t`7 天没有打卡` },
      { label: '30 天内到期', value: item.ending },
    ]}
  />
)
/** The member, or who it may be, as a member or a student of a screened school: suggested, never linked by itself. */
const Member = ({ of: r }: { of: EgListed }) => {
  const opens = useHolds()('patient:view')
  if (r.pid !== null) return opens ? <Link to={`/patients/detail/${r.pid}/home`}>{t`已关联`}</Link> : <>{t`已关联`}</>
  if (r.suggestedPid === null)
    return r.suggestedSchool === null ? (
      <span className="soft">—</span>
    ) : (
      <span className="soft">{t`可能是 ${r.suggestedSchool} 的学生`}</span>
    )
  return opens ? (
    <Link to="/patients/local-egData" search={{ 'eg.name': r.name }}>{t`可能是 ${r.suggestedNo ?? ''}`}</Link>
  ) : (
    <>{t`可能是 ${r.suggestedNo ?? ''}`}</>
  )
}
const Outdoor = ({ minutes }: { minutes: number | null }) =>
  minutes === null ? (
    '—'
  ) : (
    <>
      {minutes} {minutes < OUTDOOR_GOAL && <Badge tone="warn">{t`不足`}</Badge>}
    </>
  )
