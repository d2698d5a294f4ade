/** What is chosen in figures, the file of its roll, and the year change of its school. */
import { Button } from 'antd'
import { wordOf } from '#kernel/contract/index.ts'
import { Can, Panel, Status, confirm, download, t, tr, useCall, useGo, useLetters, useSearch, useWho } from '#kernel/web/index.ts'
import { screening } from '../../contract/endpoints.ts'
import { gradeLabel, stages } from '../../contract/grades.ts'
import type { StudentCounts, StudentsNum } from '../../contract/rolls.ts'
import { screeningTask } from '../../contract/states.results.ts'
import { studentStates } from '../../contract/states.ts'
import { nextReasons, nextSteps } from '../../contract/students.ts'
import { Disclosures } from './Disclosures.tsx'
import { countsOf, stepCounts, type Chip, steps, type Selection } from './selection.ts'
import { YearChange } from './YearChange.tsx'

export function SchoolRail({ num, selection }: { num: StudentsNum; selection: Selection }) {
  const school = num.schools.find((s) => s.schoolId === selection.schoolId)
  const counts = countsOf(num, selection)
  return (
    <aside className="school-rail" aria-label={t`所选范围`}>
      <Panel title={titleOf(num, selection)} note={noteOf(num, selection)}>
        <div className="panel-body">
          <p className="rail-counts">
            {[
              [tr(wordOf(studentStates, studentStates.is.present)), counts.present],
              [t`已是会员`, counts.linked],
              [t`已同意转入`, counts.consented],
              [t`未转入`, counts.unlinked],
            ].map(([label, n]) => (
              <span key={label}>
                {label} <b className="num">{n?.toLocaleString()}</b>
              </span>
            ))}
          </p>
          <div className="year-acts">
            <ExportRoll selection={selection} />
            <Disclosures />
          </div>
        </div>
      </Panel>
      <Open counts={counts} />
      {selection.schoolId !== undefined && <Latest selection={selection} />}
      {school && <YearChange school={school} />}
    </aside>
  )
}
/** What is to be done, by its reason: a press shows those children. */
function Open({ counts }: { counts: StudentCounts }) {
  const [search, setSearch] = useSearch()
  const lines: ReadonlyArray<{ chip: Chip; reason: string; n: number; step: string }> = [
    ...steps.map((step) => ({ chip: step, reason: tr(nextReasons[step]), n: counts[stepCounts[step]], step: tr(nextSteps[step]) })),
    { chip: 'unassigned', reason: t`无人跟进`, n: counts.unassigned, step: t`指定跟进` },
  ]
  const open = lines.filter(({ n }) => n > 0)
  return (
    <Panel title={t`要办的`} note={counts.open.toLocaleString()}>
      {open.length === 0 && <p className="soft rail-none">{t`没有要办的`}</p>}
      <ul className="rail-open">
        {open.map(({ chip, reason, n, step }) => (
          <li key={chip}>
            <button
              type="button"
              aria-pressed={search.chip === chip}
              onClick={() => setSearch({ chip: search.chip === chip ? undefined : chip, page: undefined }, true)}
            >
              <span>{reason}</span> <strong className="num">{n.toLocaleString()}</strong>
              <span className="rail-step">{step}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
/** The latest screening: how far it is, what became of those advised, who read the letters; never more than the interval allows. */
function Latest({ selection }: { selection: Selection }) {
  const { hid } = useWho()
  const go = useGo()
  const seats = (task: number) => go(`/print/eyefile-seats/${task}/${selection.classId ?? 0}`)
  const latest = useCall(screening['eyefile.students.latest'], { hid, ...selection }, { live: ['screening'], keep: true })
  const one = latest.data
  useLetters(one && selection.classId !== undefined ? { p: () => seats(one.taskId) } : {})
  if (!one) return null
  const advised = one.waiting + one.visited + one.refused
  const share = (n: number) => Math.round(n * 100)
  const open = () => go(`/eyefile/board/${one.taskId}`)
  return (
    <Panel title={one.taskName} note={<Status of={screeningTask} value={one.status} />}>
      <div className="panel-body rail-latest">
        <Parts
          of={[
            ['ok', one.over],
            ['rest', one.total - one.over],
          ]}
          label={t`已筛 ${one.over} / ${one.total}`}
        />
        <p>
          <b>{t`${one.over} / ${one.total} 已筛`}</b>
          <span>{t`复测 ${one.retested}，待 ${one.retestDue}`}</span>
        </p>
        {one.judged > 0 && (
          <p className="soft">
            {t`筛查性近视 ${one.myopia} 人，${share(one.myopia / one.judged)}%（95% 区间 ${share(one.low)}–${share(one.high)}%）`}
          </p>
        )}
        <Parts
          of={[
            ['ok', one.visited],
            ['neutral', one.refused],
            ['warn', one.waiting],
          ]}
          label={t`已就诊 ${one.visited}，拒绝 ${one.refused}，未就诊 ${one.waiting}`}
        />
        <p>
          <b>{t`建议就诊 ${advised} 人`}</b>
          <span>{t`已就诊 ${one.visited} · 拒绝 ${one.refused} · 未就诊 ${one.waiting}`}</span>
        </p>
        <p className="soft">
          {one.feedbackOn === null ? t`还没有反馈` : t`${one.feedbackOn} 反馈`} · {t`家长看过 ${one.read} 份`}
        </p>
        <div className="year-acts">
          <Button onClick={open}>{t`任务板`}</Button>
          {selection.classId !== undefined && (
            <Button onClick={() => seats(one.taskId)}>
              {t`座位单`} <kbd>p</kbd>
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
/** Parts of a whole in one bar. */
function Parts({ of: parts, label }: { of: ReadonlyArray<readonly [tone: string, n: number]>; label: string }) {
  const total = parts.reduce((sum, [, n]) => sum + n, 0)
  return (
    <div className="rail-parts" role="img" aria-label={label}>
      {parts.map(([tone, n]) => (
        <i key={tone} className={tone} style={{ width: `${total ? (100 * n) / total : 0}%` }} />
      ))}
    </div>
  )
}
function titleOf(num: StudentsNum, { schoolId, classId, grade, villageId }: Selection): string {
  const school = num.schools.find((s) => s.schoolId === schoolId)
  const village = num.villages.find((v) => v.villageId === villageId)
  if (village) return `${village.communityName} ${village.villageName}`
  if (!school) return t`全部学生`
  const own = school.classes.find((c) => c.classId === classId)
  if (own) return `${school.schoolName} ${tr(gradeLabel(own.grade))} ${own.className}`
  return grade === undefined ? school.schoolName : `${school.schoolName} ${tr(gradeLabel(grade))}`
}
function noteOf(num: StudentsNum, { schoolId, classId }: Selection): string | undefined {
  const school = num.schools.find((s) => s.schoolId === schoolId)
  const own = school?.classes.find((c) => c.classId === classId)
  if (own) return own.teacher ?? undefined
  return school && `${tr(stages[school.stage])} · ${school.areaName}`
}

function ExportRoll({ selection }: { selection: Selection }) {
  const { hid } = useWho()
  const run = async () => {
    const reason = await confirm({
      title: t`导出名册`,
      message: t`文件带有导出人、时间和用途，并记录在审计中；证件号只有尾号`,
      reason: { label: t`导出用途`, required: true },
      ok: t`导出`,
    })
    if (typeof reason === 'string') await download(screening['eyefile.students.export'], { hid, ...selection, reason })
  }
  return (
    <Can code="screening:export">
      <Button onClick={() => void run()}>{t`导出名册…`}</Button>
    </Can>
  )
}
