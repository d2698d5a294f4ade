/** Drafting, signing and voiding prescriptions. */
import { monthsAfter } from '#kernel/contract/days.ts'
import {
  begin,
  change,
  completed,
  find,
  insert,
  locked,
  move,
  number,
  remove,
  sameVersion,
  type Cx,
  type Row,
} from '#kernel/server/index.ts'
import { ageOn, basisFallen, type z } from '#kernel/contract/index.ts'
import { staffType } from '#modules/account/contract/fields.ts'
import { organisationOf, ownStore } from '#modules/institution/server/door.ts'
import { copiedFindings } from '#modules/exams/contract/copied.ts'
import { mayChange } from '#modules/exams/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { basisSentence, decisionOn } from '../../contract/basis.ts'
import { prescriptionIssued, prescriptionVoided } from '../../contract/events.ts'
import { rxType, typeOf } from '../../contract/prescription/prescribe.ts'
import { NewPrescription, RxLine, type EditPrescription, type Prescription } from '../../contract/shapes.ts'
import { prescriptionMachine } from '../../contract/states.ts'
import { factsLacking } from '../conclusions.ts'
import { writeLines, type LineFails } from '../lines.ts'
import { refuseStale, type StaleFails } from './reread.ts'
import { copyParts, mayPrescribe, refuseParts, refuseUnready, writeDrugs, writeTrainings, type PartFails, type SignFails } from './parts.ts'
import { fittingFor, refuseUnchecked, type FittingFails, type UncheckedFails } from './fitting.ts'
import { prescription } from '../queries.ts'

const { is } = prescriptionMachine

/** Months a prescription is good for: 6 under 18 years (recheck interval of a growing eye), 12 from then on (workflows D.8). */
export const validMonths = (birth: string | null, on: string): number => {
  const age = birth ? ageOn(birth, on) : null
  return age && age.years < 18 ? 6 : 12
}
/** No prescription of lenses is good for longer than twice the usual interval, whoever writes it (ours). */
const longestDay = (birth: string | null, on: string): string => monthsAfter(on, 2 * validMonths(birth, on))
/** The last day of a new one: drugs are given out on the day (处方管理办法 第十八条). */
const lastDay = (type: number, birth: string | null, on: string): string =>
  type === rxType.drug ? on : monthsAfter(on, validMonths(birth, on))

type Head = Omit<NewPrescription, 'list' | 'drugs' | 'trainings'>
async function headOf(
  cx: Cx<'validity' | 'validity_long' | FittingFails>,
  head: Head,
  before?: Row<'prescription'>,
): Promise<Partial<Row<'prescription'>>> {
  const input = completed(NewPrescription, before, head)
  const patient = await patientOf(cx, input.pid)
  const orderDate = input.orderDate ?? before?.orderDate ?? cx.today
  const validUntil = input.validUntil ?? lastDay(input.feeBillType, patient.birth, orderDate)
  if (validUntil < orderDate) cx.refuse('validity', { field: 'validUntil' })
  const longest = longestDay(patient.birth, orderDate)
  if (validUntil > longest) cx.refuse('validity_long', { day: longest, field: 'validUntil' })
  return {
    orderDate,
    doctorId: input.doctorId ?? before?.doctorId ?? cx.who.ctid,
    operatorId: head.operatorId ?? cx.who.ctid,
    resid: input.resid ?? null,
    feeBillType: input.feeBillType,
    fittingId: await fittingFor(cx, input, head.fittingId),
    diagnose: input.diagnose ?? null,
    allergy: input.allergy === undefined ? (before?.allergy ?? patient.allergy) : input.allergy,
    note: input.note ?? null,
    validUntil,
    reviewMonths:
      input.reviewMonths === undefined ? (before?.reviewMonths ?? (await settingOf(cx, cx.who.hid, 'rxReviewMonths'))) : input.reviewMonths,
  }
}
/** Drafts a prescription. */
export async function createRx(cx: Cx<LineFails | PartFails>, input: NewPrescription): Promise<Prescription> {
  mayPrescribe(cx, input.feeBillType)
  const head = await headOf(cx, input)
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  const row = await insert(cx, 'prescription', {
    ...head,
    pid: input.pid,
    hid,
    rxNo: await number(cx, 'RXyymmdd####'),
    status: is.draft,
  })
  await begin(cx, prescriptionMachine, row.id, is.draft)
  await writeLines(cx, row, input.list)
  if (input.drugs.length) await writeDrugs(cx, row, input.drugs)
  if (input.trainings.length) await writeTrainings(cx, row, input.trainings)
  return whole(cx, row.id)
}
/** What was written, once it is known to be of one kind. */
async function whole(cx: Cx<PartFails>, id: number): Promise<Prescription> {
  const rx = await prescription(cx, id)
  refuseParts(cx, rx)
  return rx
}

