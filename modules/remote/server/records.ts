/** The report of a consultation: saved while it is written, signed once, amended and voided like every record. */
import { wordsOfReason } from '#kernel/contract/index.ts'
import { begin, change, completed, find, insert, locked, move, remove, sameVersion, type Cx, type Row } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { imageOf } from '#modules/exams/server/door.ts'
import { settleHold } from '#modules/institution/server/door.ts'
import { amendSigned, keepSigned, voidSigned } from '#modules/records/server/door.ts'
import { EditRecord, type NewRecord, type RecordPaper, type RecordRow } from '../contract/shapes.ts'
import { remoteCase, remoteRecord } from '../contract/states.ts'
import { caseOf, messagesOf, recordOf } from './queries.ts'
import { lockCase, presentAt, announce, wholeCase } from './cases.ts'

const { is } = remoteRecord
type Writing = Cx<'report_empty'>
type Opinion = Pick<z.output<typeof EditRecord>, 'opinion' | 'advice' | 'images'>

/** The report of a consultation; the second call answers the first one's. */
export async function newRecord(cx: Cx, { reserveId, opinion, advice, images }: z.output<typeof NewRecord>): Promise<RecordRow> {
  const row = await lockCase(cx, reserveId)
  if (row.ctid !== cx.who.ctid) cx.refuse('not_found', { what: remoteCase.noun })
  const before = await find(cx, 'remote_record', { caseId: reserveId })
  if (before) return recordOf(cx, before.id)
  const { id } = await insert(cx, 'remote_record', {
    caseId: reserveId,
    hid: row.hid,
    pid: row.pid,
    ctid: row.ctid,
    opinion: opinion ?? null,
    advice: advice ?? null,
    ...(await imagesIn(cx, row.pid, images)),
  })
  await begin(cx, remoteRecord, id, is.draft)
  return recordOf(cx, id)
}
/** Pictures an opinion speaks of are the member's. */
async function imagesIn(cx: Cx, pid: number, images: readonly number[] | undefined): Promise<Partial<Row<'remote_record'>>> {
  for (const [index, id] of (images ?? []).entries()) {
    const image = await imageOf(cx, id)
    if (image.pid !== pid) cx.refuse('not_found', { what: '图像', field: `images.${index}` })
  }
  // A jsonb column is written as text.
  return images ? { images: JSON.stringify(images) } : {}
}

async function lockRecord(cx: Cx, id: number): Promise<Row<'remote_record'>> {
  const row = await recordOf(cx, id)
  // The case before its report, as every step locks them.
  await lockCase(cx, row.reserveId)
  if (row.ctid !== cx.who.ctid) cx.refuse('not_found', { what: '远程会诊记录' })
  return locked(cx, 'remote_record', { id })
}

export async function editRecord(cx: Writing, { id, reason, version, ...values }: z.output<typeof EditRecord>): Promise<RecordRow> {
  const before = await lockRecord(cx, id)
  if (before.status === is.voided || (before.status === is.signed && wordsOfReason(reason) === undefined))
    cx.refuse('locked', { what: '远程会诊记录' })
  await sameVersion(cx, 'remote_record', { id }, before, { version: version ?? null })
  const { opinion, advice, images }: Opinion = completed(EditRecord, before, values)
  const set = {
    opinion: opinion ?? null,
    advice: advice ?? null,
    ...(await imagesIn(cx, before.pid, values.images && images)),
    updatedAt: cx.now,
  }
  if (before.status === is.draft) {
    await change(cx, 'remote_record', { id }, {}, set)
    return recordOf(cx, id)
  }
  if (!opinion?.trim()) cx.refuse('report_empty', { field: 'opinion' })
  await move(cx, remoteRecord, id, 'amend', {
    note: reason,
    set: { ...set, changeReason: reason, signedBy: cx.who.ctid, signedAt: cx.now },
  })
  if (before.ecaseId && reason) await amendSigned(cx, before.ecaseId, reason, { findings: set.opinion, advice: set.advice })
  await announce(cx, before)
  return recordOf(cx, id)
}

/**
 * Signs: the fee is settled, the case is over, and the opinion stands in the member's case records. Of a signature and a cancelling at once
 * the row's lock lets one win.
 */
export async function signRecord(cx: Writing, { id, version }: { id: number; version?: number | undefined }): Promise<RecordRow> {
  const before = await lockRecord(cx, id)
  if (before.status === is.signed) return recordOf(cx, id)
  if (!before.opinion?.trim()) cx.refuse('report_empty', { field: 'opinion' })
  await sameVersion(cx, 'remote_record', { id }, before, { version: version ?? null })
  const { hid, fee, doctorId, expertName, question, pid } = await caseOf(cx, before.caseId)
  const settleEntry = await settleOf(cx, before.caseId, { hid, fee })
  await move(cx, remoteCase, before.caseId, 'sign', { set: { settleEntry, signedAt: cx.now } })
  const ecaseId = await keepSigned(cx, {
    pid,
    hid,
    doctorId,
    visitAt: cx.now,
    chiefComplaint: `远程会诊（${expertName}）`,
    history: question,
    findings: before.opinion,
    advice: before.advice,
  })
  await move(cx, remoteRecord, id, 'sign', {
    set: { signedBy: cx.who.ctid, signedAt: cx.now, ecaseId, present: await presentAt(cx, before.caseId) },
  })
  await announce(cx, before)
  cx.touch('records', hid)
  return recordOf(cx, id)
}
/** Pays the expert's fee out of what was set aside, where the case stands so that it may be signed. */
async function settleOf(cx: Cx, caseId: number, { hid, fee }: { hid: number; fee: number }): Promise<number> {
  const { status } = await locked(cx, 'remote_case', { id: caseId })
  const { sign } = remoteCase.moves
  if (!sign.from.some((s) => s === status))
    return cx.refuse('illegal_move', { state: remoteCase.states[status]?.label ?? String(status), move: sign.label })
  return settleHold(cx, { hid, amount: fee, reason: '远程会诊费', ref: `remote_case:${caseId}` })
}

/** Takes a draft away; a signed report is voided with a reason, and so is the case record made of it. What was paid stays paid. */
export async function dropRecord(cx: Cx<'cancel_reason'>, { id, reason }: { id: number; reason?: string | undefined }): Promise<null> {
  const before = await lockRecord(cx, id)
  if (before.status === is.draft) await remove(cx, 'remote_record', { id })
  else if (before.status === is.signed) {
    const words = wordsOfReason(reason) ?? cx.refuse('cancel_reason', { field: 'reason' })
    await move(cx, remoteRecord, id, 'void', { note: words, set: { changeReason: words } })
    if (before.ecaseId) await voidSigned(cx, before.ecaseId, words)
  }
  await announce(cx, before)
  return null
}

export async function recordPaper(cx: Cx, id: number): Promise<z.output<typeof RecordPaper>> {
  const row = await recordOf(cx, id)
  const pictures = []
  for (const image of row.images) pictures.push(await imageOf(cx, image))
  return { ...row, case: await wholeCase(cx, row.reserveId), pictures, messages: await messagesOf(cx, row.reserveId) }
}
