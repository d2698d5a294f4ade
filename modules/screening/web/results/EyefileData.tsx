import { Button } from 'antd'
import { Download } from 'lucide-react'
import {
  Can,
  DataTable,
  Link,
  Screen,
  Status,
  confirm,
  download,
  t,
  tr,
  useCall,
  useLetters,
  useCan,
  useSearch,
  useWho,
  type Column,
} from '#kernel/web/index.ts'
import { fieldsOf, inUse, metaOf, type z } from '#kernel/contract/index.ts'
import { screening } from '../../contract/endpoints.ts'
import { gradeLabel } from '../../contract/grades.ts'
import { ResultRow } from '../../contract/shapes.results.ts'
import { Rates } from './Rates.tsx'
import './data.css'

const FILTERS = [
  'name',
  'schoolYear',
  'grade',
  'gender',
  'glassesType',
  'poorSight',
  'screeningMyopia',
  'preMyopia',
  'correction',
  'warning',
  'referralStatus',
  'isLate',
  'status',
] as const
/** Every result of the store: what is filtered by is what is counted, and the rates by grade stand above with their intervals. */
export default function EyefileData() {
  const { hid } = useWho()
  const can = useCan()
  const [search] = useSearch()
  const schools = useCall(screening['eyefile.schools.list'], { hid, status: inUse.is.on, page_size: 200 }, { stale: 300_000 })
  const schoolId = Number(search.schoolId) || undefined
  const schoolYear = Number(search.schoolYear) || undefined
  const run = async () => {
    const reason = await confirm({
      title: t`导出筛查数据`,
      message: t`文件带有导出人、时间和用途，并记录在审计中`,
      reason: { label: t`导出用途`, required: true },
      ok: t`导出`,
    })
    if (typeof reason === 'string') await download(screening['eyefile.results.export'], { hid, ...filtersIn(search), reason })
  }
  useLetters(can('screening:export') ? { e: () => void run() } : {})
  return (
    <Screen
      fill
      note={t`筛查不是诊断：界值按各次任务的标准`}
      actions={
        <Can code="screening:export">
          <Button icon={<Download size={14} />} onClick={() => void run()}>{t`导出…`}</Button>
        </Can>
      }
    >
      <div className="eyefile-data">
        <Rates hid={hid} schoolId={schoolId} schoolYear={schoolYear} />
        <DataTable
          of={screening['eyefile.results.list']}
          input={{ hid }}
          rowKey="id"
          live={['screening']}
          columns={COLUMNS}
          filters={[
            { key: 'schoolId', options: (schools.data?.list ?? []).map((s) => ({ value: s.id, label: s.name })) },
            ...FILTERS,
            { range: ['startDate', 'endDate'], label: t`筛查日期`, all: 'screenings are compared over school years' },
          ]}
          rowTone={(r: ResultRow) => (r.warning === 3 ? 'bad' : r.warning === 2 ? 'warn' : undefined)}
          empty={{ text: t`还没有筛查结果`, action: <Link to="/eyefile/tasks">{t`去筛查任务`}</Link> }}
        />
      </div>
    </Screen>
  )
}
/** What the address filters by, as the file is asked for. */
function filtersIn(search: Readonly<Record<string, string>>): object {
  const fields = fieldsOf(screening['eyefile.results.list'].input)
  const chosen = ['schoolId', 'startDate', 'endDate', ...FILTERS].filter((key) => search[key])
  return Object.fromEntries(chosen.map((key) => [key, typed(fields[key], search[key] ?? '')]))
}
function typed(field: z.ZodType | undefined, text: string): unknown {
  const numeric = Number(text)
  if (field?.safeParse(numeric).success) return numeric
  return text === 'true' ? true : text
}

const eye = (value: number | null, code?: string | null) => code ?? (value === null ? '—' : value.toFixed(1))
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`
const dioptre = (value: number | null) => (value === null ? '—' : value === 0 ? '0.000' : signed(value))
const option = (field: keyof ResultRow & string, value: number | null): string =>
  value === null ? '—' : tr(metaOf(ResultRow.shape[field]).options?.[String(value)] ?? String(value))
const COLUMNS: ReadonlyArray<Column<ResultRow>> = [
  'name',
  { key: 'gender', width: 56 },
  { key: 'age', width: 56 },
  {
    key: 'className',
    title: '班级',
    render: (r) => [r.schoolName, r.grade === null ? null : tr(gradeLabel(r.grade)), r.className].filter(Boolean).join(' '),
  },
  { key: 'glassesType', width: 80 },
  { key: 'ucvaOd', title: '裸眼 右', width: 72, align: 'right', render: (r) => eye(r.ucvaOd, r.ucvaCodeOd) },
  { key: 'ucvaOs', title: '左', width: 56, align: 'right', render: (r) => eye(r.ucvaOs, r.ucvaCodeOs) },
  { key: 'seOd', title: '等效 右', width: 88, align: 'right', render: (r) => dioptre(r.seOd) },
  { key: 'seOs', title: '左', width: 80, align: 'right', render: (r) => dioptre(r.seOs) },
  { key: 'correction', width: 72, render: (r) => option('correction', r.correction) },
  { key: 'warning', width: 84, render: (r) => <Warning level={r.warning} /> },
  {
    key: 'referralStatus',
    title: '转诊',
    width: 96,
    render: (r) => (r.referralStatus === null ? '—' : <Status of={metaOf(ResultRow.shape.referralStatus)} value={r.referralStatus} />),
  },
  { key: 'status', width: 88 },
]
/** A warning as a digit and three blocks: no colour alone says it. */
const Warning = ({ level }: { level: number | null }) =>
  level === null ? (
    <>—</>
  ) : (
    <span className={`warning-level warning-${level}`}>
      {[1, 2, 3].map((n) => (
        <i key={n} className={n <= level ? 'on' : ''} />
      ))}
      {level}
    </span>
  )
