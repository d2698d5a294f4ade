/** The first page: one thing to do, and what stands around it. */
import type { Cx } from '#kernel/server/index.ts'
import { shelfAsked } from '../contract/events.ts'
import type { PhoneHome } from '../contract/shapes.ts'
import { ordersOf } from './orders.ts'
import { ownMember, phoneStore } from './people.ts'
import { nextReview, reportFor } from './report.ts'
import { lineOf, visitsOf } from './visits.ts'
import { couponsOf } from './wallet.ts'

type Around = Pick<PhoneHome, 'line' | 'visits' | 'orders'> & { readonly reviewOn: string | null; readonly today: string }
/** What is waited for comes before what is planned, and what is planned before what is due. */
function taskOf({ line, visits, orders, reviewOn, today }: Around): PhoneHome['task'] {
  if (line) return { kind: 'line', on: today, what: line.ticketNo }
  const next = visits[0]
  if (next?.visitAt.startsWith(today)) return { kind: 'visit', on: today, what: next.visitAt }
  const ready = orders.find((o) => o.state === 'ready')
  if (ready) return { kind: 'collect', on: null, what: ready.what }
  const unpaid = orders.find((o) => o.state === 'unpaid')
  if (unpaid) return { kind: 'pay', on: null, what: unpaid.what }
  if (next) return { kind: 'visit', on: next.visitAt.slice(0, 10), what: next.visitAt }
  return reviewOn === null ? { kind: 'none', on: null, what: null } : { kind: 'recheck', on: reviewOn, what: null }
}

export async function homeOf(cx: Cx, pid: number): Promise<PhoneHome> {
  const { hid } = await ownMember(cx, pid)
  const store = await phoneStore(cx, hid)
  const line = await lineOf(cx, pid)
  const visits = (await visitsOf(cx, pid)).filter((v) => v.state === 'booked' && v.visitEnd > cx.now)
  const orders = (await ordersOf(cx, pid)).filter((o) => o.state !== 'collected' && o.state !== 'cancelled')
  const report = await reportFor(cx, { pid })
  const coupons = await couponsOf(cx, pid)
  let shelf: PhoneHome['shelf'] = { banners: [], campaigns: [], articles: [], offers: [] }
  await cx.announce(shelfAsked, { pid, hid, tell: (shown) => void (shelf = shown) })
  return {
    pid,
    store,
    line,
    visits,
    orders,
    task: taskOf({ line, visits, orders, reviewOn: await nextReview(cx, pid), today: cx.today }),
    report: report.day === null ? null : report,
    coupons: coupons.length,
    couponEnds: coupons[0]?.expiresOn ?? null,
    shelf,
  }
}
