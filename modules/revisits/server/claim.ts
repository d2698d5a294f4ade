/** Taking cards: the next family of the work list for ten minutes, and nobody else is offered it. */
import type { z } from '#kernel/contract/index.ts'
import { all, dayEnd, dayStart, empty, lit, sql, type Cx, type ShapedRow, type Sql } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import type { Claim, Claimed } from '../contract/shapes.queue.ts'
import { OPEN } from './queries.ts'

/** How long a card is held. */
const HELD_MINUTES = 10

/** Who is called with one call: everybody of a number, or the member alone. Of a task `r` and its member `p`. */
export const family = sql`coalesce(nullif(regexp_replace(p.mobile, '\\D', '', 'g'), ''), 'p' || r.pid)`
const joined = sql`revisit r join patient p on p.oid = r.oid and p.pid = r.pid`

/** Where a task stands in the list: urgent, promised for now, due today, overdue. */
export const groupOf = (today: string): Sql =>
  sql`
    case when r.urgency = 3 then 'urgent' when r.promised then 'promised' when r.due_at >= ${dayStart(today)} then 'due' else 'overdue'
    end
  `
const rank = (today: string): Sql =>
  sql`
    case when r.urgency = 3 then 0 when r.promised then 1 when r.due_at >= ${dayStart(today)} then 2 else 3
    end
  `
/** Working order: promised ones and overdue ones by time, those of today the more urgent first. */
export const workingOrder = (today: string): Sql =>
  sql`
    ${rank(today)},
    case when r.due_at >= ${dayStart(today)} and not r.promised then -r.urgency else 0
    end,
    r.due_at,
    r.rvid
  `

/** Tasks of a store that are called about by the end of the day: those of the caller by name, and everybody's. */
export const toCall = (cx: Pick<Cx, 'who' | 'today'>, hid: number): Sql =>
  all([
    sql`r.hid = ${hid}`,
    sql`r.status in ${OPEN}`,
    sql`r.due_at < ${dayEnd(cx.today)}`,
    sql`r.channel = 1`,
    sql`(r.category = 1 or r.review_staff = ${cx.who.ctid})`,
    sql`(r.tail_start_date is null or r.tail_start_date <= ${cx.today}::date)`,
    sql`(r.tail_end_date is null or r.tail_end_date >= ${cx.today}::date)`,
  ])
const heldByOthers = (cx: Cx): Sql => sql`r.claimed_until > ${cx.now}::timestamptz and r.claimed_by <> ${cx.who.ctid}`

