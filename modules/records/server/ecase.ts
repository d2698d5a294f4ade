/** Electronic case records: drafted, submitted, signed; a signed one is amended with a reason and keeps its former version. */
import { wordsOfReason } from '#kernel/contract/index.ts'
import { acrossStores, begin, change, completed, insert, locked, move, sameVersion, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { mayChange } from '#modules/exams/server/door.ts'
import { patientOf, visited } from '#modules/patients/server/door.ts'
import { caseWritten } from '../contract/events.ts'
import { SaveEcase, type Ecase } from '../contract/shapes.ts'
import type { z } from '#kernel/contract/index.ts'
import { ecaseMachine } from '../contract/states.ts'
import { diagnosisText, type Diagnosis } from '../contract/ecase.ts'
import { unknownCodes } from './icd10.ts'
import { ecase } from './queries.ts'

const { is } = ecaseMachine
type Saving = z.output<typeof SaveEcase>
/** What is written in a record. */
const WRITTEN = { chiefComplaint: true, history: true, findings: true, diagnosis: true, advice: true, nextDate: true } as const

/** Saves a case record; `status` signed signs it. */
export async function saveEcase(cx: Cx<'case_empty' | 'case_main' | 'case_code'>, input: Saving): Promise<Ecase> {
  await patientOf(cx, input.pid)
  const before = input.ecaseId === undefined ? undefined : await locked(cx, 'ecase', { ecaseId: input.ecaseId }, { what: '病历' })
  const { ecaseId, pid, hid, status, version, reason, diagnoses, items, ...fields } = input
  const lines = diagnoses && (await diagnosed(cx, diagnoses))
  if (lines?.length && fields.diagnosis === undefined) fields.diagnosis = diagnosisText(lines).slice(0, 500)
  const rest = completed(SaveEcase.pick(WRITTEN), before, fields)
  const submits = status !== is.draft
  if (submits && ![rest.chiefComplaint, rest.diagnosis, rest.advice, rest.findings].some((text) => text?.trim()))
    cx.refuse('case_empty', { field: 'chiefComplaint' })
  const columns = {
    chiefComplaint: rest.chiefComplaint ?? null,
    history: rest.history ?? null,
    findings: rest.findings ?? null,
    diagnosis: rest.diagnosis ?? null,
    advice: rest.advice ?? null,
    nextDate: rest.nextDate ?? null,
    // A jsonb column is written as text; left out, it stays.
    ...(lines ? { diagnoses: JSON.stringify(lines) } : {}),
    ...(items ? { items: JSON.stringify(items) } : {}),
  }
  if (!before || ecaseId === undefined) {
    const row = await insert(cx, 'ecase', {
      ...columns,
      pid,
      hid: ownStore(cx, hid ?? cx.who.hid),
      doctorId: rest.doctorId ?? cx.who.ctid,
      visitAt: rest.visitAt ?? cx.now,
      resid: rest.resid ?? null,
      status: submits ? is.submitted : is.draft,
    })
    await begin(cx, ecaseMachine, row.ecaseId, row.status)
    if (submits) await visited(cx, pid)
    if (status === is.signed) await sign(cx, row.ecaseId)
    if (submits) await cx.announce(caseWritten, row)
    return ecase(cx, row.ecaseId)
  }
  if (before.pid !== pid) cx.refuse('not_found', { what: '病历' })
  await mayChange(cx, before, reason)
  if (before.status === is.voided || (before.status === is.signed && wordsOfReason(reason) === undefined))
    cx.refuse('locked', { what: '病历' })
  await sameVersion(cx, 'ecase', { ecaseId }, before, { what: '病历', version: version ?? null })
  // A signed record stays its doctor's: who amends it signs the amendment.
  const doctorId = before.status === is.signed ? before.doctorId : (rest.doctorId ?? before.doctorId)
  const set = { ...columns, doctorId, visitAt: rest.visitAt ?? before.visitAt, resid: rest.resid ?? before.resid }
  if (before.status === is.signed)
    await move(cx, ecaseMachine, ecaseId, 'amend', {
      note: reason,
      set: { ...set, changeReason: reason, signedBy: cx.who.ctid, signedAt: cx.now },
    })
  else if (before.status === is.draft && submits) await move(cx, ecaseMachine, ecaseId, 'submit', { set })
  else await change(cx, 'ecase', { ecaseId }, {}, set)
  if (status === is.signed && ecaseMachine.in.open.includes(before.status)) await sign(cx, ecaseId)
  await cx.announce(caseWritten, before)
  return ecase(cx, ecaseId)
}
/** Diagnoses as they are kept: their codes known, one of them the main one; a single one is. */
async function diagnosed(cx: Cx<'case_main' | 'case_code'>, lines: readonly Diagnosis[]): Promise<readonly Diagnosis[]> {
  const unknown = await unknownCodes(
    cx,
    lines.flatMap((line) => line.code ?? []),
  )
  if (unknown.length)
    cx.refuse('case_code', { what: unknown.join('、'), field: `diagnoses.${lines.findIndex((l) => l.code === unknown[0])}.code` })
  if (lines.length === 1) return lines.map((line) => ({ ...line, main: true }))
  if (lines.length && lines.filter((line) => line.main).length !== 1) cx.refuse('case_main', { field: 'diagnoses' })
  return lines
}
/** One signs as oneself: the record is the signer's, whoever was named in the draft. */
const sign = (cx: Cx, id: number) =>
  move(cx, ecaseMachine, id, 'sign', { set: { signedBy: cx.who.ctid, signedAt: cx.now, doctorId: cx.who.ctid } })

interface Told {
  readonly chiefComplaint: string
  readonly history: string | null
  readonly findings: string | null
  readonly advice: string | null
}
/**
 * Keeps what somebody outside the store signed (a remote expert) as a signed case record of that store; answers its number. The signature
 * was given and its right asked for where it was written.
 */
export async function keepSigned(
  cx: Cx,
  contents: Told & { readonly pid: number; readonly hid: number; readonly doctorId: number; readonly visitAt: string },
): Promise<number> {
  await acrossStores(cx, contents.chiefComplaint)
  const { ecaseId } = await insert(cx, 'ecase', { ...contents, status: is.submitted })
  await acrossStores(cx, '')
  await begin(cx, ecaseMachine, ecaseId, is.submitted)
  await move(cx, ecaseMachine, ecaseId, 'sign', { automatic: true, set: { signedBy: cx.who.ctid, signedAt: cx.now } })
  return ecaseId
}
/** Amends such a record as what it was made of is amended. */
export const amendSigned = (cx: Cx, ecaseId: number, reason: string, contents: Partial<Told>): Promise<unknown> =>
  move(cx, ecaseMachine, ecaseId, 'amend', {
    automatic: true,
    note: reason,
    set: { ...contents, changeReason: reason, signedBy: cx.who.ctid, signedAt: cx.now },
  })
/** Voids it. */
export const voidSigned = (cx: Cx, ecaseId: number, reason: string): Promise<unknown> =>
  move(cx, ecaseMachine, ecaseId, 'void', { automatic: true, note: reason, set: { changeReason: reason } })

export async function voidEcase(cx: Cx, id: number, reason: string): Promise<Ecase> {
  await mayChange(cx, await locked(cx, 'ecase', { ecaseId: id }, { what: '病历' }), reason)
  await move(cx, ecaseMachine, id, 'void', { note: reason, set: { changeReason: reason } })
  return ecase(cx, id)
}
