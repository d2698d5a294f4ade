/** What is said of a task: the script of its type in the version of today, else the rule's own. */
import { sql, type Cx, type Row } from '#kernel/server/index.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { masterOf } from '#modules/settings/server/door.ts'
import { isRule, ruleOf } from '../contract/rules.ts'
import { armOf, type ScriptFacts } from '../contract/script.ts'

export interface Script {
  readonly text: string
  readonly title: string
  /** Version of the type; null where the rule's own words stand. */
  readonly version: number | null
  /** 0 the script, 1 the comparison. */
  readonly arm: 0 | 1 | null
}
type Told = Pick<Row<'revisit'>, 'type' | 'rule' | 'rvid' | 'content' | 'scriptArm'>

/** The script of a task. Where a type has two, every other task has the comparison, and keeps it. */
export async function scriptOf(cx: Cx, task: Told): Promise<Script> {
  const type = task.type ? await masterOf(cx, 'revisit-type', task.type) : undefined
  if (type?.script) {
    const { name: title, version, script, scriptB } = type
    if (!scriptB) return { text: script, title, version, arm: null }
    const arm = (task.scriptArm ?? armOf(task.rvid)) === 1 ? 1 : 0
    return { text: arm === 1 ? scriptB : script, title, version, arm }
  }
  const rule = isRule(task.rule) ? ruleOf(task.rule) : undefined
  return { text: rule?.script ?? task.content ?? '', title: rule?.label ?? '', version: null, arm: null }
}
/** The facts a script is filled with. */
export async function factsOf(cx: Cx, task: Pick<Row<'revisit'>, 'pid' | 'hid' | 'reviewStaff'>): Promise<ScriptFacts> {
  const { shortName } = await storeOf(cx, task.hid)
  const facts = await cx.db.one(
    { name: 'string', lastVisit: 'string | null', doctor: 'string | null' },
    sql`
      select p.name, to_char(p.last_visit_at, 'MM-DD') last_visit,
        (
          select d.name
          from contact d
          where d.oid = p.oid
            and d.type = 1
            and d.ctid_ = coalesce(
              ${task.reviewStaff}::bigint,
              (
                select v.doctor_id
                from reservation v
                where v.oid = p.oid and v.pid = p.pid and v.doctor_id is not null
                order by v.visit_at desc
                limit 1
              )
            )
        ) doctor
      from patient p
      where p.pid = ${task.pid}
    `,
  )
  return {
    name: facts?.name ?? '',
    store: shortName,
    lastVisit: facts?.lastVisit ?? null,
    doctor: facts?.doctor ? `${facts.doctor}医生` : null,
  }
}
