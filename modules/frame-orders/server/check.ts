/**
 * The order's own check: one function that answers findings from what the order, its prescription, its goods and its member are now. Whatever
 * changes an order passes it, and each move to the workshop asks it again.
 */
import { eyesOf } from '#kernel/contract/index.ts'
import { change, find, type Cx, type Row } from '#kernel/server/index.ts'
import { ageOn } from '#modules/exams/contract/formulas.ts'
import { traceOf } from '#modules/devices/server/door.ts'
import { making } from '#modules/products/contract/states.ts'
import { productsOf, type ProductRow } from '#modules/products/server/door.ts'
import type { Prescription } from '#modules/records/contract/shapes.ts'
import { expectedOf } from '#modules/records/contract/derive.ts'
import { rxType } from '#modules/records/contract/prescribe.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { prescriptionOf } from '#modules/records/server/door.ts'
import type { Basis } from '../contract/check.basis.ts'
import { checkOrder, type CheckInput, type ChosenFrame, type LensLimits, type OrderFinding } from '../contract/check.ts'
import { statedSize, type FrameSize } from '../contract/geometry.ts'
import type { Override } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { lineFor } from '../contract/use.ts'
import { knownPowers } from './queries.ts'

export type CheckFail = 'order_blocked' | 'order_unconfirmed'
export type Order = Row<'record_frame'>
/** Columns of an order that are chosen for it. */
export type Chosen = Pick<Order, 'ownFrame' | 'frameProductId' | 'frameA' | 'frameDbl' | 'frameEd' | 'lensProductOd' | 'lensProductOs'>
interface Kept {
  code: string
  sentence?: string
  reason: string
}

/** The prescription of an order, which must be the member's. */
export async function rxOf(cx: Cx, pid: number, prescriptionId: number): Promise<Prescription> {
  const rx = await prescriptionOf(cx, prescriptionId)
  // Drugs and training are no basis of glasses.
  const lenses = rx.feeBillType !== rxType.drug && rx.feeBillType !== rxType.training
  return rx.pid === pid && lenses ? rx : cx.refuse('not_found', { what: '该会员的处方', field: 'prescriptionId' })
}

function endedOf(rx: Prescription, today: string, paid: boolean): Basis['ended'] {
  const { is } = prescriptionMachine
  if (rx.status === is.draft) return 'draft'
  if (rx.status === is.voided) return 'voided'
  // What was ordered and paid in time is made, however long the workshop takes.
  return !paid && (rx.status === is.expired || rx.validUntil < today) ? 'expired' : undefined
}

/** The frame as chosen; a size nobody typed is the one its product states. */
export function frameOf(chosen: Chosen, products: ReadonlyMap<number, ProductRow>): ChosenFrame {
  const product = chosen.frameProductId ? products.get(chosen.frameProductId) : undefined
  const stated = product && statedSize(product)
  return {
    a: chosen.frameA ?? stated?.a ?? null,
    dbl: chosen.frameDbl ?? stated?.dbl ?? null,
    ed: chosen.frameEd,
    ...(product ? { name: product.name, category: product.category, stated } : {}),
  }
}
/** The diameter nobody typed is the traced one. */
const withTrace = (frame: ChosenFrame, traced: FrameSize | undefined): ChosenFrame =>
  traced ? { ...frame, ed: frame.ed ?? traced.ed, traced } : frame
const limitsOf = (p: ProductRow): LensLimits => ({
  name: p.name,
  category: p.category,
  lensType: p.lensType,
  sphMin: p.sphMin,
  sphMax: p.sphMax,
  cylMin: p.cylMin,
  cylMax: p.cylMax,
  combinedMax: p.combinedMax,
  stocked: p.classifyStatus === making.is.stocked,
  diameter: p.diameter ? Math.max(...String(p.diameter).split('/').map(Number)) : null,
})
const goodsOf = (chosen: Chosen): number[] =>
  [chosen.frameProductId, chosen.lensProductOd, chosen.lensProductOs].filter((n): n is number => n !== null)

/** What a choice leaves out. */
function leftOut(order: Order): OrderFinding[] {
  const out: OrderFinding[] = []
  const { od, os } = eyesOf(order)
  for (const [eye, suffix, side] of [
    [od, 'Od', '右眼'],
    [os, 'Os', '左眼'],
  ] as const)
    if (eye && !order[`lensProduct${suffix}`])
      out.push({ level: 'warn', field: `lensProduct${suffix}`, code: `no-lens-${suffix}`, sentence: `${side}没有选择镜片` })
  if (!order.ownFrame && !order.frameProductId)
    out.push({ level: 'block', field: 'frameProductId', code: 'no-frame', sentence: '请选择镜架，或勾选自带镜架' })
  return out
}

