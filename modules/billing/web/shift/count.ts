/** Evaluates a count at the till: missing input and differences. Pure. Amounts in fen unless a wire shape says yuan. */
import { showMoney } from '#kernel/contract/index.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { cashWays } from '#modules/loyalty/contract/fields.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'
import { denominations, type TillHandOver, type Shift, type WayTaken } from '../../contract/shapes.shifts.ts'
import { fenOf } from '../desk/state/state.ts'

export type CashWay = WayTaken['payWay']
/** Input on the screen: amounts and reasons by way, denominations, remaining float, receiver. */
export interface TillCounting {
  counted: Readonly<Partial<Record<CashWay, string>>>
  reasons: Readonly<Partial<Record<CashWay, string>>>
  /** Pieces by denomination in yuan. */
  pieces: Readonly<Partial<Record<string, string>>>
  left: string
  note: string
  receiver?: number | undefined
  signature: string
  password: string
}
export const nothingCounted: TillCounting = { counted: {}, reasons: {}, pieces: {}, left: '', note: '', signature: '', password: '' }

export interface TillCountLine {
  way: CashWay
  received: number
  refunded: number
  expected: number
  /** Undefined while nothing valid was typed. */
  counted: number | undefined
  difference: number | undefined
}
const fen = (yuan: number): number => Math.round(yuan * 100)
const piecesOf = (c: TillCounting) =>
  denominations.map((value) => ({ value, count: Number(c.pieces[value] ?? '') || 0 })).filter((p) => p.count > 0)
const cashOf = (c: TillCounting): number | undefined => {
  const pieces = piecesOf(c)
  return pieces.length ? pieces.reduce((sum, p) => sum + fen(p.value) * p.count, 0) : typed(c.counted[PayWay.cash])
}
const typed = (text: string | undefined): number | undefined => (text?.trim() ? fenOf(text) : undefined)

/** Ways that must be counted: cash, and every one that moved. */
const linesOf = (shift: Shift, c: TillCounting): TillCountLine[] =>
  shift.ways
    .filter((w) => w.payWay === PayWay.cash || w.received || w.refunded)
    .map((w) => {
      const expected = fen(w.expected)
      const counted = w.payWay === PayWay.cash ? cashOf(c) : typed(c.counted[w.payWay])
      return {
        way: w.payWay,
        received: fen(w.received),
        refunded: fen(w.refunded),
        expected,
        counted,
        difference: counted === undefined ? undefined : counted - expected,
      }
    })

export interface TillCount {
  lines: TillCountLine[]
  /** Cash counted less the remaining float, fen. */
  handedIn: number | undefined
  /** What is still missing, as a sentence. */
  why: string | undefined
  sent: Omit<TillHandOver, 'hid' | 'shiftId'>
}
export function countOf(shift: Shift, c: TillCounting): TillCount {
  const lines = linesOf(shift, c)
  const cash = cashOf(c)
  const left = typed(c.left)
  return {
    lines,
    handedIn: cash === undefined || left === undefined ? undefined : cash - left,
    why:
      countProblem(lines) ??
      reasonProblem(lines, c) ??
      floatProblem(cash, left) ??
      (c.receiver && !c.signature ? t`请接班人签名` : undefined) ??
      (c.receiver && !c.password ? t`请接班人输入自己的登录密码` : undefined),
    sent: {
      counts: lines.map((l) => ({
        payWay: l.way,
        counted: (l.counted ?? 0) / 100,
        ...(l.difference ? { reason: c.reasons[l.way] ?? '' } : {}),
      })),
      pieces: piecesOf(c),
      leftFloat: (left ?? 0) / 100,
      ...(c.note.trim() ? { note: c.note } : {}),
      ...(c.receiver ? { receiver: c.receiver, signature: c.signature, receiverPassword: c.password } : {}),
    },
  }
}
function countProblem(lines: readonly TillCountLine[]): string | undefined {
  const line = lines.find((l) => l.counted === undefined)
  return line && t`请清点${tr(cashWays[line.way])}`
}
function reasonProblem(lines: readonly TillCountLine[], c: TillCounting): string | undefined {
  const line = lines.find((l) => l.difference && !c.reasons[l.way]?.trim())
  return line && t`${tr(cashWays[line.way])}差 ${showMoney((line.difference ?? 0) / 100)}，请填写原因`
}
function floatProblem(cash: number | undefined, left: number | undefined): string | undefined {
  if (left === undefined) return t`请填写留存备用金`
  return left > (cash ?? 0) ? t`留存备用金不能多于实点现金` : undefined
}
