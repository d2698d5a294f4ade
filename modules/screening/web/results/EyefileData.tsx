import { Button } from 'antd'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import {
  Act,
  Can,
  DataTable,
  Link,
  Screen,
  Status,
  confirm,
  download,
  t,
  today,
  tr,
  useCall,
  useGo,
  useLetters,
  useCan,
  useSearch,
  useWho,
  type TableColumn,
} from '#kernel/web/index.ts'
import { daysBetween, fieldsOf, inUse, metaOf, type z } from '#kernel/contract/index.ts'
import { screening } from '../../contract/endpoints.ts'
import { gradeLabel } from '../../contract/grades.ts'
import { ResultRow, StatisticsQuery } from '../../contract/shapes.results.ts'
import { screeningReferral } from '../../contract/states.results.ts'
import { Rates } from './Rates.tsx'
import { RuleChips, type ResultRule } from './RuleChips.tsx'
import './data.css'

const RULES: readonly ResultRule[] = [
  { key: 'schoolYear' },
  { key: 'term' },
  { key: 'schoolId' },
  { key: 'classId' },
  { key: 'villageId' },
  { key: 'channelId' },
  { key: 'grade' },
  { key: 'gender' },
  { key: 'ageFrom', label: '年龄', sign: '≥' },
  { key: 'ucvaBelow', label: '裸眼', sign: '<' },
  { key: 'seBelow', label: '等效', sign: '<' },
  { key: 'glassesType' },
  { key: 'poorSight' },
  { key: 'poorSightDegree' },
  { key: 'screeningMyopia' },
  { key: 'preMyopia' },
  { key: 'hyperopia' },
  { key: 'astigmatism' },
  { key: 'anisometropia' },
  { key: 'correction' },
  { key: 'warning' },
  { key: 'referralStatus', label: '转诊' },
  { key: 'isLate' },
  { key: 'status' },
  { key: 'name' },
]
/** Offered and not set: results are compared by school year and term, which are longer than thirty days. */
const DAYS: readonly ResultRule[] = [
  { key: 'startDate', label: '筛查日期', sign: '≥' },
  { key: 'endDate', label: '筛查日期', sign: '≤' },
]
/** Rules about who was screened rather than what was found: the rates follow them. */
const PEOPLE = RULES.filter(({ key }) => Object.hasOwn(StatisticsQuery.shape, key))
const fields = fieldsOf(screening['eyefile.results.list'].input)
/** Schools, classes, villages and channels are chosen by name. */
function usePlaces(hid: number, schoolId: number | undefined): Readonly<Record<string, ResultRule['options']>> {
  const kept = { stale: 300_000 }
  const schools = useCall(screening['eyefile.schools.list'], { hid, status: inUse.is.on, page_size: 200 }, kept)
  const villages = useCall(screening['eyefile.villages.list'], { hid, page_size: 200 }, kept)
  const channels = useCall(screening['eyefile.channels.list'], { hid, page_size: 200 }, kept)
  const classes = useCall(screening['eyefile.classes.list'], { hid, schoolId, page_size: 0 }, { ...kept, enabled: schoolId !== undefined })
  const named = (list: ReadonlyArray<{ id: number; name: string }> | undefined) =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return {
    schoolId: named(schools.data?.list),
    villageId: named(villages.data?.list),
    channelId: named(channels.data?.list),
    // Of one school: classes of others have the same names.
    classId: (classes.data?.list ?? []).map((c) => ({ value: c.id, label: `${tr(gradeLabel(c.grade))} ${c.name}` })),
  }
}
/** Every result of the store: what is filtered by is what is counted, and the rates by grade stand above with their intervals. */
export default function EyefileData() {
  const { hid } = useWho()
  const can = useCan()
  const [search] = useSearch()
  const schoolId = Number(search.schoolId) || undefined
  const schoolYear = Number(search.schoolYear) || undefined
  const term = Number(search.term) || undefined
  const places = usePlaces(hid, schoolId)
  const rules = [...RULES, ...DAYS]
    .filter(({ key }) => key !== 'classId' || schoolId !== undefined)
    .map((rule) => ({
      ...rule,
      ...(places[rule.key] ? { options: places[rule.key] } : {}),
    }))
  const filters = filtersIn(search, RULES)
  const days = filtersIn(search, DAYS)
  const [total, setTotal] = useState<number>()
  const late = useCall(
    screening['eyefile.results.list'],
    { hid, ...filters, ...days, isLate: true, page_num: 1, page_size: 1 },
    { live: ['screening'], keep: true },
  )
  const run = async () => {
    const reason = await confirm({
      title: t`导出筛查数据`,
      message: t`文件带有导出人、时间和用途，并记录在审计中`,
      reason: { label: t`导出用途`, required: true },
      ok: t`导出`,
    })
    if (typeof reason === 'string') await download(screening['eyefile.results.export'], { hid, ...filters, ...days, reason })
  }
  useLetters(can('screening:export') ? { e: () => void run() } : {})
  return (
    <Screen
      fill
      note={total === undefined ? undefined : <Found total={total} late={late.data?.total ?? 0} />}
      actions={<Acts year={schoolYear} term={term} run={() => void run()} />}
    >
      <div className="eyefile-data">
        <section className="panel">
          <RuleChips rules={rules} fields={fields} note={t`筛查不是诊断：界值按各次任务的标准`} />
        </section>
        <Rates where={{ hid, ...filtersIn(search, PEOPLE) }} />
        <DataTable
          key={JSON.stringify({ ...filters, ...days })}
          of={screening['eyefile.results.list']}
          input={{ hid, ...filters, ...days }}
          rowKey="id"
          live={['screening']}
          onTotal={setTotal}
          columns={COLUMNS}
          rowTone={(r: ResultRow) => (r.warning === 3 ? 'bad' : r.warning === 2 ? 'warn' : undefined)}
          empty={{ text: t`还没有筛查结果`, action: <Link to="/eyefile/tasks">{t`去筛查任务`}</Link> }}
        />
      </div>
    </Screen>
  )
}
const Found = ({ total, late }: { total: number; late: number }) => (
  <>
    {t`符合 ${total.toLocaleString()} 人`}
    {late > 0 && <b className="warn"> · {t`逾期未就诊 ${late.toLocaleString()} 人`}</b>}
  </>
)
/** The region's report is of one school year and term. */
function Acts({ year, term, run }: { year: number | undefined; term: number | undefined; run: () => void }) {
  const go = useGo()
  const isChosen = year !== undefined && term !== undefined
  const print = () => go(`/print/eyefile-region/${year ?? 0}/${term ?? 1}`)
  useLetters(isChosen ? { p: print } : {})
  return (
    <>
      <Act icon={<Printer size={14} />} unless={!isChosen && t`先加条件：学年和学期`} onClick={print}>
        {t`地区报告`} <kbd>p</kbd>
      </Act>
      <Can code="screening:export">
        <Button icon={<Download size={14} />} onClick={run}>
          {t`导出…`} <kbd>e</kbd>
        </Button>
      </Can>
    </>
  )
}
/** What the address filters by, as list and file are asked. What cannot be read is no rule. */
function filtersIn(search: Readonly<Record<string, string>>, rules: readonly ResultRule[]): object {
  return Object.fromEntries(
    rules.flatMap(({ key }) => {
      const text = search[key]
      const value = text === undefined ? undefined : typed(fields[key], text)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}
function typed(field: z.ZodType | undefined, text: string): unknown {
  return [Number(text), text === 'true' ? true : text === 'false' ? false : text].find((value) => field?.safeParse(value).success)
}

const eye = (value: number | null, code?: string | null) => code ?? (value === null ? '—' : value.toFixed(1))
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`
const signed2 = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
const dioptre = (value: number | null) => (value === null ? '—' : value === 0 ? '0.000' : signed(value))
const option = (field: keyof ResultRow & string, value: number | null): string =>
  value === null ? '—' : tr(metaOf(ResultRow.shape[field]).options?.[String(value)] ?? String(value))
const COLUMNS: ReadonlyArray<TableColumn<ResultRow>> = [
  'name',
  { key: 'gender', width: 56, card: 'rest' },
  { key: 'age', width: 56, card: 'rest' },
  {
    key: 'className',
    card: 'line',
    title: '班级',
    render: (r) => [r.schoolName, r.grade === null ? null : tr(gradeLabel(r.grade)), r.className].filter(Boolean).join(' '),
  },
  { key: 'glassesType', width: 72 },
  { key: 'ucvaOd', title: '裸眼 右', width: 68, align: 'right', render: (r) => eye(r.ucvaOd, r.ucvaCodeOd) },
  { key: 'ucvaOs', title: '左', width: 48, align: 'right', render: (r) => eye(r.ucvaOs, r.ucvaCodeOs) },
  { key: 'cvaOd', title: '戴镜 右', width: 72, align: 'right', render: (r) => eye(r.cvaOd, r.cvaCodeOd) },
  { key: 'cvaOs', title: '左', width: 48, align: 'right', render: (r) => eye(r.cvaOs, r.cvaCodeOs) },
  { key: 'seOd', title: '等效 右', width: 80, card: 'figure', align: 'right', render: (r) => dioptre(r.seOd) },
  { key: 'seOs', title: '左', width: 72, align: 'right', render: (r) => dioptre(r.seOs) },
  { key: 'astigmatism', title: '另有', width: 116, render: besides },
  { key: 'correction', width: 72, render: (r) => option('correction', r.correction) },
  { key: 'warning', width: 84, card: 'line', render: (r) => <Warning level={r.warning} /> },
  {
    key: 'referralStatus',
    title: '转诊',
    width: 116,
    render: (r) => <Referred of={r} />,
  },
]
/** Astigmatism and a difference between the eyes, by how much. */
function besides(r: ResultRow): string {
  const cylinder = Math.min(r.dcOd ?? 0, r.dcOs ?? 0)
  const apart = Math.abs((r.seOd ?? 0) - (r.seOs ?? 0))
  return (
    [r.astigmatism === 1 && t`散光 ${signed2(cylinder)}`, r.anisometropia === 1 && t`参差 ${apart.toFixed(2)}`].filter(Boolean).join(' ') ||
    '—'
  )
}
/** What became of the advice; one that waits says since when. */
const Referred = ({ of: r }: { of: ResultRow }) => {
  if (r.referralStatus === null) return <>—</>
  const waits = r.referralStatus === screeningReferral.is.advised && r.toldOn !== null
  const days = waits ? daysBetween(r.toldOn ?? today(), today()) : 0
  if (!waits) return <Status of={metaOf(ResultRow.shape.referralStatus)} value={r.referralStatus} />
  return <span className={days > LATE_DAYS ? 'rate-late' : 'warn'}>{t`未就诊 ${days} 天`}</span>
}
const LATE_DAYS = 30
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
