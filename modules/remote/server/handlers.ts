import { implement, sql } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { rtcPort } from '#ports/rtc/choose.ts'
import endpoints from '../contract/endpoints.ts'
import { userIdOf } from '../contract/room.ts'
import { remoteCase } from '../contract/states.ts'
import { editCase, newCase, say, wholeCase } from './cases.ts'
import { caseOf, casePage, consulting, expertOf, messagesOf, recordOf, recordPage, takesPart } from './queries.ts'
import { sendable } from './pack.ts'
import { dropRecord, editRecord, newRecord, recordPaper, signRecord } from './records.ts'
import { addFrame, drawFrame, framesOf, roomOf } from './room.ts'
import { deleteSpecialist, editSpecialist, freeSlots, newSpecialist, specialists } from './specialists.ts'
import { dropCase, stepCase } from './steps.ts'

export default implement(endpoints, {
  'specialist.create': newSpecialist,
  'specialist.update': editSpecialist,
  'specialist.delete': (cx, { id }) => deleteSpecialist(cx, id),
  'specialist.list': specialists,
  'specialist.slots': freeSlots,
  'specialist.consulting-list': async (cx, { id }) => consulting(cx, (await expertOf(cx, { id })).ctid, { per_page: 0, page: 1 }),

  'telemedicine-subscribes.sendable': (cx, { pid }) => sendable(cx, pid),
  'telemedicine-subscribes.list': async (cx, query) => {
    if (query.pid) await patientOf(cx, query.pid)
    return casePage(
      cx,
      [
        query.hid !== undefined && sql`k.hid = ${query.hid}`,
        query.ctid !== undefined && sql`k.ctid_ = ${query.ctid}`,
        query.pid !== undefined && sql`k.pid = ${query.pid}`,
        query.mode !== undefined && sql`k.mode = ${query.mode}`,
        query.status?.length ? sql`k.status = any(${query.status})` : false,
        query.startDate !== undefined && sql`k.start_at >= ${query.startDate}::timestamptz`,
        query.endDate !== undefined && sql`k.start_at < ${query.endDate}::timestamptz + interval '1 day'`,
      ],
      query,
    )
  },
  'telemedicine-subscribes.get': (cx, { id }) => wholeCase(cx, id),
  'telemedicine-subscribes.create': newCase,
  'telemedicine-subscribes.update': editCase,
  'telemedicine-subscribes.delete': dropCase,
  'telemedicine-subscribes.move': stepCase,
  'telemedicine-subscribes.room': (cx, { id }) => roomOf(cx, id),
  'telemedicine-subscribes.messages': async (cx, { id }) => {
    await caseOf(cx, id)
    const list = await messagesOf(cx, id)
    return { list, total: list.length }
  },
  'telemedicine-subscribes.say': say,
  'telemedicine-subscribes.frames': (cx, { id }) => framesOf(cx, id),
  'telemedicine-subscribes.frame': addFrame,
  'telemedicine-subscribes.draw': drawFrame,

  'telemedicine-records.list': async (cx, query) => {
    if (query.pid) await patientOf(cx, query.pid)
    return recordPage(
      cx,
      [query.pid !== undefined && sql`r.pid = ${query.pid}`, query.ctid !== undefined && sql`r.ctid_ = ${query.ctid}`],
      query,
    )
  },
  'telemedicine-records.get': (cx, { id }) => recordOf(cx, id),
  'telemedicine-records.create': newRecord,
  'telemedicine-records.update': editRecord,
  'telemedicine-records.sign': signRecord,
  'telemedicine-records.delete': dropRecord,
  'remote.record.print': (cx, { id }) => recordPaper(cx, id),

  'trtc.user-sig': async (out, { userId }) => {
    const { uid } = out.who
    if (userId !== userIdOf(uid)) out.refuse('user_not_own', { field: 'userId' })
    const takes = await out.tx((cx) =>
      cx.db.any(sql`
        select 1
        from remote_case k
        where ${takesPart(cx)} and k.mode = 0 and k.status = any(${[...remoteCase.in.enterable]})
      `),
    )
    return takes ? rtcPort().signatureFor(userId) : out.refuse('not_found', { what: remoteCase.noun })
  },
})
