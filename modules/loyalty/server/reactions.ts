import { on } from '#kernel/server/index.ts'
import { paymentPaid } from '#modules/payments/contract/events.ts'
import { bookTopUp } from './wallet.ts'

export default [on(paymentPaid, async (cx, paid) => (paid.purpose === 'topup' ? bookTopUp(cx, paid) : undefined))]
