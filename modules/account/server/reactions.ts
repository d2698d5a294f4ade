import { nightly, sql } from '#kernel/server/index.ts'

export default [
  // Every 15 minutes: audit lines that are not sealed yet could be changed without a trace.
  nightly('audit.seal', '*/15 * * * *', async (cx) => void (await cx.db.run(sql`select audit_seal()`))),
]
