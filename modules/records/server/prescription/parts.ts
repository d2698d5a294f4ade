/** Lines of drugs and of training: checked, kept, read; what a prescription of each kind consists of. */
import { wordsOfReason, addDays, z } from '#kernel/contract/index.ts'
import { columnsOf, insertMany, may, remove, sql, wholeRow, type Cx } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { masterOf } from '#modules/settings/server/door.ts'
import { allergyHit } from '#modules/patients/contract/allergy.ts'
import {
  DrugLine,
  LONGEST_VALID,
  MOST_DRUGS,
  quantityAtMost,
  rxType,
  TrainingLine,
  typeOf,
  USUAL_DAYS,
  usesOf,
  type SaveDrugLine,
  type SaveTrainingLine,
} from '../../contract/prescription/prescribe.ts'
import type { Prescription, RxLine } from '../../contract/shapes.ts'

/** Refuses whoever may write prescriptions, but none of drugs. */
export function mayPrescribe(cx: Cx, ...types: readonly number[]): void {
  if (types.includes(rxType.drug) && !may(cx, 'prescription:drug'))
    cx.refuse('no_access', { what: '开具药品处方', code: 'prescription:drug' })
}

export type PartFails = 'rx_parts' | 'rx_fitting' | 'drug_unsaid' | 'drug_quantity' | 'drug_lines' | 'drug_days' | 'drug_allergy'
interface Head {
  id: number
  hid: number
  pid: number
  allergy: string | null
}

/** What the member is allergic to, as the file and this prescription say. */
const allergiesOf = async (cx: Cx, { pid, allergy }: Pick<Head, 'pid' | 'allergy'>): Promise<string> =>
  [(await patientOf(cx, pid)).allergy, allergy].filter(Boolean).join('、')
/** What a line of drugs hits of it. */
async function hitOf(cx: Cx, allergies: string, { drugId, name }: Pick<SaveDrugLine, 'drugId' | 'name'>): Promise<string | undefined> {
  const entry = drugId ? await masterOf(cx, 'drug', drugId) : undefined
  return allergyHit(allergies, { name, allergens: entry && `${entry.name}、${entry.allergens ?? ''}` })
}

/** Writes the drugs of a draft anew. An allergy one of them hits must be named by its writer, and stays on the line. */
export async function writeDrugs(cx: Cx<PartFails>, rx: Head, drugs: readonly SaveDrugLine[]): Promise<void> {
  if (drugs.length > MOST_DRUGS) cx.refuse('drug_lines', { field: `drugs.${MOST_DRUGS}` })
  await remove(cx, 'prescription_drug', { prescriptionId: rx.id })
  const allergies = await allergiesOf(cx, rx)
  const rows = []
  for (const [index, { allergyHit: reason, ...drug }] of drugs.entries()) {
    if (drug.days > USUAL_DAYS && wordsOfReason(drug.longReason) === undefined)
      cx.refuse('drug_days', { field: `drugs.${index}.longReason` })
    for (const field of ['form', 'route'] as const) if (!drug[field]?.trim()) cx.refuse('drug_unsaid', { field: `drugs.${index}.${field}` })
    const most = quantityAtMost(drug)
    if (drug.quantity > most && wordsOfReason(drug.longReason) === undefined)
      cx.refuse('drug_quantity', {
        what: `${drug.name} ${drug.quantity} ${drug.unit}`,
        days: drug.days,
        frequency: drug.frequency,
        most,
        field: `drugs.${index}.quantity`,
      })
    const hit = await hitOf(cx, allergies, drug)
    if (hit && reason !== hit) cx.refuse('drug_allergy', { what: hit, name: drug.name, field: `drugs.${index}.allergyHit` })
    const confirmed = hit ? { allergyHit: hit, allergyBy: cx.who.ctid, allergyAt: cx.now } : {}
    rows.push({ ...drug, ...confirmed, prescriptionId: rx.id, hid: rx.hid, lineNo: index + 1 })
  }
  await insertMany(cx, 'prescription_drug', rows)
}

/** Writes the training of a draft anew. */
export async function writeTrainings(cx: Cx, { id, hid }: Head, trainings: readonly SaveTrainingLine[]): Promise<void> {
  await remove(cx, 'prescription_training', { prescriptionId: id })
  for (const { programId } of trainings) if (programId) await masterOf(cx, 'train-program', programId)
  await insertMany(
    cx,
    'prescription_training',
    trainings.map((line, index) => ({ ...line, prescriptionId: id, hid, lineNo: index + 1 })),
  )
}

