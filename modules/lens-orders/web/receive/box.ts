/**
 * A box being unpacked: each code scanned finds the piece it is of, compares it, and waits for what its label still must say. Where several
 * lines may be it, somebody chooses: nothing is guessed. Pure; the server compares again when the box is closed.
 */
import { gtinOf, readUdi, type Udi } from '#kernel/contract/gs1/gs1.ts'
import { compareFacts, powerOf, showPower } from '#kernel/contract/index.ts'
import { t } from '#kernel/web/i18n.ts'
import type { LineParameter } from '../../contract/fields.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import { compared, differences, fitsLine, type Comparing, type Difference, type LabelValues } from '../../contract/receive/compare.ts'
import { isLabel, readLabel, type Label } from '../../contract/receive/label.ts'
import type { Expected, ExpectedLine } from '../../contract/shapes.expected.ts'

export type Verdict = 'pass' | 'wrong' | 'mismatch' | 'accepted' | 'rejected'
/** A piece that was scanned: `wrong` is still to be decided of. */
export interface BoxPiece {
  readonly nth: number
  readonly orderId: number
  readonly lineId: number
  readonly productId: number
  /** Somebody chose the line: its code did not say which goods it is of. */
  readonly byHand: boolean
  readonly code: string
  readonly udi: Udi
  readonly said: Label['said']
  readonly found: readonly Difference[]
  readonly quantity: number
  readonly verdict: Verdict
  readonly reason?: string
  readonly time: string
}
export interface ReceiptBox {
  readonly pieces: readonly BoxPiece[]
  /** The order whose number was scanned: pieces are its until another is. */
  readonly order?: number | undefined
  /** What was read of a piece of which something is still unknown. */
  readonly half?: Half | undefined
}
interface Half {
  readonly code?: string
  readonly udi?: Udi
  readonly label?: Label
}
/** What is asked of a piece that was scanned and cannot be compared yet. */
export interface BoxQuestion {
  /** Lines it may be of, where they are not alike. */
  readonly choices: readonly BoxPlace[]
  /** Parameters its label has to say. */
  readonly missing: readonly LineParameter[]
}
/** What a scan came to, for the band, the sound and the hands. */
export type ScanNotice =
  | { readonly tone: 'ok' | 'bad'; readonly piece: number }
  | { readonly tone: 'bad' | 'warn' | 'ask'; readonly word: string; readonly sentence: string }
export interface ScanResult {
  readonly box: ReceiptBox
  readonly told: ScanNotice
}
/** What is expected, and the clinic's day and time. */
export interface Around {
  readonly orders: readonly Expected[]
  readonly day: string
  readonly time: string
}
const bad = (box: ReceiptBox, word: string, sentence: string): ScanResult => ({ box, told: { tone: 'bad', word, sentence } })
const wait = (box: ReceiptBox, word: string, sentence: string): ScanResult => ({ box, told: { tone: 'warn', word, sentence } })

const kindFor = (orders: readonly Expected[]) => kindOf(orders[0]?.kind ?? 'okjing')
/** Pieces of a line that are neither here nor taken out of the box; one that is wrong takes nobody's place. */
export const dueOf = (box: ReceiptBox, line: ExpectedLine): number =>
  line.ordered -
  line.received -
  line.rejected -
  line.aside -
  box.pieces.filter((p) => p.lineId === line.lineId && p.verdict !== 'wrong').reduce((n, p) => n + p.quantity, 0)
export const lineOf = (orders: readonly Expected[], lineId: number): { order: Expected; line: ExpectedLine } | undefined => {
  for (const order of orders) {
    const line = order.lines.find((l) => l.lineId === lineId)
    if (line) return { order, line }
  }
  return undefined
}
const differencesOf = (order: Expected, line: ExpectedLine, scanned: LabelValues, day: string): Difference[] =>
  compared(line, scanned, order.lines, { kind: kindOf(order.kind), day, by: 'label' })

