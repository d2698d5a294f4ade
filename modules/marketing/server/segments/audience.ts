/** Whom a tree finds, and why some of them are not written to. */
import type { ConditionTree } from '#kernel/contract/segments/condition.ts'
import { leavesOf } from '#kernel/contract/segments/condition.ts'
import { ageOn } from '#kernel/contract/index.ts'
import { dayStart, lit, may, sql, type Cx, type ShapedRow, type Sql } from '#kernel/server/index.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { conditions } from '../../contract/segments/conditions.ts'
import { recipientStates } from '../../contract/states.ts'
import type { Target } from '../../contract/shapes.ts'
import { conditionRows, treeSql } from './compile.ts'
import { sensitiveOf } from './sensitive.ts'

export interface Audience {
  readonly hid: number
  readonly wholeChain: boolean
  readonly tree: ConditionTree
  /** Whether the tree tells of health, by its conditions or by the rule of a tag. */
  readonly sensitive: boolean
  readonly purpose: 'care' | 'marketing'
  /** Day the messages go out, and days kept between two of marketing. */
  readonly day: string
  readonly restDays: number
  /** A standing task that wrote to a number within `again` days leaves it alone. */
  readonly standing?: { readonly kind: string; readonly again: number }
  /** A task that does not count against itself. */
  readonly except?: number
}
type Why = Target['falls'][number]['why']

/** Members whose last answer about a kind of consent, to the text in force, is yes. */
const agreed = (kind: 2 | 8): Sql => sql`
  p.pid in (
    select pid
    from (
      select distinct on (s.pid) s.pid, s.text_id, s.withdrawn_at
      from consent s
      join consent_text t on t.oid = s.oid and t.id = s.text_id and t.kind = ${lit(kind)}
      order by s.pid, s.id desc
    ) last
    where withdrawn_at is null
      and text_id = (select id from consent_text where kind = ${lit(kind)} order by no desc limit 1)
  )
`
/** The number as it is dialled. */
export const number = sql`regexp_replace(coalesce(p.mobile, ''), '[ -]', '', 'g')`

/** Why `patient p` gets no message; null where nothing is in the way. The first reason counts. */
export function whyNot(
  { purpose, day, restDays, sensitive, standing, except }: Omit<Audience, 'hid' | 'wholeChain' | 'tree'>,
  today: string,
): Sql {
  const marketing = purpose === 'marketing'
  return sql`
    case when ${number} = '' then 'noNumber'
      when p.pid in (select pid from contact_stop where kind = 1 and lifted_at is null) then 'stopped'
      when p.mobile in (
        select mobile
        from contact_stop
        where kind = 2 and lifted_at is null and mobile is not null
      ) then 'noNumber'
      when ${marketing}
      and not (${agreed(2)}) then case when ${number} in (select mobile from marketing_unsubscribe) then 'unsubscribed'
        else 'noConsent'
      end
      when ${marketing && sensitive}
      and not (${agreed(8)}) then 'noHealth'
      when ${marketing}
      and ${number} in (
        select mobile
        from marketing_touch
        where purpose = 'marketing' and day > ${day}::date - ${restDays}::int and task_id is distinct from ${except ?? null}::bigint
      ) then 'toldRecently'
      when ${standing !== undefined}
      and ${number} in (
        select x.mobile
        from marketing_touch x
        join marketing_task k on k.oid = x.oid and k.id = x.task_id
        where k.standing = ${standing?.kind ?? ''} and x.day > ${day}::date - ${standing?.again ?? 0}::int
      ) then 'toldRecently'
      when ${day === today}
      and ${number} in (
        select mobile
        from sms
        where purpose <> 'code' and created_at >= ${dayStart(today)}
        union all
        select mobile
        from marketing_touch
        where day = ${today}::date and task_id is distinct from ${except ?? null}::bigint
      ) then 'toldRecently'
      when ${marketing}
      and ${number} in (
        select r.mobile
        from marketing_recipient r
        join marketing_task t on t.oid = r.oid and t.id = r.task_id
        where t.control_percent > 0
          and t.id is distinct from ${except ?? null}::bigint
          and r.state <> ${lit(recipientStates.is.takenBack)}
          and coalesce(t.sent_at, t.send_at) + make_interval(days => t.outcome_days) >= ${dayStart(day)}
      ) then 'inTest'
    end
  `
}
const inStore = (cx: Cx, { hid, wholeChain }: Pick<Audience, 'hid' | 'wholeChain'>): Sql =>
  wholeChain ? sql`p.hid = any(${cx.who.hids})` : sql`p.hid = ${hid}`
