/**
 * 本地模拟: no money moves. An order counts as paid some seconds after its code was shown, unless somebody opens the page that plays the phone.
 */
import { GOOD_FOR, type PaymentOrder, type PaymentPort, type PaymentState } from './port.ts'

export interface LocalOptions {
  /** Milliseconds until an order nobody looked at counts as paid. */
  readonly paidAfter?: number
  readonly now?: () => number
  /** Where the page that plays the phone stands, `http://localhost:3000/pay/phone`; without it there is none. */
  readonly phoneUrl?: string | undefined
}
interface Held extends PaymentOrder {
  readonly at: number
  /** On the phone: the member decides. */
  seen: boolean
  decided?: PaymentState['status']
}

export function localPayment({ paidAfter = 4000, now = Date.now, phoneUrl }: LocalOptions = {}): PaymentPort {
  const orders = new Map<string, Held>()
  const statusOf = (o: Held): PaymentState['status'] => o.decided ?? (o.seen || now() - o.at < paidAfter ? 'waiting' : 'paid')
  return {
    channel: 'local',
    label: '本地模拟',
    simulated: true,
    open: (order) => {
      for (const [no, o] of orders) if (now() - o.at > GOOD_FOR * 60_000) orders.delete(no)
      orders.set(order.orderNo, { ...order, at: now(), seen: false })
      return Promise.resolve({ codeUrl: `${phoneUrl ?? 'https://pay.invalid/local'}/${order.orderNo}` })
    },
    // 本地模拟: a code ending in 00 is declined, in 11 asks for the password (the phone answers, or time), every other pays.
    scan: (order, { authCode }) => {
      const isAsked = authCode.endsWith('11')
      const decided = authCode.endsWith('00') ? 'closed' : 'paid'
      orders.set(order.orderNo, { ...order, at: now(), seen: false, ...(isAsked ? {} : { decided }) })
      if (isAsked) return Promise.resolve({ status: 'waiting' })
      if (decided === 'closed') return Promise.resolve({ status: 'closed', reason: '余额不足（本地模拟）' })
      return Promise.resolve({ status: 'paid', tradeNo: `LOCAL${order.orderNo}`, amount: order.amount })
    },
    query: (orderNo) => {
      const order = orders.get(orderNo)
      if (!order) return Promise.resolve({ status: 'closed' })
      const status = statusOf(order)
      return Promise.resolve(status === 'paid' ? { status, tradeNo: `LOCAL${orderNo}`, amount: order.amount } : { status })
    },
    ...(phoneUrl
      ? {
          phone: {
            look: (orderNo) => {
              const order = orders.get(orderNo)
              if (!order) return undefined
              if (statusOf(order) === 'waiting') order.seen = true
              return { amount: order.amount, subject: order.subject, status: statusOf(order) }
            },
            answer: (orderNo, pays) => {
              const order = orders.get(orderNo)
              if (order && statusOf(order) === 'waiting') order.decided = pays ? 'paid' : 'closed'
            },
          },
        }
      : {}),
  }
}
