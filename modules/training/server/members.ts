/** Which member a user is. */
import { sql, type Cx, type Sql } from '#kernel/server/index.ts'

/** The member of a user as SQL: the live mapping, else whom a plan with the user trains. */
export const memberColumn = (userId: Sql): Sql => sql`
  coalesce(
    (select m.pid from train_mapping m where m.user_id = ${userId} and m.ended_at is null),
    (select n.pid from train_plan n where n.user_id = ${userId} order by n.id desc limit 1)
  )
`
/** The member of a user; undefined while nobody said. */
export async function memberOfUser(cx: Cx, userId: number): Promise<number | undefined> {
  const { pid } = await cx.db.the({ pid: 'number | null' }, sql`select ${memberColumn(sql`${userId}::bigint`)} pid`)
  return pid ?? undefined
}
