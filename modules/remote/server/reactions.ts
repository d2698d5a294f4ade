import { dayStart, lit, nightly, sql, type Cx } from '#kernel/server/index.ts'
import { remoteCase } from '../contract/states.ts'
import { lapseCase } from './steps.ts'
import { lockCase, announce } from './cases.ts'
import { dropEmpty } from './room.ts'

/** Applications of days before today that nobody accepted, or paid for, lapse. A written one lapses when its answer was due. */
export async function lapse(cx: Cx): Promise<void> {
  const left = await cx.db.rows(
    { id: 'number' },
    sql`
      select id
      from remote_case
      where status in ${lit(remoteCase.in.unpaid)} and end_at < ${dayStart(cx.today)}
      order by id
      limit 5000
    `,
  )
  for (const { id } of left) {
    const row = await lockCase(cx, id)
    await lapseCase(cx, row)
    await announce(cx, row)
  }
}
export default [
  // 16:15 UTC is a quarter past midnight in the clinic.
  nightly('remote.lapse', '15 16 * * *', lapse),
  // What a server that stopped left behind: while it runs, it looks by itself.
  nightly('remote.drop-empty', '*/5 * * * *', (cx) => dropEmpty(cx)),
]
