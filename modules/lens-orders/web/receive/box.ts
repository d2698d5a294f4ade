/**
 * A box being unpacked: each code scanned finds the piece it is of, compares it, and waits for what its label still must say. Pure; the server compares again
 * when the box is closed.
 */
import { gtinOf, readUdi, type Udi } from '#kernel/contract/gs1.ts'
import { t } from '#kernel/web/i18n.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import { compared, type Difference, type Said } from '../../contract/receive.compare.ts'
import { isLabel, readLabel, type Label } from '../../contract/receive.label.ts'
import type { Expected, ExpectedLine } from '../../contract/shapes.expected.ts'

export type Verdict = 'pass' | 'wrong' | 'mismatch' | 'accepted' | 'rejected'
/** A piece that was scanned: `wrong` is still to be decided of. */
export interface Piece {
  readonly nth: number
  readonly orderId: number
  readonly lineId: number
  readonly code: string
  readonly udi: Udi
  readonly said: Label['said']
  readonly found: readonly Difference[]
  readonly quantity: number
  readonly verdict: Verdict
  readonly reason?: string
  readonly time: string
}
export interface Box {
  readonly pieces: readonly Piece[]
  /** The order whose number was scanned: pieces are its until another is. */
  readonly order?: number | undefined
  /** What was read of a piece whose other code is still to come. */
  readonly half?: { readonly code: string; readonly udi: Udi } | { readonly label: Label } | undefined
}
/** What a scan came to, for the band, the sound and the hands. */
export type Told =
  | { readonly tone: 'ok' | 'bad'; readonly piece: number }
  | { readonly tone: 'bad' | 'warn'; readonly word: string; readonly sentence: string }
export interface Scanned {
  readonly box: Box
  readonly told: Told
}
/** What is expected, and the clinic's day and time. */
export interface Around {
  readonly orders: readonly Expected[]
  readonly day: string
  readonly time: string
}
const bad = (box: Box, word: string, sentence: string): Scanned => ({ box, told: { tone: 'bad', word, sentence } })
const wait = (box: Box, word: string, sentence: string): Scanned => ({ box, told: { tone: 'warn', word, sentence } })

const kindFor = (orders: readonly Expected[]) => kindOf(orders[0]?.kind ?? 'okjing')
/** Pieces of a line that are neither here nor taken out of the box; one that is wrong takes nobody's place. */
export const dueOf = (box: Box, line: ExpectedLine): number =>
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
const differencesOf = (order: Expected, line: ExpectedLine, said: Said, day: string): Difference[] =>
  compared(line, said, order.lines, { kind: kindOf(order.kind), day, by: 'label' })

