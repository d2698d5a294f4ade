/** From what was scanned or typed to the line of the order it came for, and how it compares with it. */
import { gtinOf, readUdi, sameLot, type Udi } from '#kernel/contract/gs1/gs1.ts'
import { canonicalCode, compareFacts, isMissing, powerOf, showPower, type Comparison } from '#kernel/contract/index.ts'
import type { Cx, Row } from '#kernel/server/index.ts'
import type { ProductRow } from '#modules/products/server/door.ts'
import { eyeName } from '../../contract/check/check.ts'
import {
  compared,
  compareProduct,
  fitsLine,
  type ComparedReceiptLine,
  type Difference,
  type LabelValues,
} from '../../contract/receive/compare.ts'
import { isLabel, readLabel } from '../../contract/receive/label.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import type { ReceiveOrder } from '../../contract/shapes.ts'

export type ReceiveOrderLine = ReceiveOrder['lines'][number]
export type OrderLineRow = Row<'supply_order_line'>
export type MatchFail = 'receipt_unknown' | 'receipt_choose' | 'over_received'
/** What a box says, scanned or typed. */
export interface ScannedLabel {
  readonly code: string | null
  readonly gtin: string | null
  readonly serial: string | null
  readonly batchNo: string | null
  readonly producedOn: string | null
  readonly expiry: string | null
}
export interface Matched {
  readonly item: ReceiveOrderLine
  readonly line: OrderLineRow
  readonly box: ScannedLabel
  readonly said: LabelValues
  readonly found: readonly Difference[]
}
const LABELS = { gtin: '产品标识', serial: '序列号', batchNo: '批号', producedOn: '生产日期', expiry: '有效期' } as const
/** A UDI, or a bare number: of the product where it is one, else of the lens. */
function scanned(cx: Cx, code: string | null | undefined, kind: OrderKind): Partial<Record<keyof typeof LABELS, string>> {
  if (!code) return {}
  if (/^[0-9A-Za-z\-/.]{1,20}$/.test(code) && !/^01\d{14}/.test(code)) {
    const gtin = gtinOf(code)
    if (gtin !== undefined) return { gtin }
    return kind.receipt.scan.includes('serial') ? { serial: code } : {}
  }
  const { udi, fault } = readUdi(code)
  if (fault !== undefined) return cx.refuse('bad_input', { what: `条码：${fault}`, field: 'code' })
  return named(udi)
}
const named = ({ gtin, serial, batch, made, expiry }: Udi): Partial<Record<keyof typeof LABELS, string>> => ({
  ...(gtin ? { gtin } : {}),
  ...(serial ? { serial } : {}),
  ...(batch ? { batchNo: canonicalCode(batch) } : {}),
  ...(made ? { producedOn: made } : {}),
  ...(expiry ? { expiry } : {}),
})
/** What was typed beside a code may add to it and may not contradict it. */
function boxOf(cx: Cx, item: ReceiveOrderLine, kind: OrderKind, index: number): ScannedLabel {
  const read = scanned(cx, item.code, kind)
  const labelled = (name: keyof typeof LABELS): string | null => {
    const typed = item[name] ?? null
    const printed = read[name] ?? null
    if (compareFacts(printed, typed, name === 'batchNo' ? sameLot : undefined) === 'different')
      return cx.refuse('bad_input', { what: `${LABELS[name]}与条码不一致：条码是 ${printed}`, field: `lines.${index}.${name}` })
    return printed ?? typed
  }
  const [gtin, serial, batchNo] = [labelled('gtin'), labelled('serial'), labelled('batchNo')]
  return { code: item.code ?? null, gtin, serial, batchNo, producedOn: labelled('producedOn'), expiry: labelled('expiry') }
}
export const asCompared = (line: OrderLineRow): ComparedReceiptLine => ({
  ...line,
  eye: line.eye === 'od' || line.eye === 'os' ? line.eye : null,
})
interface Matching {
  readonly kind: OrderKind
  readonly day: string
  readonly lines: readonly OrderLineRow[]
  readonly products: ReadonlyMap<number, ProductRow>
  /** Pieces still to come, by line; taken from as lines are matched. */
  readonly due: Map<number, number>
}
const gtinOfLine = (line: OrderLineRow, products: Matching['products']): string | undefined => gtinOf(products.get(line.productId)?.barCode)
/** Who unpacks named the line or the eye: that says which product it is, where no code does. */
const isNamed = ({ lineId, eye }: ReceiveOrderLine): boolean => lineId !== undefined || (eye !== undefined && eye !== null)
/** The product of a piece: unknown where only one side has a trade number; where neither has one there is nothing to compare. */
function productDifference(
  line: OrderLineRow,
  item: ReceiveOrderLine,
  box: ScannedLabel,
  products: Matching['products'],
): Difference | undefined {
  const ordered = gtinOfLine(line, products)
  if (ordered === undefined && box.gtin === null) return undefined
  const found = compareProduct(asCompared(line), ordered, box.gtin)
  return found?.comparison === 'unknown' && isNamed(item) ? undefined : found
}
function compareWith(
  line: OrderLineRow,
  item: ReceiveOrderLine,
  box: ScannedLabel,
  { kind, day, lines, products }: Matching,
): Difference[] {
  const product = productDifference(line, item, box, products)
  const found = compared(asCompared(line), item.measured ?? {}, lines.map(asCompared), { kind, day, by: item.by ?? 'label' })
  return product ? [product, ...found] : found
}
/** What tells lines of one delivery apart: their goods and parameters. */
const goodsOf = (line: OrderLineRow, { parameters }: OrderKind): string =>
  [line.productId, ...parameters.map((p) => line[p] ?? '')].join(' ')
