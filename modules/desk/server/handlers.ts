import { deadJobs, dropJob, implement, may, retryJob, sql, lit, type Cx } from '#kernel/server/index.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { jobsByStage, lateOrders } from '#modules/frame-orders/server/door.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { takingsOf } from '#modules/billing/server/door.ts'
import { todayCounts, waitingLines } from '#modules/reservations/server/door.ts'
import { stockWarnings } from '#modules/stock/server/door.ts'
import { addDays, wordOf } from '#kernel/contract/index.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { desk } from '../contract/endpoints.ts'
import { closing } from './closing.ts'
import { results } from './results.ts'
import { stopped } from './stopped.ts'
import { stores } from './stores.ts'
import type { Today } from '../contract/shapes.ts'

/** Runs a part of the page if the account may see it. */
const part = async <T>(cx: Cx, code: string, work: () => Promise<T>): Promise<T | null> => (may(cx, code) ? work() : null)

async function todayOf(cx: Cx, hid: number): Promise<Today> {
  const store = await storeOf(cx, hid)
  const [queue, lines, stages, late, takings, stock] = await Promise.all([
    part(cx, 'reservation:view', () => todayCounts(cx, hid)),
    part(cx, 'reservation:view', () => waitingLines(cx, hid)),
    part(cx, 'frame:view', async () => (await jobsByStage(cx, hid)).map((s) => ({ ...s, label: wordOf(frameOrder, s.status) }))),
    part(cx, 'frame:view', () => lateOrders(cx, hid, 8)),
    part(cx, 'revenue:view', async () => ({
      ...(await takingsOf(cx, hid, cx.today)),
      lastWeek: (await takingsOf(cx, hid, addDays(cx.today, -7))).net,
    })),
    part(cx, 'stock:view', () => stockWarnings(cx, hid)),
  ])
  return { hid, storeName: store.name, date: cx.today, queue, lines, stages, late, takings, stock }
}

export default implement(desk, {
  'home.today': (cx, { hid }) => todayOf(cx, ownStore(cx, hid)),
  'home.stock-warn': async (cx, { hid = cx.who.hid }) => {
    const warnings = await stockWarnings(cx, ownStore(cx, hid))
    return { ...warnings, any: Object.values(warnings).some((n) => n > 0) }
  },
  'home.days': async (cx, { hid }) => {
    ownStore(cx, hid)
    const list = await cx.db.rows(
      { date: 'string', visits: 'number', orders: 'number' },
      sql`
        select d::date "date",
          (
            select count(*)
            from reservation r
            where r.hid = ${hid} and r.visit_at >= d and r.visit_at < d + interval '1 day' and r.status in ${lit(reservationStates.in.came)}
          ) visits,
          (
            select count(*)
            from record_frame f
            where f.hid = ${hid} and f.order_date = d::date and f.status not in ${lit(frameOrder.in.givenUp)}
          ) orders
        from generate_series(${addDays(cx.today, -13)}::timestamp, ${cx.today}::timestamp, interval '1 day') d
        order by 1
      `,
    )
    return { list, total: list.length }
  },
  'home.closing': (cx, { hid, pid }) => closing(cx, ownStore(cx, hid), pid),
  'home.results': (cx, { hid }) => results(cx, ownStore(cx, hid)),
  'home.stopped': (cx, { hid }) => stopped(cx, ownStore(cx, hid)),
  'home.stores': (cx) => stores(cx),
  'jobs.failed': async (cx) => {
    const list = await deadJobs(cx)
    return { list, total: list.length }
  },
  'jobs.retry': async (cx, { id }) => ((await retryJob(cx, id)) ? null : cx.refuse('not_found', { what: '任务' })),
  'jobs.drop': async (cx, { id }) => ((await dropJob(cx, id)) ? null : cx.refuse('not_found', { what: '任务' })),
})
