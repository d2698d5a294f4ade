/** The roll of what is chosen: chips say what is open and filter by it; each child has the next step in its line. */
import { Button, Drawer } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { addDays, ageOn, daysBetween, show, wordOf } from '#kernel/contract/index.ts'
import { Can, DataTable, Link, t, today, tr, useCall, useCan, useLetters, useSearch, useWho, type TableColumn } from '#kernel/web/index.ts'
import { screening } from '../../../contract/endpoints.ts'
import type { StudentCounts, StudentsNum } from '../../../contract/rolls.ts'
import type { ResultRow } from '../../../contract/shapes.results.ts'
import { screeningResult } from '../../../contract/states.results.ts'
import { studentStates } from '../../../contract/states.ts'
import { nextReasons, nextSteps, Student } from '../../../contract/students.ts'
import { Assign, Consent, Transfer } from './acts.tsx'
import { useNext } from './NextStep.tsx'
import { countsOf, stepCounts, unplacedOf, type Chip, steps, type Selection } from '../selection.ts'
import { StudentForm } from './StudentForm.tsx'
import { useWholeNumber } from './whole-number.ts'

const { present, left, graduated } = studentStates.is
/** What each chip asks the list for. */
const FILTERS: Readonly<Record<Chip, object>> = {
  open: { open: true },
  call: { next: 'call' },
  screen: { next: 'screen' },
  place: { next: 'place' },
  link: { next: 'link' },
  unlinked: { status: present, linked: false },
  consented: { status: present, linked: false, consented: true },
  unassigned: { status: present, assigned: false },
  latent: { status: present, latent: true },
  unplaced: { status: present, placed: false },
  left: { status: left },
  graduated: { status: graduated },
}
interface RollProps {
  num: StudentsNum
  selection: Selection
  isNew: boolean
  setNew: (isNew: boolean) => void
}
export function Roll({ num, selection, isNew, setNew }: RollProps) {
  const { hid } = useWho()
  const can = useCan()
  const [search] = useSearch()
  const [edited, setEdited] = useState<Student>()
  const chip = chipIn(search.chip)
  const input = { hid, ...selection, openFirst: true, ...(chip ? FILTERS[chip] : { status: present }) }
  const results = useCall(
    screening['eyefile.results.list'],
    // What was measured longer ago says nothing of a child's eyes today.
    { hid, classId: selection.classId ?? 0, startDate: addDays(today(), -730), endDate: today(), page_size: 200 },
    { enabled: selection.classId !== undefined, live: ['screening'] },
  )
  const latest = useMemo(() => latestOf(results.data?.list ?? []), [results.data])
  const next = useNext(latest, setEdited)
  const number = useWholeNumber()
  const body = useRef<HTMLDivElement>(null)
  const inHand = () => body.current?.querySelector<HTMLElement>('tbody tr:not(.heading)')?.focus()
  useLetters({ ArrowDown: inHand, ArrowUp: inHand })
  const headings = headingsOf(countsOf(num, selection))
  const close = () => (setEdited(undefined), setNew(false))
  return (
    <div className="roll" ref={body}>
      <Chips num={num} selection={selection} chosen={chip ?? ''} />
      <DataTable
        key={JSON.stringify(input)}
        of={screening['eyefile.students.list']}
        input={input}
        rowKey="studentId"
        live={['screening']}
        pageSize={50}
        columns={
          selection.classId === undefined
            ? [...PLACE, ...BEFORE, TAIL, ...WHO, nextColumn(next.take)]
            : [...BEFORE, ...measuredColumns(latest), nextColumn(next.take), ...WHO]
        }
        {...(chip ? {} : { headingOf: (s: Student) => headings[s.next === null ? 'rest' : 'open'] })}
        rowKeys={{ x: next.take, ...(can('student:secret') ? { v: number.show } : {}) }}
        filters={['name', 'glasses']}
        rowTone={(s: Student) => (s.next === null ? undefined : 'warn')}
        summary={() => <KeysOfRow />}
        onOpen={setEdited}
        {...(can('screening:edit') ? { onNew: () => setNew(true) } : {})}
        selection={(rows: Student[], clear) => <Chosen rows={rows} clear={clear} />}
        empty={{ text: t`这里还没有学生`, action: can('screening:edit') && <Button onClick={() => setNew(true)}>{t`新建学生`}</Button> }}
      />
      {next.window}
      <Drawer
        title={edited ? edited.name : t`新建学生`}
        open={edited !== undefined || isNew}
        onClose={close}
        size="min(720px, 100vw)"
        destroyOnHidden
      >
        {(edited || isNew) && <StudentForm student={edited} num={num} selection={selection} close={close} />}
      </Drawer>
    </div>
  )
}
/** What the two kinds of rows stand under: what is open and why, then the rest in the order of seats. */
function headingsOf(counts: StudentCounts): { readonly open: string; readonly rest: string } {
  const reasons = steps
    .filter((step) => counts[stepCounts[step]] > 0)
    .map((step) => `${tr(nextReasons[step])} ${counts[stepCounts[step]].toLocaleString()}`)
  return {
    open: t`要办的 ${counts.open.toLocaleString()}：${reasons.join(' · ')}`,
    rest: t`其余 ${(counts.present - counts.open).toLocaleString()} 按座号`,
  }
}
const KeysOfRow = () => (
  <span className="roll-keys">
    <kbd>↑</kbd> <kbd>↓</kbd> {t`选行`} <kbd>Enter</kbd> {t`打开`} <kbd>x</kbd> {t`做下一步`}{' '}
    <Can code="student:secret">
      <kbd>v</kbd> {t`写原因看证件号`}
    </Can>
  </span>
)
const chipIn = (text: string | undefined): Chip | undefined => (text && Object.hasOwn(FILTERS, text) ? (text as Chip) : undefined)

