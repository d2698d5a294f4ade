/**
 * The order's own check: one function that answers findings from what the order, its prescription, its goods and its member are now.
 * Whatever changes an order passes it, and each move to the workshop asks it again.
 */
import { asks, eyesOf, stops, type Eye } from '#kernel/contract/index.ts'
import {
  change,
  confirmFindings,
  find,
  openFinding,
  reasonOf,
  shownFinding,
  type Cx,
  type FindingContext,
  type KeptConfirmation,
  type Row,
} from '#kernel/server/index.ts'
import { ageOn } from '#modules/exams/contract/formulas/formulas.ts'
import { traceOf } from '#modules/devices/server/door.ts'
import { making } from '#modules/products/contract/states.ts'
import { productsOf, type ProductRow } from '#modules/products/server/door.ts'
import type { Prescription } from '#modules/records/contract/shapes.ts'
import { expectedOf } from '#modules/records/contract/derive.ts'
import { rxType } from '#modules/records/contract/prescription/prescribe.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { prescriptionOf } from '#modules/records/server/door.ts'
import type { PrescriptionBasis } from '../contract/check/basis.ts'
import { CLINICIAN, FRAME_WRITER } from '../contract/check/confirm.ts'
import { checkOrder, type CheckInput, type ChosenFrame, type LensLimits, type FrameOrderFinding } from '../contract/check/check.ts'
import { statedSize, type FrameSize } from '../contract/check/geometry.ts'
import type { FrameOverride } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { lineFor } from '../contract/check/use.ts'
import { knownPowers } from './queries.ts'

export type FrameCheckFail = 'order_blocked' | 'order_unconfirmed'
export type FrameOrderRecord = Row<'record_frame'>
/** Columns of an order that are chosen for it. */
export type ChosenGlasses = Pick<
  FrameOrderRecord,
  'ownFrame' | 'frameProductId' | 'frameA' | 'frameDbl' | 'frameEd' | 'lensProductOd' | 'lensProductOs'
>

/** The prescription of an order, which must be the member's. */
export async function rxOf(cx: Cx, pid: number, prescriptionId: number): Promise<Prescription> {
  const rx = await prescriptionOf(cx, prescriptionId)
  // Drugs and training are no basis of glasses.
  const lenses = rx.feeBillType !== rxType.drug && rx.feeBillType !== rxType.training
  return rx.pid === pid && lenses ? rx : cx.refuse('not_found', { what: '该会员的处方', field: 'prescriptionId' })
}

function endedOf(rx: Prescription, today: string, paid: boolean): PrescriptionBasis['ended'] {
  const { is } = prescriptionMachine
  if (rx.status === is.draft) return 'draft'
  if (rx.status === is.voided) return 'voided'
  // What was ordered and paid in time is made, however long the workshop takes.
  return !paid && (rx.status === is.expired || rx.validUntil < today) ? 'expired' : undefined
}

