/** The room: who is there, which pictures were taken in it, and who may draw on them. */
import { lit, may, move, sql, update, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import type { Page, z } from '#kernel/contract/index.ts'
import { addImage, beginPictured, editImage, imageOf, type ExamSaveFail } from '#modules/exams/server/door.ts'
import { merged } from '#modules/exams/contract/images/marks.ts'
import type { ExamImage } from '#modules/exams/contract/images/shapes.ts'
import { rtcPort } from '#ports/rtc/choose.ts'
import { DROP_SECONDS, modeOf, userIdOf } from '../contract/room.ts'
import type { DrawFrame, NewFrame, RemoteRoom } from '../contract/shapes.ts'
import { remoteCase } from '../contract/states.ts'
import type { RoomEffect } from '../contract/channels.ts'
import { caseOf, takesPart } from './queries.ts'
import { lockCase, announce } from './cases.ts'
import { enterable } from './steps.ts'

const { is } = remoteCase

export async function roomOf(cx: Cx<'room_early' | 'room_late' | 'room_closed'>, id: number): Promise<z.output<typeof RemoteRoom>> {
  const row = await caseOf(cx, id)
  enterable(cx, row)
  const [userId, channel] = [userIdOf(cx.who.uid), `${row.roomId}-${row.id}`]
  return {
    reserveId: row.id,
    pid: row.pid,
    roomId: row.roomId,
    doctorName: row.expertName,
    patientName: row.patientName,
    mode: modeOf(cx.who.ctid, row.ctid),
    userId,
    channel,
    channelKey: rtcPort().roomKeyFor(userId, channel),
    case: row,
    canSave: may(cx, 'exam:edit', row.hid),
  }
}

/** Pictures taken in the room, oldest first. */
export async function framesOf(cx: Cx, id: number): Promise<Page<ExamImage>> {
  const row = await caseOf(cx, id)
  const ids = await cx.db.rows(
    { id: 'number' },
    sql`
      select i.id
      from exam_image i
      join remote_case k on k.oid = i.oid and k.frame_exam = i.exam_id
      where k.id = ${row.id} and i.tbl = 'exam_slit_lamp' and i.voided_at is null
      order by i.id
    `,
  )
  const list: ExamImage[] = []
  for (const { id: image } of ids) list.push(await imageOf(cx, image))
  return { list, total: list.length }
}
type Framing = Cx<'image_locked' | 'image_too_many' | 'image_not_theirs' | ExamSaveFail>
/** Keeps a frozen picture. The first one begins a draft of a slit lamp examination, which the store's people fill and submit. */
export async function addFrame(cx: Framing, { id, fileId, eye }: z.output<typeof NewFrame>): Promise<Page<ExamImage>> {
  const row = await lockCase(cx, id)
  if (!remoteCase.in.enterable.some((s) => s === row.status)) cx.refuse('locked', { what: remoteCase.noun })
  const examId = row.frameExam ?? (await beginExam(cx, row))
  await addImage(cx, { pid: row.pid, kind: 'slitLamp', examId, fileId, eye, imageType: 1, takenAt: cx.now })
  await announce(cx, row)
  return framesOf(cx, id)
}
async function beginExam(cx: Framing, { id, pid, hid }: { id: number; pid: number; hid: number }): Promise<number> {
  const frameExam = await beginPictured(cx, 'slitLamp', { pid, hid, examTime: cx.now, scale: 1, note: '远程会诊' })
  await update(cx, 'remote_case', { id }, { frameExam })
  return frameExam
}
/** Either side draws: a version of the drawing each time. Two who draw at once keep both strokes. */
export async function drawFrame(
  cx: Cx<'image_locked'>,
  { id, imageId, shapes, base }: z.output<typeof DrawFrame>,
): Promise<Page<ExamImage>> {
  const row = await lockCase(cx, id)
  const { list } = await framesOf(cx, id)
  const image = list.find((each) => each.id === imageId) ?? cx.refuse('not_found', { what: '图像', field: 'imageId' })
  await editImage(cx, { id: imageId, shapes: base ? merged(base, shapes, image.shapes) : [...shapes], reason: '远程会诊' })
  await announce(cx, row)
  return framesOf(cx, id)
}

/** Row of a room for who takes part in it; `lock` keeps other writers away. */
export async function roomRow(cx: Cx, id: number, lock: boolean): Promise<Row<'remote_case'>> {
  const row = await cx.db.one(
    wholeRow('remote_case'),
    sql`
      select k.*
      from remote_case k
      where k.id = ${id} and ${takesPart(cx)} ${lock ? sql`for update` : sql``}
    `,
  )
  return row ?? cx.refuse('not_found', { what: remoteCase.noun })
}
/** The step that being inside takes: the store's people wait, the host begins, and whoever comes back takes up what broke off. */
export function dueStep(
  cx: Pick<Cx, 'who'>,
  { status, ctid }: Row<'remote_case'>,
): { name: RoomEffect; set?: { droppedAt: null } } | undefined {
  if (status === is.held) return { name: 'wait' }
  if (status === is.waiting && modeOf(cx.who.ctid, ctid) === 'host') return { name: 'start' }
  return status === is.broken ? { name: 'rejoin', set: { droppedAt: null } } : undefined
}
/** Keeps that a connection came into a room, is still there, or left. */
export async function notePresence(cx: Cx, id: number, channel: string, event: 'came' | 'on' | 'left'): Promise<void> {
  if (event === 'came')
    await cx.db.run(
      sql`
        insert into remote_presence (case_id, hid, pid, uid, ctid_, channel)
        select k.id, k.hid, k.pid, ${cx.who.uid}, ${cx.who.ctid}, ${channel}
        from remote_case k
        where k.id = ${id}
        on conflict on constraint remote_presence__once do update
        set seen_at = app_now(), left_at = null
      `,
    )
  else
    await cx.db.run(
      sql`
        update remote_presence
        set seen_at = app_now(), left_at = ${event === 'left' ? sql`app_now()` : sql`null`}
        where case_id = ${id} and channel = ${channel} and left_at is null
      `,
    )
  if (event === 'on') return
  const row = await cx.db.one({ hid: 'number', ctid: 'number' }, sql`select hid, ctid_ from remote_case where id = ${id}`)
  if (row) await announce(cx, row)
}

/** Ends what nobody is in any more: a consultation without anybody for half a minute broke off. */
export async function dropEmpty(cx: Cx, id?: number): Promise<void> {
  const empty = await cx.db.rows(
    { id: 'number', hid: 'number', ctid: 'number' },
    sql`
      select k.id, k.hid, k.ctid_
      from remote_case k
      where k.status = ${lit(is.consulting)}
        and k.mode = 0
        and (${id ?? null}::bigint is null or k.id = ${id ?? null})
        and not exists (
          select
          from remote_presence p
          where p.oid = k.oid and p.case_id = k.id and coalesce(p.left_at, p.seen_at) > app_now() - make_interval(secs => ${DROP_SECONDS})
        )
      for update
    `,
  )
  for (const row of empty) {
    await move(cx, remoteCase, row.id, 'drop', { automatic: true, set: { droppedAt: cx.now } })
    await announce(cx, row)
  }
}
