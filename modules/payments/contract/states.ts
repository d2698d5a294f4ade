import { states } from '#kernel/contract/machine.ts'

/** A payment by scanned code. A paid amount that differs from the order needs manual review. */
export const codePayment = states(
  {
    0: { name: 'waiting', label: '待支付', tone: 'info' },
    1: { name: 'paid', label: '已支付', tone: 'ok' },
    2: { name: 'closed', label: '已关闭', tone: 'neutral' },
    3: { name: 'otherAmount', label: '金额不符', tone: 'bad' },
  },
  { took: [1, 3], alone: [0, 2] },
)
/** A recharge coupon; its state derives from expiry and use. */
export const rechargeCoupon = states({
  0: { name: 'unused', label: '未使用', tone: 'info' },
  1: { name: 'used', label: '已使用', tone: 'neutral' },
  2: { name: 'expired', label: '已过期', tone: 'neutral' },
})