function Chips({ num, selection, chosen }: Pick<RollProps, 'num' | 'selection'> & { chosen: Chip | '' }) {
  const [, setSearch] = useSearch()
  const counts = countsOf(num, selection)
  const chips: ReadonlyArray<readonly [Chip | '', string, number]> = [
    ['', tr(wordOf(studentStates, present)), counts.present],
    ['open', t`要办的`, counts.open],
    ...steps.filter((step) => step === chosen).map((step) => [step, tr(nextSteps[step]), counts[stepCounts[step]]] as const),
    ['unlinked', t`未转入`, counts.unlinked],
    ['consented', t`已同意转入`, counts.consented],
    ['unassigned', t`无人跟进`, counts.unassigned],
    ['latent', t`潜在会员`, counts.latent],
    ['unplaced', t`未编班`, unplacedOf(num, selection)],
    ['left', tr(wordOf(studentStates, left)), counts.left],
    ['graduated', tr(wordOf(studentStates, graduated)), counts.graduated],
  ]
  return (
    <div className="roll-chips" role="group" aria-label={t`学生范围`}>
      {chips
        .filter(([key, , n]) => key === '' || n > 0 || key === chosen)
        .map(([key, label, n]) => (
          <button
            key={label}
            type="button"
            aria-pressed={key === chosen}
            onClick={() => setSearch({ chip: key || undefined, page: undefined }, true)}
          >
            {label} <strong>{n.toLocaleString()}</strong>
          </button>
        ))}
    </div>
  )
}

/** What is to be done next: for a child that is advised to see a doctor, since when; and who follows it, where nobody does. */
function nextOf({ next, advisedOn, ctid }: Student): string {
  if (next === null) return '—'
  if (next === 'call' && ctid === null) return t`指定跟进`
  const word = tr(nextSteps[next])
  return next === 'call' && advisedOn !== null ? t`${word} · ${daysBetween(advisedOn, today())} 天` : word
}
const fields = Student.shape
const PLACE: ReadonlyArray<TableColumn<Student>> = [
  { key: 'grade', card: 'line' },
  { key: 'className', card: 'line' },
]
/** The last result of each child of a class. */
function latestOf(results: readonly ResultRow[]): ReadonlyMap<number, ResultRow> {
  const latest = new Map<number, ResultRow>()
  for (const r of results) if ((latest.get(r.studentId)?.id ?? 0) < r.id) latest.set(r.studentId, r)
  return latest
}
const LOW = 5
/** An acuity; below 5.0 it stands out by weight and line, not by colour alone. */
const Acuity = ({ value }: { value: number | null | undefined }) =>
  typeof value === 'number' ? <span className={value < LOW ? 'acuity low' : 'acuity'}>{value.toFixed(1)}</span> : <>—</>
