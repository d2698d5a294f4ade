/** Payments by code: shown to the member, or scanned from the member's wallet. */
import { status as stateField, text, z } from '#kernel/contract/index.ts'
import { codePayment } from '#modules/payments/contract/states.ts'
import * as f from './fields.ts'

/** Requests a code for the member to scan. */
export const NewScan = z.object({
  fbid: f.fbid,
  payWay: z.literal([2, 3]).meta({ label: '支付方式', format: 'choice', options: { 2: '微信', 3: '支付宝' } }),
  amount: f.amount('金额').min(0.01),
})
export const ScanCode = z.object({
  orderNo: text('支付单号'),
  fbid: f.fbid,
  payWay: NewScan.shape.payWay,
  amount: f.amount('金额'),
  codeUrl: text('二维码', { max: 500 }),
  label: text('名称'),
  simulated: f.yes('模拟'),
})
export type ScanCode = z.output<typeof ScanCode>
/** Takes a payment by the code in the member's wallet, scanned at the till. Without an amount it takes everything due. */
export const TakeScan = z.object({
  fbid: f.fbid,
  authCode: text('付款码', { max: 32 }),
  amount: f.amount('金额').min(0.01).optional(),
})
/** `reason` is the wallet's message when it declined. */
export const TakenScan = z.object({
  orderNo: text('支付单号'),
  fbid: f.fbid,
  payWay: NewScan.shape.payWay,
  amount: f.amount('金额'),
  status: stateField('状态', codePayment),
  reason: text('原因').nullable(),
})
export const ScanQuery = z.object({ orderNo: text('支付单号', { max: 64 }).min(1) })
export const KeepScan = z.object({ fbid: f.fbid, orderNo: ScanQuery.shape.orderNo })
export const ScanState = z.object({
  orderNo: text('支付单号'),
  status: stateField('状态', codePayment),
})
