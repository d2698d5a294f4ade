/**
 * What an order stands on, as its kind declares: one function a basis, asked when an order is written and at every step. Open orders are
 * stopped when a basis falls, and go on with the prescription or fitting that replaces it.
 */
import { basisAsked, basisFallen, sentenceOfFallen, type FallenBasis } from '#kernel/contract/index.ts'
import { fallenUnder, find, on, openFinding, sql, type Cx } from '#kernel/server/index.ts'
import { glassesStopped } from '#modules/frame-orders/contract/events.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { consentBasis } from '#modules/patients/server/door.ts'
import { fittingBasis, prescriptionBasis } from '#modules/records/server/door.ts'
import { supplierBasis } from '#modules/suppliers/server/door.ts'
import type { BasisName } from '../../contract/check/basis.ts'
import { link } from '../../contract/check/link.ts'
import { everyKind, kindOf } from '../../contract/kinds/index.ts'
import { fitted, machineOf, receivable, supply } from '../../contract/states.ts'
import { findingsOf, keptOf, type OrderUnderCheck } from './check.ts'
import type { SupplyOrder } from '../queries.ts'

/** Kind of the consent to ortho-k among those a member gives. */
const OK_CONSENT = 4
type Standing = Pick<
  SupplyOrder,
  'kind' | 'flow' | 'status' | 'pid' | 'prescriptionId' | 'rxLineId' | 'fittingId' | 'recordFrameId' | 'originalId' | 'supplierId'
> &
  OrderUnderCheck
type AskBasis = (cx: Cx, order: Standing) => Promise<FallenBasis | undefined>
const written = ({ flow, status }: Standing): boolean => machineOf(flow).in.written.includes(status)

/** A fitting that was amended since the order was reviewed is another one: what its lines differ by now and nobody confirmed. */
async function amendedSince(cx: Cx, order: Standing): Promise<FallenBasis | undefined> {
  if (order.fittingId === null || written(order)) return undefined
  const differs = openFinding(keptOf(order), await findingsOf(cx, order, undefined, [link]))
  if (!differs) return undefined
  const decides = '取消订单后按更正后的配适记录重新下单，或由医师再次更正配适记录'
  return { kind: 'fitting', id: order.fittingId, sentence: `配适记录已更正：${differs.sentence}`, decides }
}

/** Why a basis is not in force for an order; what the order does not name is not asked. */
const bases: Readonly<Record<BasisName, AskBasis>> = {
  // Lenses of glasses and replacements of a lens were prescribed in time; they are made whenever they break.
  prescription: async (cx, order) =>
    order.prescriptionId === null
      ? undefined
      : prescriptionBasis(cx, {
          prescriptionId: order.prescriptionId,
          pid: order.pid,
          rxLineId: order.rxLineId,
          begun: !written(order) || order.originalId !== null || order.recordFrameId !== null,
        }),
  fitting: async (cx, order) =>
    order.fittingId === null
      ? undefined
      : ((await fittingBasis(cx, { fittingId: order.fittingId, pid: order.pid })) ?? (await amendedSince(cx, order))),
  consent: async (cx, { pid }) => (pid === null ? undefined : consentBasis(cx, pid, OK_CONSENT)),
  // What a maker has for glasses that were given up comes to the shelf, for anybody.
  glasses: async (cx, order) => {
    const { recordFrameId } = order
    const glasses = recordFrameId === null ? undefined : await find(cx, 'record_frame', { recordFrameId })
    if (!glasses) return undefined
    const fallen = (sentence: string, decides: string) => ({ kind: 'glasses', id: glasses.recordFrameId, sentence, decides })
    if (written(order) && frameOrder.in.givenUp.includes(glasses.status))
      return fallen(`配镜订单 ${glasses.orderNo} 已取消或退货`, '请取消镜片订单')
    return glasses.stopReason === null ? undefined : fallen(`配镜订单 ${glasses.orderNo} 已停止（${glasses.stopReason}）`, '先处理配镜订单')
  },
  // Of whom an order is sent to, and of whom goods are taken in: a licence that ran out on their way is renewed first.
  supplier: async (cx, { flow, status, supplierId }) => {
    const isNamed = (flow === 'fitted' && status === fitted.is.placed) || receivable(machineOf(flow)).includes(status)
    return isNamed && supplierId !== null ? supplierBasis(cx, supplierId) : undefined
  },
}
/** Bases of an order, kept or as it would be, that are not in force. */
async function fallenBases(cx: Cx, order: Standing): Promise<FallenBasis[]> {
  const fallen: FallenBasis[] = []
  for (const name of kindOf(order.kind).basis) {
    const found = await bases[name](cx, order)
    if (found) fallen.push(found)
  }
  return fallen
}
const answers = on(basisAsked, async (cx, { machine, id, tell }) => {
  if (machine !== supply.name && machine !== fitted.name) return
  const order = await find(cx, 'supply_order', { orderId: id })
  tell(order ? await fallenBases(cx, order) : [])
})

/** Numbers of the states work is stopped in: all that is open, or what is still written where a basis has run out. */
const statesOf = (expired: boolean | undefined) =>
  expired
    ? { supply: supply.in.written, fitted: fitted.in.written }
    : { supply: [...supply.in.open, supply.is.stocked], fitted: fitted.in.open }
interface Falling {
  readonly kind: string
  readonly id: number
  readonly pid?: number | null
  readonly expired?: boolean | undefined
  readonly reason: string
}
async function stopOrders(cx: Cx, { kind, id, pid = null, expired, reason }: Falling): Promise<void> {
  const names: readonly string[] = everyKind().flatMap((k) => (k.basis.some((name) => name === kind) ? [k.kind] : []))
  if (!names.length || (kind === 'consent' && id !== OK_CONSENT)) return
  const states = statesOf(expired)
  const stopped = await cx.db.rows(
    { orderId: 'number', hid: 'number' },
    sql`
      select order_id, hid
      from supply_orders_stop(${kind}, ${id}, ${pid}::bigint, ${names}::text[], ${states.supply}::int[], ${states.fitted}::int[], ${reason})
    `,
  )
  for (const { hid } of stopped) cx.touch('orders', hid)
}
export const basisReactions = [
  answers,
  on(basisFallen, (cx, { expired, ...fallen }) =>
    stopOrders(cx, { kind: fallen.kind, id: fallen.id, pid: fallen.pid, expired, reason: sentenceOfFallen(fallen) }),
  ),
  on(glassesStopped, (cx, { recordFrameId, reason }) => stopOrders(cx, { kind: 'glasses', id: recordFrameId, reason })),
]

/** Refuses the payment of an order that is stopped; what is in the member's hand is paid for whatever became of its basis. */
export async function payable(cx: Cx<'order_stopped'>, order: SupplyOrder): Promise<void> {
  const machine = machineOf(order.flow)
  if (!machine.in.open.includes(order.status)) return
  // What the member owes does not hang on whom the goods come from.
  const fallen = (await fallenUnder(cx, machine, order.orderId)).find(({ kind }) => kind !== 'supplier')
  if (fallen) cx.refuse('order_stopped', { order: order.orderNo, what: sentenceOfFallen(fallen) })
}
