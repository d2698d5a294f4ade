/** Authors of papers that somebody else approves (`approval` in `contract/tables.ts`). */
import type { Cx } from './cx.ts'
import { sql } from './database/sql.ts'
import type { TableName } from './database/shaped.ts'

/** Whether the present person set a frozen value of a paper. The database refuses the approval; this is for the sentence before it. */
export const isAuthor = async (cx: Pick<Cx, 'db' | 'who'>, table: TableName, id: number): Promise<boolean> =>
  (await cx.db.the({ author: 'boolean' }, sql`select is_paper_author(${table}, ${id}, ${cx.who.ctid}) author`)).author
