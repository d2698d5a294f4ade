/** The payment service of each way: PAYMENT for WeChat (2), ALIPAY for Alipay (3). */
import { fromOutside } from '#kernel/server/outside.ts'
import { environment, type Environment } from '#kernel/server/environment.ts'
import { chosen, notConnected, type PortChoice } from '../choose.ts'
import { alipayPayment } from './alipay.ts'
import { localPayment } from './local.ts'
import type { PaymentPort } from './port.ts'
import { wechatPayment } from './wechat.ts'

/** A key in the environment may have its line breaks written as `\n`. */
const pem = (text: string): string => text.replaceAll('\\n', '\n')

// Both ways share one simulated service and one page that plays the phone.
const local = (env: Environment): PaymentPort => {
  simulated ??= localPayment({
    paidAfter: env.PAYMENT_LOCAL_SECONDS * 1000,
    phoneUrl: `${env.PUBLIC_URL ?? `http://localhost:${env.PORT}`}/pay/phone`,
  })
  return simulated
}
let simulated: PaymentPort | undefined
/** No code can be shown, so nothing is ever paid by one. */
const off =
  (channel: 'wechat' | 'alipay') =>
  (word: string): PaymentPort => ({
    channel,
    label: `未接入${word}`,
    simulated: false,
    off: word,
    open: () => notConnected(word),
    scan: () => notConnected(word),
    query: () => notConnected(word),
  })

export const wechatPay: PortChoice<PaymentPort> = {
  by: 'PAYMENT',
  word: '微信支付',
  real: (env) =>
    wechatPayment({
      appId: env.WECHAT_APP_ID!,
      merchant: env.WECHAT_PAY_MERCHANT!,
      serial: env.WECHAT_PAY_SERIAL!,
      privateKey: pem(env.WECHAT_PAY_PRIVATE_KEY!),
      publicKey: pem(env.WECHAT_PAY_PUBLIC_KEY!),
      notifyUrl: `${env.PUBLIC_URL!}${env.API_PREFIX}/pay/notify/wechat`,
      apiKey: env.WECHAT_PAY_API_KEY,
    }),
  local,
  off: off('wechat'),
}
export const alipay: PortChoice<PaymentPort> = {
  by: 'ALIPAY',
  word: '支付宝',
  real: (env) =>
    alipayPayment({
      appId: env.ALIPAY_APP_ID!,
      privateKey: pem(env.ALIPAY_PRIVATE_KEY!),
      publicKey: pem(env.ALIPAY_PUBLIC_KEY!),
      notifyUrl: env.PUBLIC_URL && `${env.PUBLIC_URL}${env.API_PREFIX}/pay/notify/alipay`,
    }),
  local,
  off: off('alipay'),
}

let ports: Readonly<Record<2 | 3, PaymentPort>> | undefined
/** The service behind a way to pay (2 WeChat, 3 Alipay). */
export function paymentOf(payWay: 2 | 3): PaymentPort {
  ports ??= { 2: named(chosen(wechatPay, environment())), 3: named(chosen(alipay, environment())) }
  return ports[payWay]
}
/** A failure of a service is an outside failure with its name. */
const named = (port: PaymentPort): PaymentPort =>
  port.off
    ? port
    : {
        ...port,
        open: (order) => fromOutside(port.label, () => port.open(order)),
        scan: (order, code) => fromOutside(port.label, () => port.scan(order, code)),
        query: (orderNo) => fromOutside(port.label, () => port.query(orderNo)),
      }
