/** Results for a doctor to read: examinations with a confirmed abnormal value. */
import { addDays } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, ident, join, lit, sql, type Cx } from '#kernel/server/index.ts'
import { everyKind } from '#modules/exams/contract/kinds/index.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { Result, type Result as Row } from '../contract/shapes.ts'

/** Submitted and unsigned, of the last seven days, latest first; a signature confirms reading. */
export async function results(cx: Cx, hid: number): Promise<{ list: Row[]; total: number }> {
  const selects = everyKind.map(
    (kind) => sql`
      select x.id, ${kind.kind}::text kind, x.pid, x.exam_time, x.examiner, x.confirmed
      from ${ident(kind.table)} x
      where x.hid = ${hid}
        and x.exam_time >= ${dayStart(addDays(cx.today, -6))}
        and x.exam_time < ${dayEnd(cx.today)}
        and x.status = ${lit(examStates.is.submitted)}
        and x.confirmed <> '[]'
    `,
  )
  const list = await cx.db.rows(
    Result,
    sql`
      select x.id, x.kind, x.pid, p.name patient_name, x.exam_time, c.name examiner_name,
        array(select f ->> 'sentence' from jsonb_array_elements(x.confirmed) f) findings
      from (${join(selects, ' union all ')}) x
      join patient p on p.oid = current_setting('app.oid')::bigint and p.pid = x.pid
      left join contact c on c.oid = p.oid and c.ctid_ = x.examiner
      order by x.exam_time desc, x.kind, x.id desc
    `,
  )
  return { list, total: list.length }
}
