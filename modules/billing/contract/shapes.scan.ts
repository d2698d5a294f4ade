/** Payments by a code: shown to the member, or read from the member's wallet. */
import { status as stateField, text, z } from '#kernel/contract/index.ts'
import { codePayment } from '#modules/payments/contract/states.ts'
import * as f from './fields.ts'

/** Asks for a code that the member scans. */
export const NewScan = z.object({
  fbid: f.fbid,
  payWay: z.literal([2, 3]).meta({ label: '支付方式', format: 'choice', options: { 2: '微信', 3: '支付宝' } }),
  amount: f.amount('金额').min(0.01),
})
export const Scan = z.object({
  orderNo: text('支付单号'),
  fbid: f.fbid,
  payWay: NewScan.shape.payWay,
  amount: f.amount('金额'),
  codeUrl: text('二维码', { max: 500 }),
  label: text('名称'),
  simulated: f.yes('模拟'),
})
export type Scan = z.output<typeof Scan>
/** The code the member's wallet shows, read by the till's scanner; without an amount all that is due. */
export const TakeScan = z.object({
  fbid: f.fbid,
  authCode: text('付款码', { max: 32 }),
  amount: f.amount('金额').min(0.01).optional(),
})
/** `reason`: what the wallet said where it declined. */
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