const HINTS = [
  ['screeningMyopia', '筛查性近视'],
  ['poorSight', '视力不良'],
  ['preMyopia', '前期倾向'],
] as const
function judgement(result: ResultRow | undefined): string {
  if (!result) return '—'
  if (result.status === screeningResult.is.open) return t`未筛`
  const hint = HINTS.find(([key]) => result[key] === 1)
  return hint ? tr(hint[1]) : t`未见异常提示`
}
const dioptre = (value: number | null | undefined): string =>
  typeof value === 'number' ? `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}` : '—'
const equivalents = (result: ResultRow | undefined): string => `${dioptre(result?.seOd)} ${dioptre(result?.seOs)}`
const measuredColumns = (latest: ReadonlyMap<number, ResultRow>): ReadonlyArray<TableColumn<Student>> => [
  {
    key: 'ucvaOd',
    title: '裸眼 右',
    width: 60,
    card: 'figure',
    align: 'right',
    render: (s) => <Acuity value={latest.get(s.studentId)?.ucvaOd} />,
  },
  { key: 'ucvaOs', title: '左', width: 44, align: 'right', render: (s) => <Acuity value={latest.get(s.studentId)?.ucvaOs} /> },
  { key: 'seOd', title: '等效 右 左', width: 112, align: 'right', render: (s) => equivalents(latest.get(s.studentId)) },
  { key: 'judged', title: '最近判定', width: 92, card: 'line', render: (s) => judgement(latest.get(s.studentId)) },
]
const BEFORE: ReadonlyArray<TableColumn<Student>> = [
  { key: 'seat', title: '号', width: 36, card: 'rest' },
  { key: 'name', card: 'title' },
  {
    key: 'gender',
    title: '性别',
    width: 64,
    render: (s) => `${tr(show(fields.gender, s.gender))} ${ageOn(s.birth, today())?.years ?? ''}`,
  },
  { key: 'glasses', width: 68 },
]
const TAIL: TableColumn<Student> = {
  key: 'idCard',
  title: '证件尾号',
  width: 92,
  render: (s) => (s.idCard ?? s.passport)?.replace(/\*+/, '…') ?? '—',
}
const nextColumn = (take: (of: Student) => unknown): TableColumn<Student> => ({
  key: 'next',
  width: 112,
  card: 'state',
  render: (s) =>
    s.next === null ? (
      '—'
    ) : (
      <button type="button" className="link" onClick={() => take(s)}>
        {nextOf(s)}
      </button>
    ),
})
const WHO: ReadonlyArray<TableColumn<Student>> = [
  { key: 'pid', title: '会员', width: 56, render: (s) => (s.pid === null ? '—' : <Link to={`/patients/detail/${s.pid}`}>{t`查看`}</Link>) },
  { key: 'staffName', width: 72, render: (s) => s.staffName ?? <span className="soft">{t`未指定`}</span> },
]

/** What is done with the children ticked. */
function Chosen({ rows, clear }: { rows: readonly Student[]; clear: () => void }) {
  const ids = rows.map((s) => s.studentId)
  return (
    <>
      <Can code="screening:manage">
        <Assign studentIds={ids} done={clear} />
      </Can>
      <Can code="screening:edit">
        <Consent studentIds={ids} done={clear} />
      </Can>
      <Can code="screening:manage">
        <Transfer studentIds={rows.filter((s) => s.pid === null).map((s) => s.studentId)} done={clear} />
      </Can>
    </>
  )
}