/** Present members of the store, or of all stores of the account, whom the tree finds. */
export const matched = (cx: Cx, audience: Pick<Audience, 'hid' | 'wholeChain' | 'tree'>): Sql => sql`
  p.status = ${lit(patientStates.is.present)}
  and ${inStore(cx, audience)}
  and ${treeSql(audience.tree, cx.today)}
`
export const countMatched = async (cx: Cx, audience: Pick<Audience, 'hid' | 'wholeChain' | 'tree'>): Promise<number> =>
  (await cx.db.the({ n: 'number' }, sql`select count(*) n from patient p where ${matched(cx, audience)}`)).n

const Person = { pid: 'number', name: 'string', mobile: 'string', birth: 'string | null' } as const
export type AudienceMember = ShapedRow<typeof Person>
/** Everybody who can be written to, by number. */
export const reachable = (cx: Cx, audience: Audience, limit = 1_000_000): Promise<AudienceMember[]> =>
  cx.db.rows(
    Person,
    sql`
      select pid, name, mobile, birth
      from (
        select p.pid, p.name, ${number} as mobile, p.birth, ${whyNot(audience, cx.today)} as why
        from patient p
        where ${matched(cx, audience)}
      ) judged
      where why is null
      order by mobile, pid
      limit ${limit}
    `,
  )

/** Whether a judged member, or a guardian of theirs, follows on WeChat. */
const follows = sql`
  (
    wechat_open_id is not null
    or exists (
      select
      from patient_family f
      join patient g on g.oid = f.oid and g.pid = f.other_pid
      where f.oid = judged.oid and f.pid = judged.pid and f.is_guardian and g.wechat_open_id is not null
    )
  )
`
type Fact = { label: string; words: string }
/** The facts by which each of these members matched: the conditions of the tree they fit, with their values. */
export async function factsOf(cx: Cx, tree: ConditionTree, pids: readonly number[]): Promise<Map<number, Fact[]>> {
  const facts = new Map<number, Fact[]>(pids.map((pid) => [pid, []]))
  if (!pids.length) return facts
  for (const leaf of leavesOf(tree)) {
    const declared = conditions[leaf.key]
    if (!declared || declared.list) continue
    const rows = await cx.db.rows(
      { pid: 'number', value: 'string' },
      sql`
        select v.pid, min(v.value::text) as value
        from (${conditionRows(declared, cx.today)}) v
        join patient p on p.pid = v.pid
        where v.pid = any(${pids}::bigint[]) and v.value is not null and ${treeSql(leaf, cx.today)}
        group by v.pid
      `,
    )
    for (const { pid, value } of rows) {
      const held = declared.money ? String(Number(value) / 100) : value
      const words =
        declared.options?.[held] ?? (declared.kind === 'flag' ? (held === 'true' ? '是' : '否') : `${held} ${declared.unit ?? ''}`)
      facts.get(pid)?.push({ label: declared.label, words: words.trim() })
    }
  }
  return facts
}
/** Who the tree finds and who of them falls out; twenty people with the facts they match by. */
export async function targetOf(cx: Cx, audience: Audience): Promise<Target> {
  const counts = await cx.db.rows(
    { why: 'string | null', people: 'number', numbers: 'number', followed: 'number' },
    sql`
      select why, count(*) people, count(distinct mobile) numbers, count(distinct mobile) filter (where why is null and ${follows}) followed
      from (
        select p.oid, p.pid, p.wechat_open_id, ${number} as mobile, ${whyNot(audience, cx.today)} as why
        from patient p
        where ${matched(cx, audience)}
      ) judged
      group by why
    `,
  )
  const open = counts.find((c) => c.why === null)
  const shared = (open?.people ?? 0) - (open?.numbers ?? 0)
  const people = await reachable(cx, audience, 20)
  const facts = await factsOf(
    cx,
    audience.tree,
    people.map((p) => p.pid),
  )
  const order: readonly Why[] = ['noNumber', 'stopped', 'noConsent', 'unsubscribed', 'noHealth', 'toldRecently', 'inTest']
  const falls = order.flatMap((why) => {
    const size = counts.find((c) => c.why === why)?.people ?? 0
    return size ? [{ why, people: size }] : []
  })
  return {
    matched: counts.reduce((sum, c) => sum + c.people, 0),
    falls: shared ? [...falls, { why: 'shared', people: shared }] : falls,
    numbers: open?.numbers ?? 0,
    overWechat: open?.followed ?? 0,
    sensitive: await sensitiveOf(cx, audience.tree),
    people: people.map((p) => ({
      ...shown(cx, audience.hid, p),
      age: p.birth ? (ageOn(p.birth, cx.today)?.years ?? null) : null,
      facts: facts.get(p.pid) ?? [],
    })),
  }
}
/** Names and numbers are masked for whoever may not see members. */
const shown = (cx: Cx, hid: number, { pid, name, mobile }: AudienceMember) =>
  may(cx, 'patient:view', hid)
    ? { pid, name, mobile }
    : { pid, name: `${[...name][0] ?? ''}*${[...name].slice(2).join('')}`, mobile: mobile.replace(/^(\d{3})\d+(\d{2})$/, '$1******$2') }
