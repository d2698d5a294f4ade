/** Several tasks at once: to another time, to somebody else or to the pool, or cancelled with a reason. */
import { wordOf, type z } from '#kernel/contract/index.ts'
import { change, stay, sql, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import type { BulkMove, Moved } from '../contract/shapes.ts'
import { revisitMachine } from '../contract/states.ts'
import { cancelRevisit } from './cancel.ts'
import { postponed, staffHere, whole } from './save.ts'

/** Changes what can be changed and says of the others why not. Tasks of other stores are not found, and so left out. */
export async function moveMany(
  cx: Cx<'staff_elsewhere'>,
  { rvids, revisitTime, reviewStaff, cancel }: z.output<typeof BulkMove>,
): Promise<z.output<typeof Moved>> {
  const rows = await cx.db.rows(
    wholeRow('revisit'),
    sql`
      select *
      from revisit
      where rvid = any(${rvids}::bigint[]) and hid = any(${cx.who.hids})
      order by rvid
      for no key update
    `,
  )
  const skipped: z.output<typeof Moved>['skipped'] = []
  let changed = 0
  for (const row of rows) {
    if (!revisitMachine.in.open.includes(row.status))
      skipped.push({ rvid: row.rvid, sentence: `已是“${wordOf(revisitMachine, row.status)}”` })
    else {
      if (cancel) await cancelRevisit(cx, row, cancel)
      else await place(cx, row, { revisitTime, reviewStaff })
      changed++
    }
  }
  const found = new Set(rows.map((r) => r.rvid))
  skipped.push(...rvids.filter((rvid) => !found.has(rvid)).map((rvid) => ({ rvid, sentence: '回访不存在或已被删除' })))
  if (changed) cx.touch('revisits')
  return { changed, skipped }
}
async function place(
  cx: Cx<'staff_elsewhere'>,
  row: Row<'revisit'>,
  { revisitTime, reviewStaff }: Pick<z.output<typeof BulkMove>, 'revisitTime' | 'reviewStaff'>,
): Promise<void> {
  const { rvid, status } = row
  if (reviewStaff) await staffHere(cx, row.hid, reviewStaff)
  // A day alone keeps the hour of the task.
  const time = revisitTime && (revisitTime.length === 10 ? `${revisitTime} ${row.revisitTime.slice(11)}` : whole(revisitTime))
  await change(
    cx,
    'revisit',
    { rvid },
    {},
    {
      ...(time ? { revisitTime: time, nextTryAt: null, promised: false } : {}),
      ...(reviewStaff === undefined ? {} : { reviewStaff, category: reviewStaff === null ? 1 : 0 }),
    },
  )
  if (time) await postponed(cx, row, time)
  if (reviewStaff !== undefined) await stay(cx, revisitMachine, rvid, status, 'assign', reviewStaff === null ? '转为系统任务' : undefined)
}
