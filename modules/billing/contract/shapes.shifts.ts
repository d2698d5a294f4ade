/** Shifts at the till: opened with a float, handed over after counting every way of payment. Money is yuan on the wire and fen inside. */
import { count, date, drawnSignature, id, money, page, pageSize, text, z } from '#kernel/contract/index.ts'
import { cashWays } from '#modules/loyalty/contract/fields.ts'
import { moneyWays } from '#modules/payments/contract/ways.ts'
import * as f from './fields.ts'

const shiftId = id('当班')
/** A hand-drawn signature: an SVG path in a 300 × 100 box. */
export const signature = text('签名', { max: 20_000 })
/** Denominations of the renminbi in circulation, yuan. */
export const denominations = [100, 50, 20, 10, 5, 1, 0.5, 0.1] as const
const Piece = z.object({ value: f.amount('面值'), count: count('张数', { max: 9999 }) })
const wayOf = z.literal(moneyWays).meta({ label: '支付方式', format: 'choice', options: Object.fromEntries(Object.entries(cashWays)) })

/** Receipts and refunds by one way of payment since the shift began, from the ledger. `expected` is the amount a count must find. */
export const WayTaken = z.object({
  payWay: wayOf,
  received: f.amount('收款'),
  refunded: f.amount('退款'),
  expected: f.signed('应有'),
})
export type WayTaken = z.output<typeof WayTaken>
export const WayCounted = WayTaken.extend({
  counted: f.signed('实点'),
  difference: f.signed('差额'),
  reason: text('差额原因', { max: 200 }).nullable(),
})
export type WayCounted = z.output<typeof WayCounted>

export const ShiftRow = z.object({
  shiftId,
  openedAt: f.happenedAt.meta({ label: '接班时间' }),
  openedByName: f.person('当班人'),
  openingFloat: f.signed('接班备用金'),
  at: f.happenedAt.nullable().meta({ label: '交班时间' }),
  taken: f.signed('净收款').nullable(),
  difference: f.signed('差额').nullable(),
  leftFloat: f.amount('留存备用金').nullable(),
  byName: f.person('交班人').nullable(),
  receiverName: f.person('接班人').nullable(),
})
export type ShiftRow = z.output<typeof ShiftRow>
export const Shift = ShiftRow.omit({ taken: true, difference: true }).extend({
  hid: f.hid,
  storeName: text('门店'),
  floatBefore: f.amount('上一班留存').nullable(),
  floatReason: text('差额原因').nullable(),
  signature: signature.nullable(),
  /** The running totals while the shift is open; the counted totals once it is handed over. */
  ways: z.array(WayTaken),
  counts: z.array(WayCounted),
  pieces: z.array(Piece),
  note: f.remark.nullable(),
  receiverSignature: signature.nullable(),
})
export type Shift = z.output<typeof Shift>
/** The till of a store now: the open shift, or the drawer the next shift takes over. */
export const TillNow = z.object({
  shift: Shift.nullable(),
  /** Cash expected in the drawer while nobody is on duty: the float left plus receipts since. Null before the first shift. */
  drawer: f.signed('抽屉应有现金').nullable(),
})
export type TillNow = z.output<typeof TillNow>
export const OpenShift = z.object({
  hid: f.hid,
  cash: f.amount('抽屉现金'),
  reason: text('差额原因', { max: 200 }).optional(),
})
export type OpenShift = z.output<typeof OpenShift>
export const TillHandOver = z.object({
  hid: f.hid,
  shiftId,
  counts: z
    .array(z.object({ payWay: wayOf, counted: money('实点', { min: -10_000_000 }), reason: text('差额原因', { max: 200 }).optional() }))
    .min(1)
    .max(6)
    .meta({ label: '清点' }),
  pieces: z.array(Piece).max(20).default([]).meta({ label: '点钞' }),
  leftFloat: f.amount('留存备用金'),
  note: f.remark.optional(),
  receiver: f.staff('接班人').optional(),
  signature: drawnSignature().optional(),
  /** Who takes over proves it with the own password, typed by that person. */
  receiverPassword: z.string().max(200).optional().meta({ label: '接班人登录密码', format: 'secret' }),
})
export type TillHandOver = z.output<typeof TillHandOver>
export const ShiftQuery = z.object({
  hid: f.hid,
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  ...pageSize,
})
export const ShiftPage = page(ShiftRow)
export const ByStore = z.object({ hid: f.hid })