export type BoxPlace = { readonly order: Expected; readonly line: ExpectedLine }
const by = (order: Expected, day: string): Comparing => ({ kind: kindOf(order.kind), day, by: 'label' })
const fits = ({ order, line }: BoxPlace, scanned: LabelValues, day: string) => fitsLine(line, scanned, by(order, day))
/** What tells goods apart: the product with its parameters. */
const goodsOf = ({ order, line }: BoxPlace): string =>
  [line.productId, ...kindOf(order.kind).parameters.map((name) => line[name] ?? '')].join(' ')
const gtinOfPiece = (box: ReceiptBox, udi: Udi, line: ExpectedLine) => {
  const product = compareFacts(line.gtin, udi.gtin)
  // Somebody said of an earlier piece with this number which product it is.
  const chosen = box.pieces.some((p) => p.byHand && p.productId === line.productId && compareFacts(p.udi.gtin, udi.gtin) === 'same')
  return chosen ? 'same' : product
}
/** Lines a piece may be of: those of its product before those of which nobody knows, of the order at hand before others. */
function placesOf(box: ReceiptBox, { orders }: Around, udi: Udi, eye: Label['eye']): BoxPlace[] {
  const last = box.pieces.at(-1)?.orderId
  const here = box.order === undefined ? orders : orders.filter((o) => o.orderId === box.order)
  const sorted = here.toSorted((a, b) => Number(b.orderId === last) - Number(a.orderId === last))
  const due = sorted.flatMap((order) => order.lines.flatMap((line) => (dueOf(box, line) > 0 ? [{ order, line }] : [])))
  const open = eye ? due.filter((p) => p.line.eye === eye) : due
  const same = open.filter((p) => gtinOfPiece(box, udi, p.line) === 'same')
  return same.length ? same : open.filter((p) => gtinOfPiece(box, udi, p.line) === 'unknown')
}
/**
 * Whether the product of a piece still has to be said: its code names one the line has no number of, or none where nothing else tells the
 * goods.
 */
function needsProduct(box: ReceiptBox, udi: Udi, { order, line }: BoxPlace): boolean {
  if (gtinOfPiece(box, udi, line) !== 'unknown') return false
  return udi.gtin !== undefined || (line.gtin !== null && !kindOf(order.kind).needed.length)
}
/** Parameters that a person reads off a label when choosing among several. */
const READ = ['sph', 'cyl', 'axis', 'addition', 'target'] as const
/**
 * The line a piece belongs to, or what is asked before anybody knows: the line it fits, else the one it may be of, else the one it should
 * have been.
 */