/** Refuses lines that a prescription of the kind does not consist of. */
export function refuseParts(cx: Cx<'rx_parts'>, { feeBillType, list, drugs, trainings }: Prescription): void {
  const uses = usesOf[typeOf(feeBillType)]
  const stray = list.findIndex((line) => !uses.includes(line.kind))
  if (stray >= 0) cx.refuse('rx_parts', { field: `list.${stray}.kind` })
  if (drugs.length > 0 && feeBillType !== rxType.drug) cx.refuse('rx_parts', { field: 'drugs' })
  if (trainings.length > 0 && feeBillType !== rxType.training) cx.refuse('rx_parts', { field: 'trainings' })
}

export type SignFails = 'rx_empty' | 'rx_lens' | 'drug_diagnosis' | 'drug_validity' | 'drug_allergy' | 'rx_parts'
/** Refuses to sign what does not say all that its kind must. */
export async function refuseUnready(cx: Cx<SignFails>, rx: Prescription): Promise<void> {
  const { feeBillType, list, drugs, trainings } = rx
  refuseParts(cx, rx)
  if (feeBillType === rxType.drug) return refuseDrugs(cx, rx)
  if (feeBillType === rxType.training) return void (trainings.length || cx.refuse('rx_empty', { field: 'trainings' }))
  if (list.length === 0) cx.refuse('rx_empty', { field: 'list' })
  if (feeBillType === rxType.contact)
    for (const [index, line] of list.entries()) {
      const missing = unsaid(line)
      if (missing) cx.refuse('rx_lens', { field: `list.${index}.${missing}` })
    }
  if (drugs.length) cx.refuse('rx_parts', { field: 'drugs' })
}
/** What an ordered contact lens does not say yet. */
function unsaid(line: RxLine): string | undefined {
  const eyes = (['Od', 'Os'] as const).filter((eye) => line[`ds${eye}`] !== null)
  const open = eyes.flatMap((eye) => [`bc${eye}`, `dia${eye}`] as const).find((field) => line[field] === null)
  return open ?? (line.cycle === null ? 'cycle' : undefined)
}
async function refuseDrugs(cx: Cx<SignFails>, rx: Prescription): Promise<void> {
  if (rx.drugs.length === 0) cx.refuse('rx_empty', { field: 'drugs' })
  if (!rx.diagnose?.trim()) cx.refuse('drug_diagnosis', { field: 'diagnose' })
  if (rx.validUntil > addDays(rx.orderDate, LONGEST_VALID - 1)) cx.refuse('drug_validity', { field: 'validUntil' })
  // The file may have learned of an allergy since the draft was written.
  const allergies = await allergiesOf(cx, rx)
  for (const [index, drug] of rx.drugs.entries()) {
    const hit = await hitOf(cx, allergies, drug)
    if (hit && drug.allergyHit !== hit) cx.refuse('drug_allergy', { what: hit, name: drug.name, field: `drugs.${index}.allergyHit` })
  }
}

const Drug = DrugLine.extend({ prescriptionId: z.int() })
const Training = TrainingLine.extend({ prescriptionId: z.int() })
/** Drugs and training of prescriptions, in order. */
export const partsOf = async (cx: Cx, ids: readonly number[]) => ({
  drugs: await cx.db.rows(
    Drug,
    sql`
      select ${columnsOf(Drug, 'd')}
      from prescription_drug d
      where d.prescription_id = any(${ids})
      order by d.prescription_id, d.line_no
    `,
  ),
  trainings: await cx.db.rows(
    Training,
    sql`
      select ${columnsOf(Training, 't')}
      from prescription_training t
      where t.prescription_id = any(${ids})
      order by t.prescription_id, t.line_no
    `,
  ),
})

/** Copies all lines of one prescription to another. */
export async function copyParts(cx: Cx, from: number, to: number): Promise<void> {
  const lines = await cx.db.rows(wholeRow('prescription_line'), sql`select * from prescription_line where prescription_id = ${from}`)
  const drugs = await cx.db.rows(wholeRow('prescription_drug'), sql`select * from prescription_drug where prescription_id = ${from}`)
  const trainings = await cx.db.rows(
    wholeRow('prescription_training'),
    sql`select * from prescription_training where prescription_id = ${from}`,
  )
  await insertMany(
    cx,
    'prescription_line',
    lines.map(({ lineId: _, ...line }) => ({
      ...line,
      prescriptionId: to,
      origin: JSON.stringify(line.origin),
      confirmed: JSON.stringify(line.confirmed),
    })),
  )
  await insertMany(
    cx,
    'prescription_drug',
    drugs.map(({ id: _, ...line }) => ({ ...line, prescriptionId: to })),
  )
  await insertMany(
    cx,
    'prescription_training',
    trainings.map(({ id: _, ...line }) => ({ ...line, prescriptionId: to })),
  )
  // The correction of an outside prescription is of the same paper.
  await cx.db.run(
    sql`
      insert into prescription_outside (prescription_id, hid, issuer, issued_on, file_id)
      select ${to}::bigint, hid, issuer, issued_on, file_id
      from prescription_outside
      where prescription_id = ${from}
    `,
  )
}
