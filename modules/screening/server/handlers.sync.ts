import { sql, type Cx, type Handlers } from '#kernel/server/index.ts'
import { syncEndpoints } from '../contract/sync.ts'
import { makeMembers, runOf } from './members.ts'
import { verifyPicture } from './picture.ts'
import { ownSchedules, ownScheduleResult } from './schedule.ts'
import { openNum, syncMany, syncOne } from './results.ts'

export const syncHandlers: Handlers<typeof syncEndpoints> = {
  'eyefile.sync.batch-num': (cx, { hid }) => openNum(cx, sql`s.hid = ${hid ?? cx.who.hid}`),
  'eyefile.sync.num': (cx, { pid, studentId }) =>
    openNum(cx, sql`(${pid ?? null}::bigint is null or s.pid = ${pid ?? null}) and (${studentId ?? null}::bigint is null or s.id = ${studentId ?? null})`),
  'eyefile.sync.batch-patients': (cx, which) => makeMembers(cx, which),
  'eyefile.sync.batch': (cx, which) => syncMany(cx, which),
  'eyefile.sync.one': (cx, which) => syncOne(cx, which),
  'eyefile.sync.run': (cx: Cx, { id }) => runOf(cx, id),
  'external.schedule': ownSchedules,
  'external.schedule-result': (out, { scheduleId }) => ownScheduleResult(out, scheduleId),
  'picture-verification': verifyPicture,
}