interface Changing {
  id: number
  version?: number | undefined
  /** Why the prescription of another store is changed. */
  reason?: string | undefined
}
/** Changes a draft; a signed one is locked. */
export async function editRx(
  cx: Cx<LineFails | PartFails>,
  { id, version, reason, list, drugs, trainings, ...input }: z.output<typeof EditPrescription>,
): Promise<Prescription> {
  const before = await lockRx(cx, id)
  if (before.pid !== input.pid) cx.refuse('not_found', { what: '处方' })
  await mayChange(cx, before, reason)
  if (before.status !== is.draft) cx.refuse('locked', { what: '处方' })
  await sameVersion(cx, 'prescription', { id }, before, { version: version ?? null })
  mayPrescribe(cx, before.feeBillType, input.feeBillType)
  const head = await change(cx, 'prescription', { id }, {}, await headOf(cx, input, before))
  if (drugs) await writeDrugs(cx, head, drugs)
  if (trainings) await writeTrainings(cx, head, trainings)
  if (list) {
    await remove(cx, 'prescription_line', { prescriptionId: id })
    await writeLines(cx, head, list)
  }
  return whole(cx, id)
}

const lockRx = (cx: Cx, id: number): Promise<Row<'prescription'>> => locked(cx, 'prescription', { id })
/** Locks one that this store may change, or another one for a reason. */
async function own(cx: Cx, { id, reason }: Changing): Promise<Row<'prescription'>> {
  const row = await lockRx(cx, id)
  await mayChange(cx, row, reason)
  mayPrescribe(cx, row.feeBillType)
  return row
}

export async function deleteRx(cx: Cx<'rx_delete'>, id: number, reason?: string): Promise<null> {
  const before = await own(cx, { id, reason })
  if (before.status !== is.draft) cx.refuse('rx_delete')
  await remove(cx, 'prescription', { id })
  return null
}

/** Refuses to sign what was measured on another day before somebody has confirmed it. */
function refuseCopied(cx: Cx<'rx_copied'>, { list }: Prescription): void {
  for (const [index, line] of list.entries()) {
    const open = copiedFindings(RxLine, line, line.origin).find((f) => !line.confirmed.some((c) => c.code === f.code))
    if (open) cx.refuse('rx_copied', { what: open.sentence, field: `list.${index}.${open.field}` })
  }
}

/** Drops that widen a child's pupils for months are given with a guardian's knowledge: one is on record. */
const ATROPINE = /阿托品/
async function refuseUnguarded(cx: Cx<'rx_guardian'>, { pid, drugs }: Prescription): Promise<void> {
  const index = drugs.findIndex((d) => ATROPINE.test(d.name))
  const [lacks] = index < 0 ? [] : await factsLacking(cx, { pid, recordAt: cx.today }, ['age', 'guardian'])
  if (lacks) cx.refuse('rx_guardian', { drug: drugs[index]?.name ?? '', what: lacks, field: `drugs.${index}.name` })
}

/** Signs a draft. From here on the database itself keeps it from being changed. */
export async function signRx(
  cx: Cx<SignFails | UncheckedFails | StaleFails | 'rx_expired' | 'rx_copied' | 'rx_guardian'>,
  { id, version, reason }: Changing,
): Promise<Prescription> {
  await own(cx, { id, reason })
  const before = await prescription(cx, id)
  if (before.status === is.draft) await refuseUnready(cx, before)
  if (before.status === is.draft) refuseCopied(cx, before)
  if (before.status === is.draft) await refuseUnguarded(cx, before)
  if (before.status === is.draft) await refuseUnchecked(cx, before)
  if (before.status === is.draft && before.validUntil < cx.today) cx.refuse('rx_expired', { field: 'validUntil' })
  if (before.status === is.draft) await refuseStale(cx, before, '请先刷新为现在的验光值')
  await move(cx, prescriptionMachine, id, 'sign', {
    // One signs as oneself, whoever was named in the draft.
    set: { signedBy: cx.who.ctid, signedAt: cx.now, doctorId: cx.who.ctid },
    ...(version === undefined ? {} : { version }),
  })
  await cx.announce(prescriptionIssued, {
    id,
    pid: before.pid,
    hid: before.hid,
    rxNo: before.rxNo,
    doctorId: cx.who.ctid,
    kind: typeOf(before.feeBillType),
    kinds: before.list.map((l) => l.kind),
  })
  return prescription(cx, id)
}