/** The next card: the one held already, the one named, or the first that nobody holds. */
export async function claim(
  cx: Cx<'nothing_due' | 'held'>,
  { hid: wantedHid, rvid }: z.output<typeof Claim>,
): Promise<z.output<typeof Claimed>> {
  const hid = ownStore(cx, wantedHid ?? cx.who.hid)
  if (rvid !== undefined) return named(cx, hid, rvid)
  const own = await cx.db.one(
    { rvid: 'number', until: 'string' },
    sql`
      select rvid, claimed_until "until"
      from revisit r
      where r.hid = ${hid} and r.status in ${OPEN} and r.claimed_by = ${cx.who.ctid} and r.claimed_until > ${cx.now}::timestamptz
      order by ${workingOrder(cx.today)}
      limit 1
    `,
  )
  if (own) return own
  const passed: string[] = []
  // The first of the list nearly always do; who is not among them is looked for in all of it.
  let most: number | undefined = FIRST
  for (;;) {
    const row: Next | undefined = await next(cx, hid, passed, most)
    if (!row && most === undefined) return cx.refuse('nothing_due')
    if (!row) {
      most = undefined
      continue
    }
    const until = await take(cx, hid, row)
    if (until) return { rvid: row.rvid, until }
    passed.push(row.family)
  }
}
/** So many of the list are looked at before all of it is. */
const FIRST = 60
const Next = { rvid: 'number', pid: 'number', family: 'string' } as const
type Next = ShapedRow<typeof Next>
/** The first task whose family nobody holds. Rows that another caller is just taking are passed by, not waited for. */
const next = (cx: Cx, hid: number, passed: readonly string[], most: number | undefined): Promise<Next | undefined> => {
  const free = sql`(r.claimed_until is null or r.claimed_until <= ${cx.now}::timestamptz)`
  return cx.db.one(
    Next,
    sql`
      with due as materialized (
        select r.rvid
        from revisit r
        where ${toCall(cx, hid)}
          and (not r.promised or r.due_at <= ${cx.now}::timestamptz + interval '2 minutes')
          and ${free} ${most === undefined ? empty : sql`order by ${workingOrder(cx.today)} limit ${most}`}
      )
      select r.rvid, p.pid, ${family} family
      from due d
      join revisit r on r.rvid = d.rvid
      join patient p on p.oid = r.oid and p.pid = r.pid
      where ${free} ${passed.length ? sql`and ${family} <> all(${passed}::text[])` : empty}
        and ${family} not in (
          select ${family}
          from ${joined}
          where r.hid = ${hid} and r.claimed_by is not null and ${heldByOthers(cx)}
        )
      order by ${workingOrder(cx.today)}
      limit 1
      for update of r skip locked
    `,
  )
}
async function named(cx: Cx<'held'>, hid: number, rvid: number): Promise<z.output<typeof Claimed>> {
  const row = await cx.db.one(
    { pid: 'number', family: 'string', open: 'boolean' },
    sql`
      select p.pid, ${family} family, r.status in ${OPEN} "open"
      from ${joined}
      where r.rvid = ${rvid} and r.hid = ${hid}
      for update of r
    `,
  )
  if (!row?.open) return cx.refuse('not_found', { what: '待办的回访' })
  const until = await take(cx, hid, row, rvid)
  if (until) return { rvid, until }
  const holder = await cx.db.one(
    { name: 'string | null' },
    sql`
      select c.name
      from ${joined}
      left join contact c on c.oid = r.oid and c.ctid_ = r.claimed_by
      where r.hid = ${hid} and ${family} = ${row.family} and ${heldByOthers(cx)}
      limit 1
    `,
  )
  return cx.refuse('held', { name: holder?.name ?? '同事' })
}
/**
 * Takes every due task of a family. Two callers who picked two siblings at the same moment meet at the family's lock: one of them goes on
 * to the next family. Undefined when somebody else holds it.
 */
async function take(cx: Cx, hid: number, { family: scope, pid }: Pick<Next, 'family' | 'pid'>, rvid?: number): Promise<string | undefined> {
  const { mine } = await cx.db.the(
    { mine: 'boolean' },
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`revisit:${cx.who.oid}:${scope}`}, 0)) mine`,
  )
  if (!mine) return undefined
  // Of whoever is a member the index of ends of numbers knows; one who is not any more is alone.
  const alike = sql`p.status = ${lit(patientStates.is.present)} and p.phone_tail = reverse(${scope}::text)`
  const members = scope.startsWith('p') ? sql`(${pid})` : sql`(select p.pid from patient p where ${alike} union select ${pid}::bigint)`
  const held = await cx.db.any(
    sql`
      select 1
      from revisit r
      where r.hid = ${hid} and r.pid in ${members} and r.status in ${OPEN} and ${heldByOthers(cx)}
      limit 1
    `,
  )
  if (held) return undefined
  const rows = await cx.db.rows(
    { until: 'string' },
    sql`
      update revisit r
      set claimed_by = ${cx.who.ctid}, claimed_until = ${cx.now}::timestamptz + ${`${HELD_MINUTES} minutes`}::interval
      where r.hid = ${hid} and r.pid in ${members} and r.status in ${OPEN} and (r.due_at < ${dayEnd(cx.today)} or r.rvid = ${rvid ?? null})
      returning r.claimed_until "until"
    `,
  )
  cx.touch('revisits')
  return rows[0]?.until
}
/** Gives back what somebody holds. */
export async function release(cx: Cx, wantedHid?: number): Promise<null> {
  const hid = ownStore(cx, wantedHid ?? cx.who.hid)
  const released = await cx.db.run(
    sql`
      update revisit
      set claimed_by = null, claimed_until = null
      where hid = ${hid} and claimed_by = ${cx.who.ctid}
    `,
  )
  if (released) cx.touch('revisits')
  return null
}
