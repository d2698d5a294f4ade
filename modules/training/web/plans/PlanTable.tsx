/** Plans as a list: how far, how often, whether it works; with axial length and refraction where growth is what is trained against. */
import { DataTable, Link, t, tr, useGo, useWho, type TableColumn, type ListRowOf } from '#kernel/web/index.ts'
import { showDioptre } from '#kernel/contract/index.ts'
import { training } from '../../contract/endpoints.ts'
import { measures } from '../../contract/fields.ts'
import { DayBlocks, eyeWord, measured, modulesWord, TrendCell } from '../pieces.tsx'
import { LIVE } from '../stale.ts'

type Row = ListRowOf<(typeof training)['train.plans.list']>
const pair = (od: number | null, os: number | null, show: (n: number) => string) => (
  <span className="num">
    <span className="train-od">{od === null ? '—' : show(od)}</span> / <span className="train-os">{os === null ? '—' : show(os)}</span>
  </span>
)
const growth: ReadonlyArray<TableColumn<Row>> = [
  { key: 'alOd', title: '眼轴 右/左', unit: 'mm', sort: false, width: 120, render: (r) => pair(r.alOd, r.alOs, (n) => n.toFixed(2)) },
  { key: 'seOd', title: '等效球镜 右/左', unit: 'D', sort: false, width: 130, render: (r) => pair(r.seOd, r.seOs, showDioptre) },
]
export function PlanTable({ purpose, onTotal }: { purpose?: 0 | 1 | 2; onTotal?: (total: number) => void }) {
  const { hid } = useWho()
  const go = useGo()
  return (
    <DataTable
      of={training['train.plans.list']}
      input={{ hid, ...(purpose === undefined ? {} : { purpose }) }}
      rowKey="id"
      live={LIVE}
      {...(onTotal ? { onTotal } : {})}
      onOpen={(r) => go(`/train/starton_train_record_detail/${r.id}`)}
      filters={['name', 'status', 'verdict', ...(purpose === undefined ? (['purpose'] as const) : [])]}
      columns={[
        {
          key: 'patientName',
          sort: false,
          render: (r) => <Link to={`/patients/detail/${r.pid}/train`}>{r.patientName}</Link>,
        },
        ...(purpose === undefined ? (['purpose'] as const) : []),
        { key: 'modules', title: '训练内容', sort: false, render: (r) => modulesWord(r.modules) },
        {
          key: 'goal',
          title: '目标',
          sort: false,
          align: 'left',
          render: ({ goalEye, goalMeasure, goal }) => {
            const word = goalMeasure === 'bcva' ? 'BCVA' : tr(measures[goalMeasure].label)
            return `${goalEye === 'ou' ? '' : eyeWord(goalEye)} ${word} ${measured(goalMeasure, goal)}`
          },
        },
        { key: 'status', sort: false },
        { key: 'week', title: '周', sort: false, width: 70, render: (r) => `${r.week} / ${r.weeks}` },
        { key: 'done', title: '完成', sort: false, width: 80, render: (r) => `${r.done} / ${r.planned}` },
        ...(purpose === 1 ? growth : []),
        { key: 'lastDone', sort: false },
        { key: 'adherence', title: '近 14 天', sort: false, width: 190, render: (r) => <DayBlocks of={r.trend} /> },
        { key: 'trend', title: '走势', sort: false, width: 230, render: (r) => <TrendCell of={r.trend} /> },
        'trainerName',
      ]}
      empty={{ text: t`没有训练方案` }}
    />
  )
}
