/**
 * The one place where a lens begins on an eye: by a take record, or by the order that delivered it. Its number is in one eye of one member.
 */
import { monthsAfter } from '#kernel/contract/days.ts'
import { begin, change, find, insert, lit, move, sql, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { mastersOf } from '#modules/settings/server/door.ts'
import { bodyOf, idIn } from '../../contract/kinds/kind.ts'
import { lensParameterNames, type OrthokSide } from '../../contract/okjing/fields.ts'
import { caseMachine, lensMachine } from '../../contract/okjing/states.ts'
import { inflamedSince } from './wear.ts'

interface Lens {
  readonly eye: OrthokSide
  readonly serial: string
  readonly gtin: string | null
  readonly batch: string | null
  readonly expiry: string | null
  readonly product: string | null
  /** As JSON, under the plain names. */
  readonly parameters: string
  readonly spare: boolean
}
/** Months a lens is worn where its design says nothing: the longest of the trade's 12 to 18. */
const MONTHS = 18
/** Months a lens is worn: what the design of its fitting says. */
export async function lifeOf(cx: Cx, fitted: Row<'clinical_record'> | undefined): Promise<number> {
  const design = fitted ? idIn(bodyOf(fitted), 'designId') : undefined
  const designs = fitted && design !== undefined ? await mastersOf(cx, fitted.hid, 'ok-design') : []
  return designs.find((d) => d.id === design)?.months ?? MONTHS
}
/**
 * The lens becomes the member's; the one worn until today gives way to it. One an order delivered already joins the record that is signed
 * of it.
 */
export async function putOn(
  cx: Cx<'lens_serial' | 'inflamed'>,
  {
    day,
    months,
    ...lens
  }: Lens & {
    readonly hid: number
    readonly pid: number
    readonly caseId: number | null
    readonly takeId: number | null
    readonly ref: string | null
    readonly day: string
    readonly months: number
  },
): Promise<number> {
  const { pid, eye, serial, takeId, caseId } = lens
  const existing = await lensWithSerial(cx, serial)
  if (existing && takeId !== null && existing.takeId === null && existing.pid === pid && existing.eye === eye) {
    await change(cx, 'ok_lens', { id: existing.id }, {}, { takeId, caseId })
    return existing.id
  }
  if (existing) return cx.refuse('lens_serial')
  const inflamed = await inflamedSince(cx, pid)
  if (inflamed) cx.refuse('inflamed', { since: inflamed })
  const former = lens.spare ? undefined : await find(cx, 'ok_lens', { pid, eye, status: lensMachine.is.worn, spare: false })
  if (former) await move(cx, lensMachine, former.id, 'stop', { note: '换新片', set: { endReason: '换新片' }, automatic: true })
  const row = await insert(cx, 'ok_lens', { ...lens, dueOn: monthsAfter(day, months) })
  await begin(cx, lensMachine, row.id, row.status)
  await move(cx, lensMachine, row.id, 'hand', { set: { handedOn: day }, automatic: true })
  return row.id
}

/** The lens of a number, whoever wears it; undefined where none was ever handed over. */
export const lensWithSerial = (cx: Cx, serial: string): Promise<Row<'ok_lens'> | undefined> => find(cx, 'ok_lens', { serial })

/** An order's lenses are in their member's hand: each is in use from today, in the open case where there is one. Answers their ids. */
export async function lensesDelivered(
  cx: Cx<'lens_serial' | 'inflamed'>,
  {
    lenses,
    fittingId,
    ...worn
  }: {
    readonly ref: string
    readonly hid: number
    readonly pid: number
    readonly fittingId: number | null
    readonly lenses: ReadonlyArray<Omit<Lens, 'parameters' | 'spare'> & { readonly parameters: Readonly<Record<string, unknown>> }>
  },
): Promise<number[]> {
  const fitted = fittingId === null ? undefined : await find(cx, 'clinical_record', { id: fittingId })
  const open = await find(cx, 'okjing_case', { pid: worn.pid, status: caseMachine.is.open })
  const months = await lifeOf(cx, fitted)
  const ids: number[] = []
  for (const { parameters, ...lens } of lenses) {
    const named = Object.fromEntries(lensParameterNames.map((n) => [n, parameters[n] ?? null]))
    const on = { ...worn, ...lens, parameters: JSON.stringify(named), spare: false, takeId: null, caseId: open?.caseId ?? null }
    ids.push(await putOn(cx, { ...on, day: cx.today, months }))
  }
  return ids
}
/** What an order delivered comes back: its lenses are worn no more. They stay the member's: nobody else gets a worn lens. */
export async function lensesReturned(cx: Cx, ref: string, reason: string): Promise<number> {
  const worn = await cx.db.rows(
    wholeRow('ok_lens'),
    sql`
      select *
      from ok_lens
      where ref = ${ref} and status in ${lit(lensMachine.in.worn)}
      order by id
      for no key update
    `,
  )
  for (const { id } of worn) await move(cx, lensMachine, id, 'stop', { note: reason, set: { endReason: reason }, automatic: true })
  return worn.length
}

interface Merging {
  readonly mergeId: number
  readonly keepPid: number
  readonly dropPid: number
}
const mergedAway = (mergeId: number): string => `会员合并 ${mergeId}：另一份档案里有更新的镜片`
/** Of the lenses two records of one person wear in an eye, the last that was handed over is worn; the former one gave way to it. */
export async function oneWorn(cx: Cx, { mergeId, keepPid, dropPid }: Merging): Promise<void> {
  const former = await cx.db.rows(
    { id: 'number' },
    sql`
      select id
      from (
        select id, row_number() over (partition by eye order by handed_on desc, id desc) n
        from ok_lens
        where pid = any(${[keepPid, dropPid]}) and status in ${lit(lensMachine.in.worn)} and not spare
      ) l
      where n > 1
      order by id
    `,
  )
  const why = mergedAway(mergeId)
  for (const { id } of former) await move(cx, lensMachine, id, 'stop', { note: why, set: { endReason: why }, automatic: true })
}
/** Lenses that gave way to a merge are worn again when it is taken back, unless others came since. */
export async function wornAgain(cx: Cx, { mergeId }: Merging): Promise<void> {
  const stopped = await cx.db.rows(
    { id: 'number' },
    sql`
      select l.id
      from ok_lens l
      where l.status in ${lit(lensMachine.in.stopped)}
        and l.end_reason = ${mergedAway(mergeId)}
        and eyes_inflamed(l.oid, l.pid) is null
        and not exists (
          select 1
          from ok_lens o
          where o.oid = l.oid and o.pid = l.pid and o.eye = l.eye and o.status in ${lit(lensMachine.in.worn)} and not o.spare
        )
      order by l.id
    `,
  )
  for (const { id } of stopped)
    await move(cx, lensMachine, id, 'resume', { note: '撤销会员合并', set: { endReason: null }, automatic: true })
}
