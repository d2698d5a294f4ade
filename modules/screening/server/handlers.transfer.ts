import { sql, type Handlers } from '#kernel/server/index.ts'
import type { transferEndpoints } from '../contract/transfer.ts'
import { scheduleResult, schedules } from './schedule.ts'
import { openNum, syncMany, syncOne } from './transfer.ts'

export const transferHandlers: Handlers<typeof transferEndpoints> = {
  'eyefile.sync.batch-num': (cx, { hid }) => openNum(cx, sql`s.hid = ${hid ?? cx.who.hid}`),
  'eyefile.sync.num': (cx, { pid = null, studentId = null }) =>
    openNum(
      cx,
      sql`
        s.hid = any(${[...cx.who.hids]}::bigint[])
        and (${pid}::bigint is null or s.pid = ${pid})
        and (${studentId}::bigint is null or s.id = ${studentId})
      `,
    ),
  'eyefile.sync.batch': syncMany,
  'eyefile.sync.one': syncOne,
  'external.schedule': (out) => schedules(out),
  'external.schedule-result': (out, { scheduleId }) => scheduleResult(out, scheduleId),
}