type Place = { readonly order: Expected; readonly line: ExpectedLine }
/** Where a piece belongs: the line that it fits, of the order at hand before others; else the one it should have been. */
function placeOf(box: Box, { orders, day }: Around, udi: Udi, { eye, said }: Label): Place | undefined {
  const last = box.pieces.at(-1)?.orderId
  const here = box.order === undefined ? orders : orders.filter((o) => o.orderId === box.order)
  const sorted = here.toSorted((a, b) => Number(b.orderId === last) - Number(a.orderId === last))
  const open = sorted.flatMap((order) =>
    order.lines.flatMap((line) =>
      dueOf(box, line) > 0 && (!udi.gtin || line.gtin === null || line.gtin === udi.gtin) ? [{ order, line }] : [],
    ),
  )
  const named = eye ? open.filter((p) => p.line.eye === eye) : open
  return named.find((p) => !differencesOf(p.order, p.line, said, day).length) ?? named[0]
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
const judge = (box: Box, around: Around, code: string, udi: Udi, label: Label): Scanned => {
  const rest = { ...box, half: undefined }
  const place = placeOf(box, around, udi, label)
  if (!place) return bad(rest, '不在这一箱', '没有还在等这片的订单，先放一边')
  const { order, line } = place
  const found = differencesOf(order, line, label.said, around.day)
  const nth = (box.pieces.at(-1)?.nth ?? 0) + 1
  const piece: Piece = {
    nth,
    orderId: order.orderId,
    lineId: line.lineId,
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
/** Takes what a scanner or the field sent: an order number, a box, a label, or `*12` for twelve of the last. */
export function scanned(box: Box, code: string, around: Around): Scanned {
  const order = around.orders.find((o) => o.orderNo === code.toUpperCase())
  if (order) return wait({ ...box, order: order.orderId }, order.patientName ?? order.orderNo, '扫描这张订单的货')
  const many = /^\*(\d{1,4})$/.exec(code)?.[1]
  if (many !== undefined) return counted(box, Number(many), around)
  const kind = kindFor(around.orders)
  const needsLabel = kind.receipt.to === 'member' && kind.needed.length > 0
  const serialized = kind.receipt.scan.includes('serial')
  if (isLabel(code)) {
    const label = readLabel(code)
    if (label.fault !== undefined) return bad(box, '标签无法识别', label.fault)
    if (box.half && 'code' in box.half) return judge(box, around, box.half.code, box.half.udi, label)
    return wait({ ...box, half: { label } }, '再扫盒上条码', '已读参数，等条码')
  }
  const udi = udiOf(code, serialized)
  if ('fault' in udi) return bad(box, '无法识别', udi.fault)
  if (udi.serial && box.pieces.some((p) => p.udi.serial === udi.serial)) return bad(box, '已经扫过', t`序列号 ${udi.serial} 在这一箱里`)
  if (udi.expiry && udi.expiry < around.day) return bad(box, '已过期', t`有效期 ${udi.expiry}，不能收`)
  const own = udi.article !== undefined && isLabel(udi.article) ? readLabel(udi.article) : undefined
  if (own && own.fault === undefined) return judge(box, around, code, udi, own)
  if (box.half && 'label' in box.half) return judge(box, around, code, udi, box.half.label)
  if (needsLabel) return wait({ ...box, half: { code, udi } }, '再扫参数码', '没有参数码时，按标签输入参数后回车')
  return judge(box, around, code, udi, { said: {} })
}
/** How many of the last thing there are. */
function counted(box: Box, quantity: number, { orders }: Around): Scanned {
  const last = box.pieces.at(-1)
  const place = last && lineOf(orders, last.lineId)
  if (!last || !place) return bad(box, '还没有扫描', '先扫描商品，再输入数量')
  const most = dueOf(box, place.line) + last.quantity
  if (quantity < 1 || quantity > most || last.udi.serial) return bad(box, '数量不对', t`这一行最多还收 ${last.udi.serial ? 1 : most}`)
  return { box: changed(box, last.nth, { quantity }), told: { tone: 'ok', piece: last.nth } }
}
export const changed = (box: Box, nth: number, change: Partial<Piece>): Box => ({
  ...box,
  pieces: box.pieces.map((p) => (p.nth === nth ? { ...p, ...change } : p)),
})
/** Takes a scan back: the half that was read, else the piece named. */
export const undone = (box: Box, nth?: number): Box =>
  box.half ? { ...box, half: undefined } : { ...box, pieces: box.pieces.filter((p) => p.nth !== nth) }
/** The cell of the other eye, where the lens fits there and nothing lies in it. */
export function otherEye(box: Box, piece: Piece, { orders, day }: Pick<Around, 'orders' | 'day'>): ExpectedLine | undefined {
  const place = lineOf(orders, piece.lineId)
  if (!place) return undefined
  return place.order.lines.find(
    (l) =>
      l.eye !== null &&
      place.line.eye !== null &&
      l.eye !== place.line.eye &&
      dueOf(box, l) > 0 &&
      !differencesOf(place.order, l, piece.said, day).length,
  )
}
/** What of the box is sent for one order. */
export const sentOf = (box: Box, orderId: number, orders: readonly Expected[]) =>
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
