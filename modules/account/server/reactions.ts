import { nightly, sql } from '#kernel/server/index.ts'

export default [
  // Every quarter of an hour: what is not under seal yet could be changed without a trace.
  nightly('audit.seal', '*/15 * * * *', async (cx) => void (await cx.db.run(sql`select audit_seal()`))),
]
