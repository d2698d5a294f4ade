/** Shifts at the till: opened with what lies in the drawer, handed over by counting every way of payment. Money in yuan on the wire, fen inside. */
import { count, date, id, money, page, pageSize, text, z } from '#kernel/contract/index.ts'
import { cashWays } from '#modules/loyalty/contract/fields.ts'
import * as f from './fields.ts'

const shiftId = id('当班')
/** A signature drawn by hand: an SVG path in a box of 300 by 100. */
export const signature = text('签名', { max: 20_000 })
/** Notes and coins of the renminbi in circulation, yuan. */
export const denominations = [100, 50, 20, 10, 5, 1, 0.5, 0.1] as const
const Piece = z.object({ value: f.amount('面值'), count: count('张数', { max: 9999 }) })
const wayOf = z
  .literal([1, 2, 3, 4, 8, 9])
  .meta({ label: '支付方式', format: 'choice', options: Object.fromEntries(Object.entries(cashWays)) })

/** What one way of payment moved since the shift began, by the ledger; `expected` is what must be there. */
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
  openedAt: f.at.meta({ label: '接班时间' }),
  openedByName: f.person('当班人'),
  openingFloat: f.signed('接班备用金'),
  at: f.at.nullable().meta({ label: '交班时间' }),
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
  /** While it is open what was taken so far; handed over, what was counted. */
  ways: z.array(WayTaken),
  counts: z.array(WayCounted),
  pieces: z.array(Piece),
  note: f.remark.nullable(),
  receiverSignature: signature.nullable(),
})
export type Shift = z.output<typeof Shift>
/** The till of a store as it is now: the open shift, or what the next one finds. */
export const TillNow = z.object({
  shift: Shift.nullable(),
  /** Cash that must lie in the drawer when nobody is on duty: what was left and what was taken since; none before the first shift. */
  drawer: f.signed('抽屉应有现金').nullable(),
})
export type TillNow = z.output<typeof TillNow>
export const OpenShift = z.object({
  hid: f.hid,
  cash: f.amount('抽屉现金'),
  reason: text('差额原因', { max: 200 }).optional(),
})
export type OpenShift = z.output<typeof OpenShift>
export const HandOver = z.object({
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
  signature: signature.optional(),
})
export type HandOver = z.output<typeof HandOver>
export const ShiftQuery = z.object({
  hid: f.hid,
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  ...pageSize,
})
export const ShiftPage = page(ShiftRow)
export const ByStore = z.object({ hid: f.hid })