function placeOf(box: ReceiptBox, around: Around, udi: Udi, { eye, said: measured }: Label): BoxPlace | BoxQuestion | undefined {
  const places = placesOf(box, around, udi, eye)
  const fitting = places.filter((p) => fits(p, measured, around.day) === 'same')
  const possible = fitting.length ? fitting : places.filter((p) => fits(p, measured, around.day) === 'unknown')
  const [first] = possible
  if (!first) return places[0]
  const alike = new Map(possible.map((p) => [goodsOf(p), p]))
  const open = needsProduct(box, udi, first)
  if (fitting.length && !open) return first
  const missing = differences(first.line, measured, by(first.order, around.day)).flatMap(({ field }) =>
    field === 'eye' || field === 'product' ? [] : [field],
  )
  // Choosing among lines says a power; where a label tells more than that, it is read.
  const settles = alike.size > 1 && missing.every((name) => READ.some((read) => read === name))
  return { choices: settles || open ? [...alike.values()] : [], missing }
}
const isQuestion = (found: BoxPlace | BoxQuestion): found is BoxQuestion => 'choices' in found
/** What is asked of the piece at hand. */
export function questionOf(box: ReceiptBox, around: Around): BoxQuestion | undefined {
  const { udi, label } = box.half ?? {}
  const found = udi && placeOf(box, around, udi, label ?? NOTHING)
  return found && isQuestion(found) ? found : undefined
}
const NOTHING: Label = { said: {} }
/** How a line is told from the others: its eye and its power, else its goods. */
export const shownChoice = ({ line }: BoxPlace): string => {
  const power = powerOf(line)
  return power ? showPower(power) : line.name
}
/** A UDI, or a bare number: of the product where it is one, else of the lens. */
function udiOf(code: string, serialized: boolean): Udi | { fault: string } {
  if (/^[0-9A-Za-z\-/.]{1,20}$/.test(code) && !/^01\d{14}/.test(code)) {
    const gtin = gtinOf(code)
    if (gtin !== undefined) return { gtin }
    return serialized ? { serial: code } : { fault: '无法识别的条码' }
  }
  const { udi, fault } = readUdi(code)
  return fault === undefined ? udi : { fault }
}
function judge(box: ReceiptBox, around: Around, half: Required<Half>, chosen?: BoxPlace): ScanResult {
  const rest = { ...box, half: undefined }
  const place = chosen ?? placeOf(box, around, half.udi, half.label)
  if (!place) return bad(rest, '不在这一箱', '没有还在等这片的订单，先放一边')
  if (isQuestion(place)) return ask({ ...box, half }, place)
  const { order, line } = place
  const { code, udi, label } = half
  const found = differencesOf(order, line, label.said, around.day)
  if (found.length && found.every((f) => f.comparison === 'unknown')) return ask({ ...box, half }, { choices: [], missing: [] }, found[0])
  const nth = (box.pieces.at(-1)?.nth ?? 0) + 1
  const piece: BoxPiece = {
    nth,
    orderId: order.orderId,
    lineId: line.lineId,
    productId: line.productId,
    byHand: chosen !== undefined,
    code,
    udi,
    said: label.said,
    found,
    quantity: 1,
    verdict: found.length ? 'wrong' : 'pass',
    time: around.time,
  }
  return { box: { ...rest, pieces: [...box.pieces, piece] }, told: { tone: found.length ? 'bad' : 'ok', piece: nth } }
}
/** A piece that cannot be compared is not taken: it asks for the one thing that is missing. */
function ask(box: ReceiptBox, { choices }: BoxQuestion, first?: Difference): ScanResult {
  const sentence =
    first?.sentence ?? (choices.length ? '同一个条码有几种，请选择是哪一个，或输入标签参数' : '没有参数码时，按标签输入参数后回车')
  return { box, told: { tone: 'ask', word: choices.length ? '请选择' : '再扫参数码', sentence } }
}
/** Somebody chose the line of the piece at hand: among several it says the power as well, of one alone only which product it is. */
export function choose(box: ReceiptBox, lineId: number, around: Around): ScanResult {
  const question = questionOf(box, around)
  const place = question?.choices.find((p) => p.line.lineId === lineId)
  const { code = '', udi = {}, label = NOTHING } = box.half ?? {}
  if (!question || !place) return bad(box, '还没有扫描', '扫描盒上的条码')
  const read = Object.fromEntries(READ.flatMap((name) => (place.line[name] === null ? [] : [[name, place.line[name]]])))
  const printed: Label['said'] = question.choices.length > 1 ? { ...read, ...label.said } : label.said
  return judge(box, around, { code, udi, label: { ...label, said: printed } }, place)
}
/** Takes what a scanner or the field sent: an order number, a box, a label, or `*12` for twelve of the last. */
export function scanned(box: ReceiptBox, code: string, around: Around): ScanResult {
  const order = around.orders.find((o) => o.orderNo === code.toUpperCase())
  if (order) return wait({ ...box, order: order.orderId }, order.patientName ?? order.orderNo, '扫描这张订单的货')
  const many = /^\*(\d{1,4})$/.exec(code)?.[1]
  if (many !== undefined) return counted(box, Number(many), around)
  const kind = kindFor(around.orders)
  if (isLabel(code)) return labelled(box, code, around)
  const udi = udiOf(code, kind.receipt.scan.includes('serial'))
  if ('fault' in udi) return bad(box, '无法识别', udi.fault)
  if (udi.serial && box.pieces.some((p) => p.udi.serial === udi.serial)) return bad(box, '已经扫过', t`序列号 ${udi.serial} 在这一箱里`)
  if (udi.expiry && udi.expiry < around.day) return bad(box, '已过期', t`有效期 ${udi.expiry}，不能收`)
  const own = udi.article !== undefined && isLabel(udi.article) ? readLabel(udi.article) : undefined
  const before = box.half?.udi ? undefined : box.half?.label
  return judge(box, around, { code, udi, label: own && own.fault === undefined ? own : (before ?? NOTHING) })
}
/** A label's line adds to what was read of the piece at hand; the first of a piece waits for the code of its box. */
function labelled(box: ReceiptBox, code: string, around: Around): ScanResult {
  const label = readLabel(code)
  if (label.fault !== undefined) return bad(box, '标签无法识别', label.fault)
  const { code: base, udi, label: before } = box.half ?? {}
  if (base === undefined || !udi) return wait({ ...box, half: { label } }, '再扫盒上条码', '已读参数，等条码')
  return judge(box, around, { code: base, udi, label: { ...before, ...label, said: { ...before?.said, ...label.said } } })
}
/** How many of the last thing there are. */
function counted(box: ReceiptBox, quantity: number, { orders }: Around): ScanResult {
  const last = box.pieces.at(-1)
  const place = last && lineOf(orders, last.lineId)
  if (!last || !place) return bad(box, '还没有扫描', '先扫描商品，再输入数量')
  const most = dueOf(box, place.line) + last.quantity
  if (quantity < 1 || quantity > most || last.udi.serial) return bad(box, '数量不对', t`这一行最多还收 ${last.udi.serial ? 1 : most}`)
  return { box: changed(box, last.nth, { quantity }), told: { tone: 'ok', piece: last.nth } }
}
export const changed = (box: ReceiptBox, nth: number, change: Partial<BoxPiece>): ReceiptBox => ({
  ...box,
  pieces: box.pieces.map((p) => (p.nth === nth ? { ...p, ...change } : p)),
})
/** Takes a scan back: the half that was read, else the piece named. */
export const undone = (box: ReceiptBox, nth?: number): ReceiptBox =>
  box.half ? { ...box, half: undefined } : { ...box, pieces: box.pieces.filter((p) => p.nth !== nth) }
