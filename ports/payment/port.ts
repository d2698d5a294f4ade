/** Payment services: a code the member scans, and whether it was paid. */

/** One payment asked for. */
export interface PaymentOrder {
  /** Our number, unique for ever. */
  readonly orderNo: string
  /** Fen. */
  readonly amount: number
  /** What the member sees in the wallet. */
  readonly subject: string
}
/** What a till says beside the amount: the code of the wallet, and the store it is shown in. */
export interface MemberCode {
  readonly authCode: string
  readonly store: string
}
/**
 * The way whose wallet shows a code: WeChat 18 digits from 10 to 15 (pay.weixin.qq.com, 付款码支付, 2024), Alipay 16 to 24 digits from 25 to 30
 * (opendocs.alipay.com, alipay.trade.pay, auth_code, 2024); undefined for any other code.
 */
export const wayOfCode = (code: string): 2 | 3 | undefined =>
  /^1[0-5]\d{16}$/.test(code) ? 2 : /^(2[5-9]|30)\d{14,22}$/.test(code) ? 3 : undefined

export interface PaymentState {
  readonly status: 'waiting' | 'paid' | 'closed'
  /** The service's own number, once paid. */
  readonly tradeNo?: string
  /** Fen really paid, once paid. */
  readonly amount?: number
}
export interface PaymentPort {
  readonly channel: 'local' | 'wechat' | 'alipay'
  /** What it is called on the screen. */
  readonly label: string
  /** No money moves. */
  readonly simulated: boolean
  /** What is not connected here: no order is written down for it. */
  readonly off?: string
  /** Opens an order and answers the text of its QR code. The code is good for ten minutes. */
  open(order: PaymentOrder): Promise<{ codeUrl: string }>
  /** Takes an order by the code the member's wallet shows. Waiting: the member is asked for the password; `reason`: why it was declined. */
  scan(order: PaymentOrder, code: MemberCode): Promise<PaymentState & { readonly reason?: string }>
  /** State of an order; one that the service does not know yet is waiting. */
  query(orderNo: string): Promise<PaymentState>
  /**
   * What the service itself tells of an order: its word only when it signed it, undefined when it is not about a payment. Absent where the
   * service tells nothing.
   */
  notified?(notice: Notice): (PaymentState & { orderNo: string }) | 'forged' | undefined
  /** The member's phone, where it is played (本地模拟 only, never in production). */
  readonly phone?: Phone
}
/** A message of the service, as it came. */
export interface Notice {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export interface Phone {
  /** The member holds the code before the camera: from now on the order waits for the answer. */
  look(orderNo: string): { readonly amount: number; readonly subject: string; readonly status: PaymentState['status'] } | undefined
  /** Pays or declines. */
  answer(orderNo: string, pays: boolean): void
}

/** Minutes a code is good for. */
export const GOOD_FOR = 10
