/** Where the parameters of an order come from by link: a fitting, a frame order, a prescription, the order it supplements. */
import { eyesOf, type z } from '#kernel/contract/index.ts'
import { find, sql, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { lineFor, takenOver } from '#modules/frame-orders/contract/use.ts'
import { fittingChecked, prescriptionOf } from '#modules/records/server/door.ts'
import type { RxLine } from '#modules/records/contract/shapes.ts'
import type { OrderKind } from '../contract/kinds/kind.ts'
import { ofPair } from './draft.ts'

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
/** Why a link leads nowhere. */
interface Wrong {
  readonly wrong: 'fitting_unchecked' | 'original_other'
  readonly field: string
}

const given = (parameters: Values): boolean => Object.values(parameters).some((v) => v !== null && v !== undefined)
function pairOf(row: object): Pick<Source, 'od' | 'os'> {
  const eye = (side: 'Od' | 'Os'): SourceEye | undefined => {
    const parameters = ofPair({ ...row }, side)
    return given(parameters) ? { parameters } : undefined
  }
  return { od: eye('Od'), os: eye('Os') }
}
/** Uses of a prescription's lines by kind of order: ortho-k, contact lens; spectacles choose by their own rule. */
const USE: Readonly<Record<string, number>> = { okjing: 6, soft: 4 }
function rxLine(lines: readonly z.output<typeof RxLine>[], kind: OrderKind, rxLineId: number | null): z.output<typeof RxLine> | undefined {
  if (rxLineId) return lines.find((l) => l.lineId === rxLineId)
  const use = USE[kind.kind]
  return use === undefined ? lineFor(lines, 1) : lines.find((l) => l.kind === use)
}

async function ofFitting(cx: Cx, id: number): Promise<Source | Wrong> {
  const fitting = await fittingChecked(cx, id)
  if (!fitting) return { wrong: 'fitting_unchecked', field: 'fittingId' }
  const fitted = pairOf(fitting)
  return { pid: fitting.pid, ...(fitting.fittedOd ? { od: fitted.od } : {}), ...(fitting.fittedOs ? { os: fitted.os } : {}) }
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
/** The lenses a prescription of ortho-k was decided by; one that is not checked any more is told at the prescription. */
async function ofPrescribedFitting(cx: Cx, fittingId: number, line: z.output<typeof RxLine>): Promise<Source | Wrong> {
  const source = await ofFitting(cx, fittingId)
  if ('wrong' in source) return { ...source, field: 'prescriptionId' }
  const product = line.productId ? { productId: line.productId } : {}
  const eye = (of: SourceEye | undefined) => of && { ...of, ...product }
  return { ...source, od: eye(source.od), os: eye(source.os), rxLineId: line.lineId, fittingId }
}
async function ofPrescription(cx: Cx, kind: OrderKind, prescriptionId: number, rxLineId: number | null): Promise<Source | Wrong> {
  const rx = await prescriptionOf(cx, prescriptionId)
  const line = rxLine(rx.list, kind, rxLineId)
  if (rxLineId && !line) return cx.refuse('not_found', { what: '处方行', field: 'rxLineId' })
  if (!line) return { pid: rx.pid }
  if (kind.kind === 'okjing' && rx.fittingId !== null) return ofPrescribedFitting(cx, rx.fittingId, line)
  const eyes = pairOf(kind.kind === 'glasses' ? takenOver(line, 1) : line)
  const product = line.productId ? { productId: line.productId } : {}
  return {
    pid: rx.pid,
    rxLineId: line.lineId,
    ...(eyes.od ? { od: { ...eyes.od, ...product } } : {}),
    ...(eyes.os ? { os: { ...eyes.os, ...product } } : {}),
  }
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
  if (linked.fittingId) return ofFitting(cx, linked.fittingId)
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
  if (source?.pid && linked.pid && source.pid !== linked.pid)
    return linked.originalId
      ? cx.refuse('original_other', { field: 'originalId' })
      : cx.refuse('not_found', { what: '该会员的处方或订单', field: 'pid' })
  return source
}
