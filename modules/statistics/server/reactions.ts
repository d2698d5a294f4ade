import { nightly, sql } from '#kernel/server/index.ts'

/** Folds new movements into days and closes the books of past days. Figures are right without it; it keeps reading fast. */
export default [
  nightly('statistics.fold', '*/5 * * * *', async (cx) => {
    await cx.db.run(sql`select commission_settle()`)
    await cx.db.run(sql`select stat_fold()`)
    await cx.db.run(sql`select book_close()`)
  }),
]
