/** Stores side by side: takings and visits by day, late orders, stock warnings. */
import { addDays } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, lit, may, sql, type Cx } from '#kernel/server/index.ts'
import { takingsByDay } from '#modules/billing/server/door.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { jobsByStage } from '#modules/frame-orders/server/door.ts'
import { storesOf } from '#modules/institution/server/door.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { stockWarnings } from '#modules/stock/server/door.ts'
import type { StoreFigures } from '../contract/shapes.ts'

const DAYS = 30

/** All stores of the account. Parts it may not see are 0. */
export async function stores(cx: Cx): Promise<{ list: StoreFigures[]; total: number }> {
  const list: StoreFigures[] = []
  for (const { hid, shortName } of await storesOf(cx)) list.push(await figuresOf(cx, hid, shortName))
  return { list, total: list.length }
}

async function figuresOf(cx: Cx, hid: number, name: string): Promise<StoreFigures> {
  const from = addDays(cx.today, 1 - 2 * DAYS)
  const net = new Map((await takingsByDay(cx, hid, from, cx.today)).map((d) => [d.date, d.net]))
  const visits = new Map((await visitsByDay(cx, hid)).map((d) => [d.date, d.visits]))
  const days = Array.from({ length: DAYS }, (_, i) => addDays(cx.today, i + 1 - DAYS)).map((date) => ({
    date,
    net: net.get(date) ?? 0,
    before: net.get(addDays(date, -DAYS)) ?? 0,
    visits: visits.get(date) ?? 0,
  }))
  const sum = (key: 'net' | 'before' | 'visits') => days.reduce((n, d) => n + d[key], 0)
  const jobs = may(cx, 'frame:view') ? await jobsByStage(cx, hid) : []
  const stock = may(cx, 'stock:view') ? await stockWarnings(cx, hid) : { low: 0, expired: 0, expiring: 0 }
  return {
    hid,
    name,
    days,
    net: sum('net'),
    before: sum('before'),
    visits: sum('visits'),
    making: jobs.filter((j) => frameOrder.in.making.some((s) => s === j.status)).reduce((n, j) => n + j.count, 0),
    late: jobs.reduce((n, j) => n + j.late, 0),
    warnings: stock.low + stock.expired + stock.expiring,
  }
}

/** Completed visits by day. */
const visitsByDay = (cx: Cx, hid: number): Promise<Array<{ date: string; visits: number }>> =>
  cx.db.rows(
    { date: 'string', visits: 'number' },
    sql`
      select visit_at::date "date", count(*) visits
      from reservation
      where hid = ${hid}
        and visit_at >= ${dayStart(addDays(cx.today, 1 - DAYS))}
        and visit_at < ${dayEnd(cx.today)}
        and status in ${lit(reservationStates.in.came)}
      group by 1
    `,
  )