/** A second person checks it, against the examination as it is now. */
export async function reviewRx(cx: Cx<StaleFails | 'own_rx_review'>, { id, version, reason }: Changing): Promise<Prescription> {
  const { status, signedBy } = await own(cx, { id, reason })
  if (status === is.issued && signedBy === cx.who.ctid) cx.refuse('own_rx_review')
  if (status === is.issued) await refuseStale(cx, await prescription(cx, id), '请作废或重开这张处方')
  await move(cx, prescriptionMachine, id, 'review', {
    set: { reviewedBy: cx.who.ctid, reviewedAt: cx.now },
    ...(version === undefined ? {} : { version }),
  })
  return prescription(cx, id)
}

/**
 * Withdraws one, paid or handed over as it may be; `replacedByNo` is the number of what takes its place. What stands on it is stopped at
 * once.
 */
async function withdraw(
  cx: Cx,
  { id, version, reason, replacedByNo = null }: { id: number; version?: number | undefined; reason: string; replacedByNo?: string | null },
): Promise<void> {
  await own(cx, { id, reason })
  const row = await move(cx, prescriptionMachine, id, 'void', {
    note: reason,
    set: { voidReason: reason, voidedBy: cx.who.ctid, voidedAt: cx.now },
    ...(version === undefined ? {} : { version }),
  })
  if (row.signedAt === null) return
  const { pid, hid, rxNo, validUntil } = row
  const ending = { rxNo, validUntil, voidReason: reason, replacedByNo, lostExam: null }
  const fallen = { kind: 'prescription', id, sentence: basisSentence('voided', ending), decides: decisionOn('voided', ending) }
  await cx.announce(basisFallen, { ...fallen, pid, hid })
  await cx.announce(prescriptionVoided, { id, pid, hid, reason })
}
export async function voidRx(cx: Cx, id: number, reason: string, version?: number): Promise<Prescription> {
  await withdraw(cx, { id, reason, version })
  return prescription(cx, id)
}

/**
 * Voids a signed one and drafts what takes its place: today's, with the same lines, each with where it came from and what was confirmed.
 */
export async function replaceRx(
  cx: Cx<'rx_unsigned' | 'rx_replaced'>,
  { id, version, reason }: { id: number; version?: number | undefined; reason: string },
): Promise<Prescription> {
  const before = await own(cx, { id, reason })
  if (before.status === is.draft) cx.refuse('rx_unsigned')
  const rxNo = await number(cx, 'RXyymmdd####')
  await withdraw(cx, { id, reason, version, replacedByNo: rxNo })
  const { birth } = await patientOf(cx, before.pid)
  const row = await insert(cx, 'prescription', {
    pid: before.pid,
    hid: before.hid,
    replaces: id,
    rxNo,
    status: is.draft,
    orderDate: cx.today,
    validUntil: lastDay(before.feeBillType, birth, cx.today),
    doctorId: cx.who.ctid,
    operatorId: cx.who.ctid,
    resid: before.resid,
    feeBillType: before.feeBillType,
    diagnose: before.diagnose,
    allergy: before.allergy,
    note: before.note,
    reviewMonths: before.reviewMonths,
    fittingId: before.fittingId,
  })
  await begin(cx, prescriptionMachine, row.id, is.draft)
  await copyParts(cx, id, row.id)
  return prescription(cx, row.id)
}

/** What a member of the staff is by trade; the column is wider than what the form offers. */
const tradeOf = (person: Row<'contact'> | undefined) => staffType.safeParse(person?.type).data ?? null

/** What the paper shows. */
export async function rxPaper(cx: Cx, id: number) {
  const rx = await prescription(cx, id)
  const patient = await patientOf(cx, rx.pid)
  const store = (await find(cx, 'store', { hid: rx.hid }))!
  const head = store.printHead ?? store.name
  const person = (ctid: number | null) => (ctid === null ? undefined : find(cx, 'contact', { ctid }))
  const [doctor, signer, reviewer] = [await person(rx.doctorId), await person(rx.signedBy), await person(rx.reviewedBy)]
  return {
    ...rx,
    patient: { name: patient.name, gender: patient.gender, birth: patient.birth, memberNo: patient.memberNo, mobile: patient.mobile },
    store: {
      name: store.name,
      phone: store.phone,
      address: store.address,
      printHead: store.includeOrgName ? `${(await organisationOf(cx)).name} ${head}` : head,
      logo: store.logo,
      foot: store.printFoot ?? '',
      sightStandard: store.sightStandard,
    },
    doctorType: tradeOf(doctor),
    signerType: tradeOf(signer),
    reviewerName: reviewer?.name ?? null,
  }
}
