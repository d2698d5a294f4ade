/** The year change of a school as a picture: each grade with its arrow, what leaves, and former changes with the way back. */
import { Button } from 'antd'
import { ArrowRight } from 'lucide-react'
import { wordOf } from '#kernel/contract/index.ts'
import { Act, Can, Panel, Until, confirm, t, toast, today, tr, useCall, useCan, useLetters, useSend, useWho } from '#kernel/web/index.ts'
import { screening } from '../../contract/endpoints.ts'
import { gradeLabel, schoolYearOf } from '../../contract/grades.ts'
import type { SchoolCounts, UpgradeResult } from '../../contract/rolls.ts'
import { graduating, studentStates } from '../../contract/states.ts'

const { present, graduated } = graduating.is
const stale = [
  screening['eyefile.students.list'],
  screening['eyefile.students-num'],
  screening['eyefile.students.upgrades-list'],
  screening['eyefile.classes.list'],
]
type Plan = UpgradeResult['schools'][number]

export function YearChange({ school }: { school: SchoolCounts }) {
  const can = useCan()('screening:manage')
  const year = schoolYearOf(today())
  const preview = useSend(screening['eyefile.students.upgrades'], {})
  const move = useSend(screening['eyefile.students.upgrades'], {
    invalidates: stale,
    onSuccess: (answer: UpgradeResult) => (preview.reset(), toast(t`已升级 ${answer.moved} 人，离校 ${answer.leaving} 人`, 'ok')),
  })
  const plan = preview.data?.schools.find((s) => s.schoolId === school.schoolId)
  const look = () => preview.mutate({ schoolIds: [school.schoolId], schoolYear: year, dryRun: true })
  const go = async (wanted: Plan) => {
    const sure = await confirm({
      title: t`升年级`,
      message: t`${school.schoolName}升 ${wanted.moved} 人，离校 ${wanted.leaving} 人。下一次录入结果之前可以撤销`,
      ok: t`升级`,
    })
    if (sure) move.mutate({ schoolIds: [school.schoolId], schoolYear: year })
  }
  useLetters(can ? { u: look } : {})
  return (
    <Panel title={t`升年级 ${`${year}—${year + 1}`}`} note={plan ? t`预览` : undefined} className="year-change">
      <div className="panel-body">
        {plan && <Grades plan={plan} />}
        <Can code="screening:manage">
          <div className="year-acts">
            {plan ? (
              <Act type="primary" unless={plan.refused && tr(plan.refused)} loading={move.isPending} onClick={() => void go(plan)}>
                {t`升 ${plan.moved} 人，离校 ${plan.leaving} 人`}
              </Act>
            ) : (
              <Button loading={preview.isPending} onClick={look}>
                {t`预览升级`} <kbd>u</kbd>
              </Button>
            )}
            <Graduate school={school} />
          </div>
        </Can>
        <Former school={school} />
      </div>
    </Panel>
  )
}
function Grades({ plan }: { plan: Plan }) {
  const most = Math.max(1, ...plan.grades.map((g) => g.students))
  if (plan.refused) return <p className="warn">{tr(plan.refused)}</p>
  return (
    <ol className="year-grades">
      {plan.grades.map((g) => (
        <li key={g.from}>
          <span>{tr(gradeLabel(g.from))}</span>
          <strong>{g.students}</strong>
          <i className={g.to === null ? 'leaves' : ''} style={{ width: `${(g.students / most) * 100}%` }} />
          <ArrowRight size={14} aria-hidden />
          <span className={g.to === null ? 'warn' : ''}>
            {g.to === null ? tr(wordOf(studentStates, studentStates.is.left)) : tr(gradeLabel(g.to))}
          </span>
        </li>
      ))}
    </ol>
  )
}
/** R133: the leaving cohort out of the active lists, or back. */
function Graduate({ school }: { school: SchoolCounts }) {
  const isGone = school.graduateStatus === graduated
  const send = useSend(screening['eyefile.schools.graduate'], {
    invalidates: stale,
    onSuccess: () => toast(isGone ? t`毕业班已恢复在校` : t`毕业班已离校`, 'ok'),
  })
  const press = async () => {
    const sure = await confirm({ message: isGone ? t`毕业班恢复在校？` : t`最高年级的班级和学生将移出在读名册，升级之前可以恢复` })
    if (sure) send.mutate({ id: school.schoolId, status: isGone ? present : graduated })
  }
  return (
    <Button loading={send.isPending} onClick={() => void press()}>
      {isGone ? t`毕业班恢复在校` : t`毕业班离校`}
    </Button>
  )
}
function Former({ school }: { school: SchoolCounts }) {
  const { hid } = useWho()
  const can = useCan()('screening:manage')
  const former = useCall(screening['eyefile.students.upgrades-list'], { hid, schoolId: school.schoolId }, { live: ['screening'] })
  const undo = useSend(screening['eyefile.students.upgrades-undo'], { invalidates: stale, onSuccess: () => toast(t`已撤销升级`, 'ok') })
  const press = async (id: number) => {
    if (await confirm({ message: t`撤销后，班级和学生回到升级之前`, danger: true })) undo.mutate({ id })
  }
  return (
    <Until of={former}>
      {former.data && former.data.length > 0 && (
        <ul className="year-former">
          {former.data.map((m) => (
            <li key={m.id}>
              <span>{t`${`${m.schoolYear}—${m.schoolYear + 1}`} 学年：升 ${m.moved} 人，离校 ${m.leaving} 人`}</span>
              <small className="soft">{[m.at.slice(0, 10), m.staffName].filter(Boolean).join(' · ')}</small>
              {m.undoneAt ? (
                <small className="soft">{t`已撤销`}</small>
              ) : (
                can && (
                  <Act
                    size="small"
                    unless={m.stays && tr(m.stays)}
                    loading={undo.isPending}
                    onClick={() => void press(m.id)}
                  >{t`撤销`}</Act>
                )
              )}
            </li>
          ))}
        </ul>
      )}
    </Until>
  )
}
