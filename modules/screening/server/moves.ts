/** Year changes as they are listed, and whether one can still be taken back. */
import { z } from '#kernel/contract/index.ts'
import { all, lit, sql, type Condition, type Cx } from '#kernel/server/index.ts'
import { type Moved as MovedShape } from '../contract/rolls.ts'
import { screeningResult } from '../contract/states.results.ts'
import { undoMove } from './upgrades.ts'

type Moved = z.output<typeof MovedShape>
const Row = z.object({
  id: z.int(),
  schoolId: z.int(),
  schoolName: z.string(),
  schoolYear: z.int(),
  moved: z.int(),
  leaving: z.int(),
  at: z.string(),
  staffName: z.string().nullable(),
  undoneAt: z.string().nullable(),
  later: z.boolean(),
  measured: z.boolean(),
})
const rows = async (cx: Cx, where: readonly Condition[]): Promise<Moved[]> => {
  const found = await cx.db.rows(
    Row,
    sql`
      select m.id, m.school_id, k.name school_name, m.school_year, m.moved, m.leaving, m.at, f.name staff_name, m.undone_at,
        exists (
          select 1
          from school_move n
          where n.oid = m.oid and n.school_id = m.school_id and n.undone_at is null and n.id > m.id
        ) later,
        exists (
          select 1
          from screening_result r
          where r.oid = m.oid and r.school_id = m.school_id and r.status in ${lit(screeningResult.in.over)} and r.measured_on >= m.at::date
        ) measured
      from school_move m
      join school k on k.oid = m.oid and k.id = m.school_id
      left join contact f on f.oid = m.oid and f.ctid_ = m.ctid_
      where ${all(where)}
      order by m.id desc
      limit 200
    `,
  )
  return found.map(({ later, measured, ...move }) => ({ ...move, stays: staysWhy(move.undoneAt, later, measured) }))
}
function staysWhy(undoneAt: string | null, later: boolean, measured: boolean): string | null {
  if (undoneAt !== null) return '已经撤销'
  if (later) return '之后又有升级'
  return measured ? '之后已录入筛查结果' : null
}
export const movesOf = (cx: Cx, { hid, schoolId }: { hid: number; schoolId?: number | undefined }): Promise<Moved[]> =>
  rows(cx, [sql`m.hid = ${hid}`, schoolId !== undefined && sql`m.school_id = ${schoolId}`])
export async function takeBack(cx: Cx<'move_stays'>, id: number): Promise<Moved> {
  const [move] = await rows(cx, [sql`m.id = ${id}`])
  if (!move) return cx.refuse('not_found', { what: '学校升级' })
  await undoMove(cx, id, move.stays)
  return (await rows(cx, [sql`m.id = ${id}`]))[0]!
}
