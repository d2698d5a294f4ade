import { nightly, sql } from '#kernel/server/index.ts'

/** What has gathered since is folded into days, and the books of days that are over are summed; figures are right without it, reading stays short. */
export default [
  nightly('statistics.fold', '*/5 * * * *', async (cx) => {
    await cx.db.run(sql`select commission_settle()`)
    await cx.db.run(sql`select stat_fold()`)
    await cx.db.run(sql`select book_close()`)
  }),
]