/** The frame as chosen; a size nobody typed is the one its product states. */
export function frameOf(chosen: ChosenGlasses, products: ReadonlyMap<number, ProductRow>): ChosenFrame {
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
const goodsOf = (chosen: ChosenGlasses): number[] =>
  [chosen.frameProductId, chosen.lensProductOd, chosen.lensProductOs].filter((n): n is number => n !== null)

/** What a choice leaves out. */
function leftOut(order: FrameOrderRecord): FrameOrderFinding[] {
  const out: FrameOrderFinding[] = []
  const { od, os } = eyesOf(order)
  // A frame alone is anybody's; of a pair of eyes one that gets no lens is a clinician's.
  const needs = order.lensProductOd === null && order.lensProductOs === null ? FRAME_WRITER : CLINICIAN
  for (const [eye, suffix, side] of [
    [od, 'Od', '右眼'],
    [os, 'Os', '左眼'],
  ] as const)
    if (eye && !order[`lensProduct${suffix}`])
      out.push({ ...asks(needs), field: `lensProduct${suffix}`, code: `no-lens-${suffix}`, sentence: `${side}没有选择镜片` })
  if (!order.ownFrame && !order.frameProductId)
    out.push({ ...stops, field: 'frameProductId', code: 'no-frame', sentence: '请选择镜架，或勾选自带镜架' })
  return out
}

interface Looking {
  goods: boolean
  history: boolean
}
/** An order with all that the check compares it with. */
async function inputOf(cx: Cx, order: FrameOrderRecord, { goods, history }: Looking): Promise<CheckInput> {
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
 * Everything that is found of an order as it is now, or as it would be. Goods are looked at once they are chosen; the member's former
 * powers only while the order is being written, not by what was measured since.
 */
export async function findingsOf(
  cx: Cx,
  order: FrameOrderRecord,
  { goods = order.status !== frameOrder.is.choosing, history = true } = {},
): Promise<FrameOrderFinding[]> {
  const findings = checkOrder(await inputOf(cx, order, { goods, history }))
  return goods ? [...findings, ...leftOut(order)] : findings
}
/** The same check asked of one lens after the other, as if each were chosen: what it finds of the lens itself. */
export async function lensJudge(
  cx: Cx,
  order: FrameOrderRecord,
  side: 'od' | 'os' | 'ou',
): Promise<(lens: ProductRow) => FrameOrderFinding[]> {
  const input = await inputOf(cx, { ...order, lensProductOd: null, lensProductOs: null }, { goods: true, history: false })
  const fields = [...(side === 'os' ? [] : ['lensProductOd']), ...(side === 'od' ? [] : ['lensProductOs'])]
  return (lens) => {
    const limits = limitsOf(lens)
    return checkOrder({ ...input, lens: { od: limits, os: limits } }).filter((f) => fields.includes(f.field))
  }
}

/** Who wrote what a finding is of: its lenses are the chooser's, the rest is of those who wrote the order. */
const judgedOf = (order: FrameOrderRecord, chooser: number | null = order.chosenBy): FindingContext => ({
  hid: order.hid,
  writersOf: ({ field }) => (field.startsWith('lensProduct') ? (chooser === null ? [] : [chooser]) : order.writers),
})
// Written by this file only.
const keptOf = (order: FrameOrderRecord): KeptConfirmation[] => order.overrides as KeptConfirmation[]
/** Findings with the reasons they were confirmed with, as the order shows them. */
export const shownFindings = (cx: Cx, order: FrameOrderRecord, found: readonly FrameOrderFinding[]) =>
  found.map((f) => ({ ...shownFinding(cx, f, judgedOf(order)), reason: (f.level === 'warn' && reasonOf(keptOf(order), f)) || null }))

/** Eyes of an order whose difference from the prescription somebody who may has confirmed. */
export const confirmedEyes = (order: FrameOrderRecord): ReadonlySet<Eye> =>
  new Set((['od', 'os'] as const).filter((eye) => keptOf(order).some((k) => k.needs === CLINICIAN.can && k.code.endsWith(`-${eye}`))))
/** The first finding that stands in the way of an order. */
export const openIn = (order: FrameOrderRecord, found: readonly FrameOrderFinding[]): FrameOrderFinding | undefined =>
  openFinding(keptOf(order), found)
function refuseOpen(cx: Cx<FrameCheckFail>, open: FrameOrderFinding | undefined): void {
  if (open) cx.refuse(open.level === 'block' ? 'order_blocked' : 'order_unconfirmed', { what: open.sentence, field: open.field })
}
/**
 * Refuses while something stands in the way, and answers the confirmations to keep with the order: those it has, and the given ones, each
 * of which the caller must be entitled to. One of a finding that is not there any more is left out.
 */
export function holdUp(
  cx: Cx<FrameCheckFail>,
  order: FrameOrderRecord,
  found: readonly FrameOrderFinding[],
  { given: overrides = [], chooser = order.chosenBy }: { given?: readonly FrameOverride[]; chooser?: number | null } = {},
): string {
  refuseOpen(
    cx,
    found.find((f) => f.level === 'block'),
  )
  const present = overrides.filter((g) => found.some((f) => f.code === g.code))
  const kept = confirmFindings(cx, found, present, { ...judgedOf(order, chooser), kept: keptOf(order) })
  refuseOpen(cx, openFinding(kept, found))
  return JSON.stringify(kept)
}
/** Asked again at a move to the workshop: the order as it is now, not as it was when somebody looked. */
export async function stillRight(cx: Cx<FrameCheckFail>, order: FrameOrderRecord): Promise<void> {
  refuseOpen(cx, openIn(order, await findingsOf(cx, order, { history: false })))
}

/** Confirms findings with a reason each, at whatever stage they were found. */
export async function overrideFindings(cx: Cx, order: FrameOrderRecord, overrides: readonly FrameOverride[]): Promise<void> {
  const kept = confirmFindings(cx, await findingsOf(cx, order), overrides, { ...judgedOf(order), kept: keptOf(order) })
  await change(cx, 'record_frame', { recordFrameId: order.recordFrameId }, {}, { overrides: JSON.stringify(kept) })
}