/**
 * The line a piece came for: the one named, the one of its eye, the one whose product and parameters it has. Where several may be it,
 * nobody guesses.
 */
function lineFor(cx: Cx<MatchFail>, item: ReceiveOrderLine, box: ScannedLabel, matching: Matching, index: number): OrderLineRow {
  const { kind, day, lines, due, products } = matching
  if (item.lineId)
    return lines.find((l) => l.lineId === item.lineId) ?? cx.refuse('not_found', { what: '订购明细', field: `lines.${index}.lineId` })
  if (item.eye)
    return (
      lines.find((l) => l.eye === item.eye) ?? cx.refuse('not_found', { what: `${eyeName(item.eye)}的镜片`, field: `lines.${index}.eye` })
    )
  const open = lines.filter((l) => (due.get(l.lineId) ?? 0) > 0)
  if (!open.length) return cx.refuse('over_received', { product: lines[0]?.name ?? '', due: 0, field: `lines.${index}.code` })
  const byProduct = (comparison: Comparison) => open.filter((l) => compareFacts(gtinOfLine(l, products), box.gtin) === comparison)
  const sameProduct = byProduct('same')
  const among = sameProduct.length ? sameProduct : byProduct('unknown')
  const [only] = among
  if (!only) return cx.refuse('receipt_unknown', { code: item.code ?? box.gtin ?? box.serial ?? '', field: `lines.${index}.code` })
  const fits = (l: OrderLineRow) => fitsLine(asCompared(l), item.measured ?? {}, { kind, day, by: item.by ?? 'label' })
  const possible = among.filter((l) => fits(l) !== 'different')
  const fitting = possible.filter((l) => fits(l) === 'same')
  const candidates = fitting.length ? fitting : possible
  const [first = only] = candidates
  // Two eyes with one power want the same goods: either line may take them.
  const alike = candidates.every((l) => goodsOf(l, kind) === goodsOf(first, kind))
  if ((candidates.length || among.length === 1) && alike) return first
  const choices = (candidates.length ? candidates : among).map((l) => shownLine(l, kind))
  return cx.refuse('receipt_choose', { choices: [...new Set(choices)].join('、'), field: `lines.${index}.lineId` })
}
/** 右眼 -2.75, 产品: how a line is told from the others of its order. */
const shownLine = (line: OrderLineRow, kind: OrderKind): string => {
  const power = powerOf(line)
  const parameters = power ? showPower(power) : kind.receipt.told.map((name) => line[name]).find((value) => !isMissing(value))
  return [eyeName(asCompared(line).eye), parameters ?? line.name].filter(Boolean).join(' ')
}
/**
 * A code may say of its lens what the label prints (AI 240): that is compared, whoever sent it or not; what an instrument read is not
 * overwritten.
 */
function asCoded(item: ReceiveOrderLine): ReceiveOrderLine {
  if (!item.code || item.by === 'meter') return item
  const { udi, fault } = readUdi(item.code)
  const label = fault === undefined && udi.article !== undefined && isLabel(udi.article) ? readLabel(udi.article) : undefined
  if (!label || label.fault !== undefined) return item
  const eye = item.lineId || item.eye || !label.eye ? {} : { eye: label.eye }
  return { ...item, ...eye, measured: { ...item.measured, ...label.said } }
}
/** Matches one thing of a delivery; more than is still due is refused. */
export function match(cx: Cx<MatchFail>, sent: ReceiveOrderLine, matching: Matching, index: number): Matched {
  const item = asCoded(sent)
  const box = boxOf(cx, item, matching.kind, index)
  const line = lineFor(cx, item, box, matching, index)
  const left = matching.due.get(line.lineId) ?? 0
  if (item.quantity > left)
    return cx.refuse('over_received', {
      product: `${eyeName(asCompared(line).eye)}${line.name}`,
      due: left,
      field: `lines.${index}.quantity`,
    })
  matching.due.set(line.lineId, left - item.quantity)
  return { item, line, box, said: item.measured ?? {}, found: compareWith(line, item, box, matching) }
}
