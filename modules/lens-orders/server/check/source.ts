/** Where the parameters of an order come from by link: a fitting, a frame order, a prescription, the order it supplements. */
import { compareFacts, eyesOf, type z } from '#kernel/contract/index.ts'
import { find, sql, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { lineFor, takenOver, usualType } from '#modules/frame-orders/contract/check/use.ts'
import { fittingChecked, prescriptionOf } from '#modules/records/server/door.ts'
import type { RxLine } from '#modules/records/contract/shapes.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import { ofPair } from '../draft.ts'

type Values = Readonly<Record<string, unknown>>
export interface Linked {
  readonly pid: number | null
  readonly prescriptionId: number | null
  readonly rxLineId: number | null
  readonly fittingId: number | null
  readonly recordFrameId: number | null
  readonly originalId: number | null
}
/** An eye as its source has it: the parameters of a line, and the product where the source chose one. */
export interface SourceEye {
  readonly parameters: Values
  readonly productId?: number | null
  readonly number?: number
}
export interface Source {
  readonly od?: SourceEye | undefined
  readonly os?: SourceEye | undefined
  /** What else follows from it. */
  readonly pid?: number
  readonly prescriptionId?: number | null
  readonly rxLineId?: number | null
  readonly fittingId?: number | null
}
/** The prescription of a line that was named alone. */
export async function prescriptionOfLine(cx: Cx, lineId: number): Promise<number> {
  const line = await find(cx, 'prescription_line', { lineId })
  return line?.prescriptionId ?? cx.refuse('not_found', { what: '处方行', field: 'rxLineId' })
}
/** Why a link leads nowhere. */
interface Wrong {
  readonly wrong: 'fitting_unchecked' | 'original_other'
  readonly field: string
}

const hasValues = (parameters: Values): boolean => Object.values(parameters).some((v) => v !== null && v !== undefined)
function pairOf(row: object): Pick<Source, 'od' | 'os'> {
  const eye = (side: 'Od' | 'Os'): SourceEye | undefined => {
    const parameters = ofPair({ ...row }, side)
    return hasValues(parameters) ? { parameters } : undefined
  }
  return { od: eye('Od'), os: eye('Os') }
}
/** Uses of a prescription's lines by kind of order: ortho-k, contact lens; spectacles choose by their own rule. */
const USE: Readonly<Record<string, number>> = { okjing: 6, soft: 4 }
/** Uses no lens of the other kinds is made from when its line is named: an ortho-k or contact lens beside the others, a training plan. */
const NEVER: Readonly<Record<string, readonly number[]>> = { okjing: [4, 7], soft: [6, 7] }
type Line = z.output<typeof RxLine>
function rxLine(lines: readonly Line[], kind: OrderKind, rxLineId: number | null): Line | undefined {
  const use = USE[kind.kind]
  if (rxLineId && use !== undefined) return lines.find((l) => l.lineId === rxLineId && !NEVER[kind.kind]?.includes(l.kind))
  if (rxLineId) return lineFor(lines, 1, rxLineId)
  return use === undefined ? lineFor(lines, 1) : lines.find((l) => l.kind === use)
}

/** What a line of a prescription says of both eyes, with its product. */
function ofLine(kind: OrderKind, line: Line): Pick<Source, 'od' | 'os'> {
  const { od, os } = pairOf(kind.kind === 'glasses' ? takenOver(line, usualType([line])) : line)
  const product = line.productId ? { productId: line.productId } : {}
  return { od: od && { ...od, ...product }, os: os && { ...os, ...product } }
}
/** What stands beside a fitting: the power an eye is for, and the product. */
const POWER = ['sph', 'cyl', 'axis']
const besideFitting = (fitted: SourceEye | undefined, rx: SourceEye | undefined): SourceEye | undefined => {
  const powers = Object.fromEntries(Object.entries(rx?.parameters ?? {}).filter(([name]) => POWER.includes(name)))
  return fitted && { parameters: { ...powers, ...fitted.parameters }, ...(rx?.productId ? { productId: rx.productId } : {}) }
}
/** A fitting says what the lenses are; the line of a prescription beside it of which power each eye is. */
async function ofFitting(cx: Cx, kind: OrderKind, id: number, line: Line | undefined): Promise<Source | Wrong> {
  const fitting = await fittingChecked(cx, id)
  if (!fitting) return { wrong: 'fitting_unchecked', field: 'fittingId' }
  const rx = line && ofLine(kind, line)
  const { od, os } = pairOf(fitting)
  return {
    pid: fitting.pid,
    fittingId: id,
    ...(line ? { rxLineId: line.lineId } : {}),
    ...(fitting.fittedOd ? { od: besideFitting(od, rx?.od) } : {}),
    ...(fitting.fittedOs ? { os: besideFitting(os, rx?.os) } : {}),
  }
}
/** A fitting that is named, beside the prescription that may be: both of one member. */
async function ofNamed(cx: Cx, kind: OrderKind, fittingId: number, { prescriptionId, rxLineId }: Linked): Promise<Source | Wrong> {
  const rx = prescriptionId ? await prescriptionOf(cx, prescriptionId) : undefined
  const source = await ofFitting(cx, kind, fittingId, rx && rxLine(rx.list, kind, rxLineId))
  if (rx && !('wrong' in source) && rx.pid !== source.pid) return cx.refuse('not_found', { what: '该会员的处方', field: 'prescriptionId' })
  return source
}
async function ofFrame(cx: Cx, id: number): Promise<Source> {
  const order =
    (await find(cx, 'record_frame', { recordFrameId: id })) ?? cx.refuse('not_found', { what: '配镜订单', field: 'recordFrameId' })
  const eyes = eyesOf(order)
  const pair = pairOf(order)
  return {
    pid: order.pid,
    prescriptionId: order.prescriptionId,
    rxLineId: order.rxLineId,
    ...(eyes.od && order.lensProductOd ? { od: { parameters: {}, ...pair.od, productId: order.lensProductOd, number: 1 } } : {}),
    ...(eyes.os && order.lensProductOs ? { os: { parameters: {}, ...pair.os, productId: order.lensProductOs, number: 1 } } : {}),
  }
}
/** Lenses of ortho-k are those the prescription was decided by; a fitting that is not checked any more is told at the prescription. */
async function ofPrescription(cx: Cx, kind: OrderKind, prescriptionId: number, rxLineId: number | null): Promise<Source | Wrong> {
  const rx = await prescriptionOf(cx, prescriptionId)
  const line = rxLine(rx.list, kind, rxLineId)
  if (rxLineId && !line) return cx.refuse('not_found', { what: '处方行', field: 'rxLineId' })
  if (!line) return { pid: rx.pid }
  if (kind.kind !== 'okjing' || rx.fittingId === null) return { pid: rx.pid, rxLineId: line.lineId, ...ofLine(kind, line) }
  const source = await ofFitting(cx, kind, rx.fittingId, line)
  return 'wrong' in source ? { ...source, field: 'prescriptionId' } : source
}
/** Lines of an order, in their order. */
export const linesOf = (cx: Cx, orderId: number): Promise<Array<Row<'supply_order_line'>>> =>
  cx.db.rows(wholeRow('supply_order_line'), sql`select * from supply_order_line where order_id = ${orderId} order by line_no`)
/** The eyes of an order as they stand in its lines. */
export async function eyesOfOrder(cx: Cx, orderId: number): Promise<Pick<Source, 'od' | 'os'>> {
  const lines = await linesOf(cx, orderId)
  const eye = (side: 'od' | 'os'): SourceEye | undefined => {
    const line = lines.find((l) => l.eye === side)
    return line && { parameters: { ...line }, productId: line.productId, number: line.ordered }
  }
  return { od: eye('od'), os: eye('os') }
}
async function ofOriginal(cx: Cx, kind: OrderKind, id: number): Promise<Source | Wrong> {
  const original = (await find(cx, 'supply_order', { orderId: id })) ?? cx.refuse('not_found', { what: '原订单', field: 'originalId' })
  if (original.kind !== kind.kind || original.pid === null) return { wrong: 'original_other', field: 'originalId' }
  return {
    pid: original.pid,
    prescriptionId: original.prescriptionId,
    rxLineId: original.rxLineId,
    ...(await eyesOfOrder(cx, id)),
  }
}
const linkedTo = (cx: Cx, kind: OrderKind, linked: Linked): Promise<Source | Wrong> | undefined => {
  if (linked.originalId) return ofOriginal(cx, kind, linked.originalId)
  if (linked.fittingId) return ofNamed(cx, kind, linked.fittingId, linked)
  if (linked.recordFrameId) return ofFrame(cx, linked.recordFrameId)
  return linked.prescriptionId ? ofPrescription(cx, kind, linked.prescriptionId, linked.rxLineId) : undefined
}
/** What the link of an order says today; nothing where it has none, or it leads nowhere any more. */
export async function saidBy(cx: Cx, kind: OrderKind, linked: Linked): Promise<Source | undefined> {
  const source = await linkedTo(cx, kind, linked)
  return source && 'wrong' in source ? undefined : source
}
/** What an order takes over by its link; nothing where it has none. A member named beside must be the source's. */
export async function sourceOf(cx: Cx<Wrong['wrong']>, kind: OrderKind, linked: Linked): Promise<Source | undefined> {
  const source = await linkedTo(cx, kind, linked)
  if (source && 'wrong' in source) return cx.refuse(source.wrong, { field: source.field })
  if (compareFacts(source?.pid, linked.pid) === 'different')
    return linked.originalId
      ? cx.refuse('original_other', { field: 'originalId' })
      : cx.refuse('not_found', { what: '该会员的处方或订单', field: 'pid' })
  return source
}
