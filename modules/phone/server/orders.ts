/** Orders as their member reads them: who has it now, and the day it is promised for. */
import { z } from '#kernel/contract/index.ts'
import { lit, sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { fitted } from '#modules/lens-orders/contract/states.ts'
import type { PhoneOrder } from '../contract/shapes.ts'
import { ownMember } from './people.ts'

type OrderState = PhoneOrder['state']
type StageKey = PhoneOrder['stages'][number]['stage']

const Frame = {
  id: 'number',
  pid: 'number',
  orderNo: 'string',
  brand: 'string | null',
  lens: 'string | null',
  status: 'number',
  stopped: 'boolean',
  orderDate: 'string',
  promisedOn: 'string | null',
  total: 'number',
  storeName: 'string',
  storePhone: 'string | null',
} as const
type Frame = ShapedRow<typeof Frame>
const Step = { id: 'number', status: 'number', at: 'string' } as const
type Step = ShapedRow<typeof Step>

const { is, in: sets } = frameOrder
/** State of a frame order in the member's words. Glasses back at the workshop for a fault are still being made. */
function frameState({ status, stopped }: Pick<Frame, 'status' | 'stopped'>): OrderState {
  if (sets.givenUp.includes(status)) return 'cancelled'
  if (stopped) return 'stopped'
  if (sets.unpaid.includes(status)) return 'unpaid'
  if (sets.toHandOver.includes(status)) return 'ready'
  return sets.handedOver.includes(status) ? 'collected' : 'making'
}
/** Stages in the order of the workshop, each with the states that have reached it. */
const ROAD: ReadonlyArray<readonly [StageKey, readonly number[]]> = [
  ['ordered', [is.choosing, is.billed]],
  ['paid', [is.awaitingGoods]],
  ['arrived', [is.inspecting]],
  ['made', [is.processing, is.outsourced]],
  ['inspected', [is.finalInspection]],
  ['ready', [is.ready, is.sent]],
  ['collected', [is.collected]],
]
/** Where a state stands on the road; what is judged faulty stands in the workshop. */
const placeOf = (status: number): number => {
  const place = ROAD.findIndex(([, states]) => states.includes(status))
  if (place >= 0) return place
  return status === is.unqualified ? 3 : ROAD.length - 1
}
function frameStages(order: Frame, steps: readonly Step[]): PhoneOrder['stages'] {
  const place = placeOf(order.status)
  const done = sets.handedOver.includes(order.status)
  return ROAD.map(([stage, states], index) => {
    const moments = steps.filter((s) => states.includes(s.status)).map((s) => s.at)
    return { stage, at: index <= place ? (moments.sort().at(-1) ?? null) : null, isNow: index === place && !done }
  })
}

const isLate = (promisedOn: string | null, state: OrderState, today: string): boolean =>
  promisedOn !== null && promisedOn < today && (state === 'making' || state === 'stopped')

async function frames(cx: Cx, pid: number): Promise<PhoneOrder[]> {
  const rows = await cx.db.rows(
    Frame,
    sql`
      select f.record_frame_id id, f.pid, f.order_no, f.frame_brand brand, f.lens_brand lens, f.status, f.stop_reason is not null stopped,
        f.order_date, f.promised_at::date promised_on, f.total, s.name store_name, s.phone store_phone
      from record_frame f
      join store s on s.oid = f.oid and s.hid = f.hid
      where f.pid = ${pid}
      order by f.record_frame_id desc
      limit 20
    `,
  )
  if (!rows.length) return []
  const steps = await cx.db.rows(Step, sql`select record_frame_id id, status, at from frame_steps(${pid})`)
  return rows.map((row) => {
    const { brand, lens, status: _, stopped: __, ...order } = row
    const state = frameState(row)
    return {
      ...order,
      kind: 'frame' as const,
      what: [brand, lens].filter(Boolean).join('，') || order.orderNo,
      state,
      isLate: isLate(order.promisedOn, state, cx.today),
      stages: frameStages(
        row,
        steps.filter((s) => s.id === row.id),
      ),
    }
  })
}

const Fitted = {
  id: 'number',
  kind: 'string',
  pid: 'number',
  orderNo: 'string',
  brand: 'string | null',
  status: 'number',
  stopped: 'boolean',
  orderDate: 'string',
  promisedOn: 'string | null',
  total: 'number',
  handedAt: 'string | null',
  storeName: 'string',
  storePhone: 'string | null',
} as const
function fittedState(status: number, stopped: boolean): OrderState {
  if (fitted.in.givenUp.includes(status)) return 'cancelled'
  if (stopped) return 'stopped'
  if (status === fitted.is.ready) return 'ready'
  return fitted.in.handedOver.includes(status) ? 'collected' : 'making'
}
const FittedKind = z.enum(['okjing', 'soft'])
/** Lenses fitted to the member; drafts are the house's own. */
async function lenses(cx: Cx, pid: number): Promise<PhoneOrder[]> {
  const rows = await cx.db.rows(
    Fitted,
    sql`
      select o.order_id id, o.kind, o.pid, o.order_no, o.brand, o.status, o.stop_reason is not null stopped, o.order_date, o.promised_on,
        o.total, o.handed_at, s.name store_name, s.phone store_phone
      from supply_order o
      join store s on s.oid = o.oid and s.hid = o.hid
      where o.pid = ${pid} and o.flow = 'fitted' and o.kind in ('okjing', 'soft') and o.status not in ${lit(fitted.in.draft)}
      order by o.order_id desc
      limit 20
    `,
  )
  return rows.map(({ kind, brand, status, stopped, handedAt, ...order }) => {
    const state = fittedState(status, stopped)
    const stages: PhoneOrder['stages'] = [
      { stage: 'ordered', at: order.orderDate, isNow: state === 'making' && !fitted.in.here.includes(status) },
      { stage: 'arrived', at: null, isNow: state === 'making' && fitted.in.here.includes(status) },
      { stage: 'ready', at: null, isNow: state === 'ready' },
      { stage: 'collected', at: handedAt, isNow: false },
    ]
    return {
      ...order,
      kind: FittedKind.parse(kind),
      what: brand ?? order.orderNo,
      state,
      isLate: isLate(order.promisedOn, state, cx.today),
      stages,
    }
  })
}

const over: ReadonlySet<OrderState> = new Set<OrderState>(['collected', 'cancelled'])
/** Orders of a member: those somebody waits for first, then the latest. */
export async function ordersOf(cx: Cx, pid: number): Promise<PhoneOrder[]> {
  await ownMember(cx, pid)
  const all = [...(await frames(cx, pid)), ...(await lenses(cx, pid))]
  return all.sort((a, b) => Number(over.has(a.state)) - Number(over.has(b.state)) || b.orderDate.localeCompare(a.orderDate))
}
