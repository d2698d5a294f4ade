import { move, nightly, sql, lit } from '#kernel/server/index.ts'
import { prescriptionMachine } from '../contract/states.ts'

/** Prescriptions that nobody used by their last day run out in the night after it. */
export const expirePrescriptions = nightly('prescription-expiry', '20 0 * * *', async (cx) => {
  const rows = await cx.db.rows(
    { id: 'number' },
    sql`select id from prescription where status in ${lit(prescriptionMachine.in.unpaid)} and valid_until < ${cx.today}::date order by id limit 5000`,
  )
  for (const { id } of rows) await move(cx, prescriptionMachine, id, 'expire', { automatic: true })
})
export default [expirePrescriptions]
