import { job, nightly, sql, lit } from '#kernel/server/index.ts'
import { GOOD_FOR } from '#ports/payment/port.ts'
import { askState } from './settle.ts'
import { codePayment } from '../contract/states.ts'

export default [
  // Reconciliation: queries open orders whose notification was lost, until the service reports a final state.
  nightly('payments.reconcile', '*/10 * * * *', async (cx) => {
    const waiting = await cx.db.rows(
      { orderNo: 'string' },
      sql`
        select order_no
        from payment_order
        where status = ${lit(codePayment.is.waiting)} and created_at < ${cx.now}::timestamptz - make_interval(mins => ${GOOD_FOR})
        order by created_at
        limit 200
      `,
    )
    for (const { orderNo } of waiting) await cx.enqueue('payments.ask', { orderNo })
  }),
  job<{ orderNo: string }>('payments.ask', async (out, { orderNo }) => void (await askState(out, orderNo))),
]
