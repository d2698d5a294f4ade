/** 本地模拟: no money moves. An order counts as paid some seconds after its code was shown. */
import { GOOD_FOR, type PaymentPort } from './port.ts'

export interface LocalOptions {
  /** Milliseconds until an order counts as paid. */
  readonly paidAfter?: number
  readonly now?: () => number
}

export function localPayment({ paidAfter = 4000, now = Date.now }: LocalOptions = {}): PaymentPort {
  const orders = new Map<string, { at: number; amount: number }>()
  return {
    channel: 'local',
    label: '本地模拟',
    simulated: true,
    open: ({ orderNo, amount }) => {
      for (const [no, o] of orders) if (now() - o.at > GOOD_FOR * 60_000) orders.delete(no)
      orders.set(orderNo, { at: now(), amount })
      return Promise.resolve({ codeUrl: `https://pay.invalid/local/${orderNo}` })
    },
    query: (orderNo) => {
      const order = orders.get(orderNo)
      if (!order) return Promise.resolve({ status: 'closed' })
      return Promise.resolve(now() - order.at < paidAfter ? { status: 'waiting' } : { status: 'paid', tradeNo: `LOCAL${orderNo}`, amount: order.amount })
    },
  }
}