/** The cell of the other eye, where the lens fits there and nothing lies in it. */
export function otherEye(box: ReceiptBox, piece: BoxPiece, { orders, day }: Pick<Around, 'orders' | 'day'>): ExpectedLine | undefined {
  const place = lineOf(orders, piece.lineId)
  if (!place) return undefined
  return place.order.lines.find(
    (l) =>
      compareFacts(l.eye, place.line.eye) === 'different' && dueOf(box, l) > 0 && fitsLine(l, piece.said, by(place.order, day)) === 'same',
  )
}
/** What of the box is sent for one order. */
export const sentOf = (box: ReceiptBox, orderId: number, orders: readonly Expected[]) =>
  box.pieces
    .filter((p) => p.orderId === orderId && p.verdict !== 'wrong')
    .map((p) => {
      const eye = lineOf(orders, p.lineId)?.line.eye
      return {
        lineId: p.lineId,
        ...(eye ? { eye } : {}),
        code: p.code,
        quantity: p.quantity,
        ...(Object.keys(p.said).length ? { measured: p.said } : {}),
        ...(p.verdict === 'mismatch' || p.verdict === 'accepted' || p.verdict === 'rejected'
          ? { verdict: p.verdict, reason: p.reason ?? '' }
          : {}),
      }
    })
