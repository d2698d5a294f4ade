/** Lines behind a figure: source rows of its cubes with their documents. They sum to the figure. */
import { all, dayEnd, dayStart, lit, raw, sql, type Listing, type Sql } from '#kernel/server/index.ts'
import { z } from '#kernel/contract/index.ts'
import { cubeOf } from '../contract/cubes/cubes.ts'
import { lineRows } from '../contract/cubes/facts.ts'
import { StatLine, type StatQuery } from '../contract/shapes.ts'
import { figureIn, isSummed, type Summed, type Unit, type StatisticView } from '../contract/views/view.ts'
import type { ViewName } from '../contract/views/views.ts'
import { statRequestOf, type StatRequest, type StatRequestCx } from './request.ts'
import { aloneIn, amountSql, counts } from './read.ts'
import { personal, seen } from './statistic.ts'

/** Sums a figure consists of, with their sign; for a rate its numerator. */
function summedOf(view: StatisticView, key: string, times = 1): Array<readonly [f: Summed, times: number]> {
  const f = view.figures[key]
  if (!f) return []
  if (isSummed(f)) return [[f, times]]
  if ('per' in f && f.per) return summedOf(view, f.per[0], times)
  if ('sized' in f && f.sized) return summedOf(view, f.sized[0], times)
  if ('growth' in f && f.growth) return summedOf(view, f.growth, times)
  if ('total' in f && f.total) return Object.entries(f.total).flatMap(([part, n]) => summedOf(view, part, times * n))
  return []
}
function rowsOf(f: Summed, times: number, request: StatRequest): Sql {
  const { hids, now } = request
  const conditions = [
    sql`x.hid = any(${[...hids]}::bigint[])`,
    !f.held && sql`x.at >= ${dayStart(now.from)}`,
    sql`x.at < ${dayEnd(now.until)}`,
    counts(f),
    aloneIn(cubeOf(f.cube), request),
  ]
  return sql`
    select x.hid, x.at, x.ref, x.what, (${lit(times)} * (${amountSql(f)}))::bigint n
    from (select r.*, r.at::date "day" from (${raw(lineRows(f.cube))}) r) x
    where ${all(conditions)}
  `
}
export const Line = z.object({
  at: StatLine.shape.at,
  storeName: StatLine.shape.storeName,
  what: StatLine.shape.what,
  ref: z.string().nullable(),
  n: z.int(),
})
type Line = z.output<typeof Line>
export interface Behind {
  readonly listing: Listing
  readonly unit: Unit
  readonly label: string
}
type Query = Omit<StatQuery, 'by'> & { readonly view: ViewName; readonly figure?: string | undefined }
/** Listing of the lines behind a figure. */
export function linesOf(cx: StatRequestCx, { view: name, figure, ...query }: Query): Behind {
  const view = seen(cx, name)
  const key = figure ?? view.main
  const parts = summedOf(view, key)
  const [first] = parts
  if (!first) return cx.refuse('stat_figure', { figure: key, field: 'figure' })
  const request = personal(cx, name, statRequestOf(cx, view, query))
  const f = figureIn(view, key)
  const union = parts.map(([figure, times]) => rowsOf(figure, times, request)).reduce((a, b) => sql`${a} union all ${b}`)
  return {
    // An average, rate or growth opens the lines of its numerator, in that unit.
    unit: f.unit === 'rate' || 'per' in f || 'sized' in f ? first[0].unit : f.unit,
    label: f.label,
    listing: {
      // Looked up per line: with a join, a planner that expects few stores would read all lines once per store.
      select: sql`
        x.at::timestamptz(0) "at",
        (
          select s.short_name
          from store s
          where s.oid = current_setting('app.oid')::bigint and s.hid = x.hid
        ) store_name,
        coalesce(x.what, '') what, x.ref, x.n
      `,
      from: sql`(${union}) x`,
      where: [sql`x.n <> 0`],
      order: sql`x.at, x.ref, x.what, x.n`,
    },
  }
}

/** Pages of documents by the prefix of their ref. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  bill: (id) => `/medical/fee-edit/${id}`,
  fee_bill: (id) => `/medical/fee-edit/${id}`,
  member: (id) => `/patients/detail/${id}/home`,
  stored: (id) => `/charge-record-print/${id}`,
  frame: (id) => `/frame/edit/${id}`,
  'order-okjing': (id) => `/order/okjing-view/${id}`,
  'order-soft': (id) => `/order/contact-lens-view/${id}`,
  'order-glasses': (id) => `/order/glasses?order=${id}`,
  'order-care': (id) => `/order/eye_care?order=${id}`,
  'order-device': (id) => `/order/instrument?order=${id}`,
  'order-frame': (id) => `/order/glass-frame?order=${id}`,
  'order-gsp': (id) => `/order/gsp?order=${id}`,
  'order-other': (id) => `/order/other?order=${id}`,
  visit: (id) => `/reservation-slip/${id}`,
  rx: (id) => `/rx-bill-print/${id}`,
  stockin: (id) => `/import-print/${id}`,
  stockout: (id) => `/export-print/${id}`,
}
function pathOf(ref: string | null): string | null {
  const [word = '', id = ''] = ref?.split(':') ?? []
  return /^\d+$/.test(id) ? (pages[word]?.(id) ?? null) : null
}
export const shownLine = (unit: Unit, { at: moment, storeName, what, ref, n }: Line): z.output<typeof StatLine> => ({
  at: moment,
  storeName,
  what,
  amount: unit === 'money' ? n : null,
  count: unit === 'money' ? null : n,
  path: pathOf(ref),
})
