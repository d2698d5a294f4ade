/** The room: who is there, which pictures were taken in it, and who may draw on them. */
import { lit, may, move, sql, update, type Cx } from '#kernel/server/index.ts'
import type { Page, z } from '#kernel/contract/index.ts'
import { addImage, beginPictured, editImage, imageOf, type SaveFails } from '#modules/exams/server/door.ts'
import { merged } from '#modules/exams/contract/marks.ts'
import type { ExamImage } from '#modules/exams/contract/shapes.images.ts'
import { DROP_SECONDS, modeOf, userIdOf } from '../contract/room.ts'
import type { DrawFrame, NewFrame, Room } from '../contract/shapes.ts'
import { remoteCase } from '../contract/states.ts'
import { caseOf } from './queries.ts'
import { lockCase, told } from './cases.ts'
import { enterable } from './steps.ts'

const { is } = remoteCase

export async function roomOf(cx: Cx<'room_early' | 'room_late' | 'room_closed'>, id: number): Promise<z.output<typeof Room>> {
  const row = await caseOf(cx, id)
  enterable(cx, row)
  return {
    reserveId: row.id,
    pid: row.pid,
    roomId: row.roomId,
    doctorName: row.expertName,
    patientName: row.patientName,
    mode: modeOf(cx.who.ctid, row.ctid),
    userId: userIdOf(cx.who.uid),
    case: row,
    canSave: may(cx, 'exam:edit', row.hid),
  }
}

/** Pictures taken in the room, oldest first. */
export async function framesOf(cx: Cx, id: number): Promise<Page<ExamImage>> {
  const row = await caseOf(cx, id)
  const ids = await cx.db.rows(
    { id: 'number' },
    sql`select i.id from exam_image i join remote_case k on k.oid = i.oid and k.frame_exam = i.exam_id where k.id = ${row.id} and i.tbl = 'exam_slit_lamp' and i.voided_at is null order by i.id`,
  )
  const list: ExamImage[] = []
  for (const { id: image } of ids) list.push(await imageOf(cx, image))
  return { list, total: list.length }
}
type Framing = Cx<'image_locked' | 'image_too_many' | 'image_not_theirs' | SaveFails>
/** Keeps a frozen picture. The first one begins a draft of a slit lamp examination, which the store's people fill and submit. */
export async function addFrame(cx: Framing, { id, fileId, eye }: z.output<typeof NewFrame>): Promise<Page<ExamImage>> {
  const row = await lockCase(cx, id)
  if (!remoteCase.in.enterable.some((s) => s === row.status)) cx.refuse('locked', { what: remoteCase.noun })
  const examId = row.frameExam ?? (await beginExam(cx, row))
  await addImage(cx, { pid: row.pid, kind: 'slitLamp', examId, fileId, eye, imageType: 1, takenAt: cx.now })
  await told(cx, row)
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
  await told(cx, row)
  return framesOf(cx, id)
}

/** Somebody came into the room, is still there, or left it. `channel` is the connection. */
export async function present(cx: Cx, id: number, channel: string, how: 'came' | 'on' | 'left'): Promise<void> {
  const row = await caseOf(cx, id)
  if (how === 'came')
    await cx.db.run(
      sql`insert into remote_presence (case_id, hid, pid, uid, ctid_, channel) values (${id}, ${row.hid}, ${row.pid}, ${cx.who.uid}, ${cx.who.ctid}, ${channel}) on conflict on constraint remote_presence__once do nothing`,
    )
  else if (how === 'on')
    await cx.db.run(sql`update remote_presence set seen_at = app_now() where case_id = ${id} and channel = ${channel} and left_at is null`)
  else
    await cx.db.run(
      sql`update remote_presence set seen_at = app_now(), left_at = app_now() where case_id = ${id} and channel = ${channel} and left_at is null`,
    )
  if (how === 'came') await entered(cx, id)
  if (how !== 'on') await told(cx, row)
}
/** Coming in is a step: the store's people wait, the host begins, and whoever comes back takes up what broke off. */
async function entered(cx: Cx, id: number): Promise<void> {
  const row = await lockCase(cx, id)
  const host = modeOf(cx.who.ctid, row.ctid) === 'host'
  let { status } = row
  const step = async (name: 'wait' | 'start' | 'rejoin', set: object = {}) => {
    ;({ status } = await move(cx, remoteCase, id, name, { automatic: true, set: { ...set } }))
  }
  if (status === is.held) await step('wait')
  if (status === is.waiting && host) await step('start')
  if (status === is.broken) await step('rejoin', { droppedAt: null })
}

/** Ends what nobody is in any more: a consultation without anybody for half a minute broke off. */
export async function dropEmpty(cx: Cx, id?: number): Promise<void> {
  const empty = await cx.db.rows(
    { id: 'number', hid: 'number', ctid: 'number' },
    sql`select k.id, k.hid, k.ctid_ from remote_case k where k.status = ${lit(is.consulting)} and k.mode = 0 and (${id ?? null}::bigint is null or k.id = ${id ?? null})
    and not exists (select from remote_presence p where p.oid = k.oid and p.case_id = k.id and coalesce(p.left_at, p.seen_at) > app_now() - make_interval(secs => ${DROP_SECONDS})) for update`,
  )
  for (const row of empty) {
    await move(cx, remoteCase, row.id, 'drop', { automatic: true, set: { droppedAt: cx.now } })
    await told(cx, row)
  }
}
