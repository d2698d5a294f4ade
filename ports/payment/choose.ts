/** The payment service of each way, as the environment says: PAYMENT for WeChat (2), ALIPAY for Alipay (3); both simulated by default. */
import { fromOutside } from '#kernel/server/outside.ts'
import { environment } from '#kernel/server/environment.ts'
import { alipayPayment } from './alipay.ts'
import { localPayment } from './local.ts'
import type { PaymentPort } from './port.ts'
import { wechatPayment } from './wechat.ts'

let ports: Readonly<Record<2 | 3, PaymentPort>> | undefined

/** A key in the environment may have its line breaks written as `\n`. */
const pem = (text: string): string => text.replaceAll('\\n', '\n')

/** The service behind a way to pay (2 WeChat, 3 Alipay). */
export function paymentOf(payWay: 2 | 3): PaymentPort {
  ports ??= made()
  return ports[payWay]
}
/** A failure of a service is an outside failure with its name. */
const named = (port: PaymentPort): PaymentPort => ({
  ...port,
  open: (order) => fromOutside(port.label, () => port.open(order)),
  query: (orderNo) => fromOutside(port.label, () => port.query(orderNo)),
})
function made(): Readonly<Record<2 | 3, PaymentPort>> {
  const env = environment()
  // The page that plays the phone is part of this server's web application; in production there is none.
  const local = localPayment({
    paidAfter: env.PAYMENT_LOCAL_SECONDS * 1000,
    phoneUrl: env.production ? undefined : `${env.PUBLIC_URL ?? `http://localhost:${env.PORT}`}/pay/phone`,
  })
  const wechat =
    env.PAYMENT === 'wechat'
      ? wechatPayment({
          appId: env.WECHAT_APP_ID!,
          merchant: env.WECHAT_PAY_MERCHANT!,
          serial: env.WECHAT_PAY_SERIAL!,
          privateKey: pem(env.WECHAT_PAY_PRIVATE_KEY!),
          publicKey: pem(env.WECHAT_PAY_PUBLIC_KEY!),
          notifyUrl: `${env.PUBLIC_URL!}${env.API_PREFIX}/pay/notify/wechat`,
          apiKey: env.WECHAT_PAY_API_KEY,
        })
      : local
  const alipay =
    env.ALIPAY === 'alipay'
      ? alipayPayment({
          appId: env.ALIPAY_APP_ID!,
          privateKey: pem(env.ALIPAY_PRIVATE_KEY!),
          publicKey: pem(env.ALIPAY_PUBLIC_KEY!),
          notifyUrl: env.PUBLIC_URL && `${env.PUBLIC_URL}${env.API_PREFIX}/pay/notify/alipay`,
        })
      : local
  return { 2: named(wechat), 3: named(alipay) }
}
