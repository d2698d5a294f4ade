/** Work that may fail within a transaction and then leaves no trace in it. */
import type { Cx } from './cx.ts'
import { sql } from './database/sql.ts'
import { answerOf, refusalOf } from './refuse.ts'

/** What came of the work when all of it was done; otherwise nothing, and it has left no trace. The rows' queries travel together. */
export async function attempted<T>(cx: Cx, work: () => ReadonlyArray<Promise<T>>): Promise<T[] | undefined> {
  await cx.db.run(sql`savepoint import_part`)
  // Every row is waited for, also after a failure: a query still under way must not slip behind the rollback.
  const settled = await Promise.allSettled(work())
  const done = settled.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []))
  const all = done.length === settled.length
  await cx.db.run(all ? sql`release savepoint import_part` : sql`rollback to savepoint import_part`)
  return all ? done : undefined
}
/** The refusal the work ended with, or what came of it. Bugs are thrown on. */
export async function refusalIn<T>(
  cx: Cx,
  work: () => Promise<T>,
): Promise<{ refused: { message: string; field: string | undefined } | undefined; outcome: T | undefined }> {
  await cx.db.run(sql`savepoint import_one`)
  try {
    const outcome = await work()
    await cx.db.run(sql`release savepoint import_one`)
    return { refused: undefined, outcome }
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused) throw error
    await cx.db.run(sql`rollback to savepoint import_one`)
    return { refused: { message: answerOf(refused).message, field: refused.field }, outcome: undefined }
  }
}
