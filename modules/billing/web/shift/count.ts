/** What a count at the till comes to: what is missing, how far it differs. Pure; fen, unless a shape of the wire says yuan. */
import { showMoney } from '#kernel/contract/index.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { cashWays } from '#modules/loyalty/contract/fields.ts'
import { denominations, type HandOver, type Shift, type WayTaken } from '../../contract/shapes.shifts.ts'
import { fenOf } from '../desk/state/state.ts'

export type CashWay = WayTaken['payWay']
const CASH: CashWay = 1
/** What is on the screen: amounts and reasons by way, notes and coins, what stays, who takes over. */
export interface Counting {
  counted: Readonly<Partial<Record<CashWay, string>>>
  reasons: Readonly<Partial<Record<CashWay, string>>>
  /** Pieces by their value in yuan. */
  pieces: Readonly<Partial<Record<string, string>>>
  left: string
  note: string
  receiver?: number | undefined
  signature: string
}
export const nothingCounted: Counting = { counted: {}, reasons: {}, pieces: {}, left: '', note: '', signature: '' }

export interface Line {
  way: CashWay
  received: number
  refunded: number
  expected: number
  /** Nothing counted yet, or what is typed is no amount. */
  counted: number | undefined
  difference: number | undefined
}
const fen = (yuan: number): number => Math.round(yuan * 100)
const piecesOf = (c: Counting) =>
  denominations.map((value) => ({ value, count: Number(c.pieces[value] ?? '') || 0 })).filter((p) => p.count > 0)
const cashOf = (c: Counting): number | undefined => {
  const pieces = piecesOf(c)
  return pieces.length ? pieces.reduce((sum, p) => sum + fen(p.value) * p.count, 0) : typed(c.counted[CASH])
}
const typed = (text: string | undefined): number | undefined => (text?.trim() ? fenOf(text) : undefined)

/** The ways to be counted: cash, and every one that moved. */
const linesOf = (shift: Shift, c: Counting): Line[] =>
  shift.ways
    .filter((w) => w.payWay === CASH || w.received || w.refunded)
    .map((w) => {
      const expected = fen(w.expected)
      const counted = w.payWay === CASH ? cashOf(c) : typed(c.counted[w.payWay])
      return {
        way: w.payWay,
        received: fen(w.received),
        refunded: fen(w.refunded),
        expected,
        counted,
        difference: counted === undefined ? undefined : counted - expected,
      }
    })

export interface Counted {
  lines: Line[]
  /** Fen handed in: cash counted less what stays. */
  handedIn: number | undefined
  /** What is still missing, in a sentence. */
  why: string | undefined
  sent: Omit<HandOver, 'hid' | 'shiftId'>
}
export function countOf(shift: Shift, c: Counting): Counted {
  const lines = linesOf(shift, c)
  const cash = cashOf(c)
  const left = typed(c.left)
  return {
    lines,
    handedIn: cash === undefined || left === undefined ? undefined : cash - left,
    why: uncounted(lines) ?? unsaid(lines, c) ?? unleft(cash, left) ?? (c.receiver && !c.signature ? t`请接班人签名` : undefined),
    sent: {
      counts: lines.map((l) => ({
        payWay: l.way,
        counted: (l.counted ?? 0) / 100,
        ...(l.difference ? { reason: c.reasons[l.way] ?? '' } : {}),
      })),
      pieces: piecesOf(c),
      leftFloat: (left ?? 0) / 100,
      ...(c.note.trim() ? { note: c.note } : {}),
      ...(c.receiver ? { receiver: c.receiver, signature: c.signature } : {}),
    },
  }
}
function uncounted(lines: readonly Line[]): string | undefined {
  const line = lines.find((l) => l.counted === undefined)
  return line && t`请清点${tr(cashWays[line.way])}`
}
function unsaid(lines: readonly Line[], c: Counting): string | undefined {
  const line = lines.find((l) => l.difference && !c.reasons[l.way]?.trim())
  return line && t`${tr(cashWays[line.way])}差 ${showMoney((line.difference ?? 0) / 100)}，请填写原因`
}
function unleft(cash: number | undefined, left: number | undefined): string | undefined {
  if (left === undefined) return t`请填写留存备用金`
  return left > (cash ?? 0) ? t`留存备用金不能多于实点现金` : undefined
}
