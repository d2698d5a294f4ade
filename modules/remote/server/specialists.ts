/** Experts: who is asked, when, for how much. Known by the staff number (R137). */
import { addDays, inUse, type Page } from '#kernel/contract/index.ts'
import { change, insert, lit, locked, remove, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import type { z } from '#kernel/contract/index.ts'
import type { EditSpecialist, NewSpecialist, SlotQuery, Specialist } from '../contract/shapes.ts'
import { beginnings, later, roomIdOf } from '../contract/room.ts'
import { remoteCase } from '../contract/states.ts'
import { expertOf, expertPage, type Expert } from './queries.ts'

/** Days looked ahead for the next free time. */
const AHEAD = 31
interface Free {
  startAt: string
  endAt: string
}
interface Taken {
  ctid: number
  startAt: string
  endAt: string
}
const takenBy = (cx: Cx, ctids: readonly number[], from: string): Promise<Taken[]> =>
  cx.db.rows(
    { ctid: 'number', startAt: 'string', endAt: 'string' },
    sql`
      select ctid_, start_at, end_at
      from remote_case
      where ctid_ = any(${[...ctids]}) and mode = 0 and status <> ${lit(remoteCase.is.cancelled)} and end_at > ${from}::timestamptz
    `,
  )
/** Free beginnings within the weekly times, none of them past. */
function* freeOf(
  { slots, minutes, ctid, status }: Expert,
  taken: readonly Taken[],
  from: string,
  days: number,
  now: string,
): Generator<Free> {
  if (status !== inUse.is.on) return
  const busy = taken.filter((t) => t.ctid === ctid)
  for (let n = 0; n < days; n++)
    for (const startAt of beginnings(slots, minutes, addDays(from, n))) {
      const endAt = later(startAt, minutes)
      if (startAt > now && !busy.some((t) => t.startAt < endAt && startAt < t.endAt)) yield { startAt, endAt }
    }
}
const withTimes = (e: Expert, taken: readonly Taken[], { today, now }: Pick<Cx, 'today' | 'now'>): Specialist => ({
  ...e,
  roomId: roomIdOf(e.ctid),
  nextSlot: freeOf(e, taken, today, AHEAD, now).next().value?.startAt ?? null,
})
export async function specialists(
  cx: Cx,
  query: { name?: string | undefined; withStopped?: boolean | undefined },
): Promise<Page<Specialist>> {
  const found = await expertPage(cx, query)
  const ctids = found.list.map((e) => e.ctid)
  const taken = ctids.length ? await takenBy(cx, ctids, cx.now) : []
  return { ...found, list: found.list.map((e) => withTimes(e, taken, cx)) }
}
const one = async (cx: Cx, expert: Expert): Promise<Specialist> => withTimes(expert, await takenBy(cx, [expert.ctid], cx.now), cx)
export async function freeSlots(cx: Cx, { ctid, from = cx.today, days }: z.output<typeof SlotQuery>): Promise<Page<Free>> {
  const expert = await expertOf(cx, { ctid })
  const list = [...freeOf(expert, await takenBy(cx, [ctid], cx.now), from < cx.today ? cx.today : from, days, cx.now)]
  return { list, total: list.length }
}

/** What of an input stands in a column: times of the week as JSON. */
const columns = ({ slots, ...rest }: Partial<z.output<typeof NewSpecialist>>): Partial<Row<'specialist_clinic'>> => ({
  ...rest,
  // A jsonb column is written as text.
  ...(slots ? { slots: JSON.stringify(slots) } : {}),
})
export async function newSpecialist(cx: Cx<'specialist_exists'>, input: z.output<typeof NewSpecialist>): Promise<Specialist> {
  await staffOf(cx, input.ctid)
  await insert(cx, 'specialist_clinic', columns(input))
  return one(cx, await expertOf(cx, { ctid: input.ctid }))
}
export async function editSpecialist(cx: Cx, { ctid, version, ...changes }: z.output<typeof EditSpecialist>): Promise<Specialist> {
  const { id } = await expertOf(cx, { ctid })
  await change(cx, 'specialist_clinic', { id }, { version: version ?? null }, columns(changes))
  return one(cx, await expertOf(cx, { ctid }))
}
export async function deleteSpecialist(cx: Cx<'specialist_busy'>, id: number): Promise<null> {
  await locked(cx, 'specialist_clinic', { id })
  const { open } = await expertOf(cx, { id })
  if (open) cx.refuse('specialist_busy', { open })
  await remove(cx, 'specialist_clinic', { id })
  return null
}