interface Looking {
  goods: boolean
  history: boolean
}
/** An order with all that the check compares it with. */
async function inputOf(cx: Cx, order: Order, { goods, history }: Looking): Promise<CheckInput> {
  const unpaid = frameOrder.in.unpaid.includes(order.status)
  const rx = order.prescriptionId ? await rxOf(cx, order.pid, order.prescriptionId) : undefined
  const line = rx && lineFor(rx.list, order.binocleType, order.rxLineId)
  const far = rx?.list.find((l) => l.kind === 1)
  const products = goods ? await productsOf(cx, goodsOf(order)) : new Map<number, ProductRow>()
  const lensOf = (id: number | null) => {
    const product = id === null ? undefined : products.get(id)
    return product && limitsOf(product)
  }
  const patient = await find(cx, 'patient', { pid: order.pid })
  const { former, auto, subjective } = unpaid && history ? await knownPowers(cx, order) : {}
  return {
    ...eyesOf(order),
    binocleType: order.binocleType,
    prescribed: line && eyesOf(line),
    basis: rx && {
      rxNo: rx.rxNo,
      validUntil: rx.validUntil,
      ended: endedOf(rx, cx.today, !unpaid),
      line,
      far: far && far !== line ? eyesOf(far) : undefined,
    },
    age: patient?.birth ? ageOn(patient.birth, order.orderDate)?.years : undefined,
    lens: goods ? { od: lensOf(order.lensProductOd), os: lensOf(order.lensProductOs) } : {},
    frame: goods ? withTrace(frameOf(order, products), await traceOf(cx, order.traceId)) : undefined,
    history: {
      today: cx.today,
      former: former && { ...eyesOf(former), at: former.orderDate },
      auto: auto && { ...eyesOf(auto), at: auto.examTime },
      // Near glasses carry the addition.
      subjective: subjective && { ...eyesOf(expectedOf(order.binocleType === 2 ? 2 : 1, subjective)), at: subjective.examTime },
    },
  }
}
/**
 * Everything that is found of an order as it is now, or as it would be. Goods are looked at once they are chosen; the member's former powers
 * only while the order is being written, not by what was measured since.
 */
export async function findingsOf(
  cx: Cx,
  order: Order,
  { goods = order.status !== frameOrder.is.choosing, history = true } = {},
): Promise<OrderFinding[]> {
  const findings = checkOrder(await inputOf(cx, order, { goods, history }))
  return goods ? [...findings, ...leftOut(order)] : findings
}
/** The same check asked of one lens after the other, as if each were chosen: what it finds of the lens itself. */
export async function lensJudge(cx: Cx, order: Order, side: 'od' | 'os' | 'ou'): Promise<(lens: ProductRow) => OrderFinding[]> {
  const input = await inputOf(cx, { ...order, lensProductOd: null, lensProductOs: null }, { goods: true, history: false })
  const fields = [...(side === 'os' ? [] : ['lensProductOd']), ...(side === 'od' ? [] : ['lensProductOs'])]
  return (lens) => {
    const limits = limitsOf(lens)
    return checkOrder({ ...input, lens: { od: limits, os: limits } }).filter((f) => fields.includes(f.field))
  }
}

// Written by this file only.
const keptOf = (order: Order): Kept[] => order.overrides as Kept[]
/** The reason a finding was confirmed with; a finding whose sentence changed since is asked anew. */
const reasonFor = (order: Order, found: OrderFinding): string | undefined =>
  keptOf(order).find((o) => o.code === found.code && (o.sentence === undefined || o.sentence === found.sentence))?.reason
/** Findings with the reasons they were confirmed with, as the order shows them. */
export const shownFindings = (order: Order, found: readonly OrderFinding[]) =>
  found.map((f) => ({ ...f, reason: (f.level === 'warn' && reasonFor(order, f)) || null }))

/** What is confirmed now on top of what was: kept with person, time and the sentence it was said of. */
export const confirmed = (cx: Cx, order: Order, found: readonly OrderFinding[], given: readonly Override[]): string =>
  JSON.stringify([
    ...keptOf(order).filter((k) => !given.some((g) => g.code === k.code)),
    ...given.map((g) => ({ ...g, ctid: cx.who.ctid, at: cx.now, sentence: found.find((f) => f.code === g.code)?.sentence })),
  ])

/** The first finding that stands in the way: what blocks, then what nobody confirmed. */
export const openIn = (order: Order, found: readonly OrderFinding[], given: readonly Override[] = []): OrderFinding | undefined =>
  found.find((f) => f.level === 'block') ?? found.find((f) => !given.some((g) => g.code === f.code) && reasonFor(order, f) === undefined)
/** Refuses while something stands in the way. */
export function holdUp(cx: Cx<CheckFail>, order: Order, found: readonly OrderFinding[], given: readonly Override[] = []): void {
  const open = openIn(order, found, given)
  if (open) cx.refuse(open.level === 'block' ? 'order_blocked' : 'order_unconfirmed', { what: open.sentence, field: open.field })
}
/** Asked again at a move to the workshop: the order as it is now, not as it was when somebody looked. */
export const stillRight = async (cx: Cx<CheckFail>, order: Order): Promise<void> =>
  holdUp(cx, order, await findingsOf(cx, order, { history: false }))

/** Confirms findings with a reason each, at whatever stage they were found. */
export async function overrideFindings(cx: Cx, order: Order, given: readonly Override[]): Promise<void> {
  const found = await findingsOf(cx, order)
  const unknown = given.find((g) => !found.some((f) => f.code === g.code && f.level === 'warn'))
  if (unknown) cx.refuse('not_found', { what: `提醒 ${unknown.code} ` })
  await change(cx, 'record_frame', { recordFrameId: order.recordFrameId }, {}, { overrides: confirmed(cx, order, found, given) })
}
