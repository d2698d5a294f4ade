/** Prescriptions of other houses: drafted like ours, beside them who issued them, when, and the picture of their paper. */
import { find, happenedElsewhere, insert, update, type Cx, type Out } from '#kernel/server/index.ts'
import { z, type FileAnswer } from '#kernel/contract/index.ts'
import { keptFile } from '#modules/exams/server/door.ts'
import { lineMeasures } from '../contract/fields.ts'
import type { EditOutside, NewOutside } from '../contract/outside.ts'
import { rxType } from '../contract/prescription/prescribe.ts'
import type { Prescription } from '../contract/shapes.ts'
import type { LineFails } from './lines.ts'
import { createRx, editRx } from './prescription/prescribe.ts'
import type { PartFails } from './prescription/parts.ts'
import { prescription } from './queries.ts'

const Measures = z.object(lineMeasures).partial()
/** What was measured of a line, and nothing beside it. */
const measuresOf = (line: object) => Measures.parse(line)

/** A picture is the upload of whoever types the paper. */
async function pictured(cx: Cx, fileId: number | null | undefined): Promise<void> {
  if (fileId && !(await find(cx, 'exam_file', { id: fileId, uploadedBy: cx.who.ctid })))
    cx.refuse('not_found', { what: '处方照片', field: 'fileId' })
}

export async function createOutside(
  cx: Cx<LineFails | PartFails>,
  { issuer, issuedOn, fileId, ...input }: NewOutside,
): Promise<Prescription> {
  await pictured(cx, fileId)
  await happenedElsewhere(cx, issuer)
  const { pid, hid, kind, advice, confirmed, confirmReason, diagnose, note, validUntil } = input
  const rx = await createRx(cx, {
    pid,
    hid,
    diagnose,
    note,
    validUntil,
    orderDate: issuedOn,
    feeBillType: rxType.glasses,
    list: [{ ...measuresOf(input), kind, advice, confirmed, confirmReason }],
    drugs: [],
    trainings: [],
  })
  await insert(cx, 'prescription_outside', { prescriptionId: rx.id, hid: rx.hid, issuer, issuedOn, fileId: fileId ?? null })
  return prescription(cx, rx.id)
}

/** Changes the draft of one; a prescription of this house is not turned into another's. */
export async function editOutside(cx: Cx<LineFails | PartFails | 'rx_inside'>, { id, ...input }: EditOutside): Promise<Prescription> {
  const before = await prescription(cx, id)
  const [line] = before.list
  if (!before.outside || !line) return cx.refuse('rx_inside')
  const { issuer, issuedOn, fileId } = input
  await happenedElsewhere(cx, issuer ?? before.outside.issuer)
  if (fileId !== before.outside.fileId) await pictured(cx, fileId)
  const measures = { ...measuresOf(line), ...measuresOf(input) }
  await editRx(cx, {
    id,
    pid: before.pid,
    version: input.version,
    reason: input.reason,
    diagnose: input.diagnose,
    note: input.note,
    feeBillType: rxType.glasses,
    orderDate: issuedOn ?? before.orderDate,
    validUntil: input.validUntil ?? (issuedOn === undefined ? before.validUntil : undefined),
    list: [
      {
        ...measures,
        kind: input.kind ?? line.kind,
        advice: input.advice === undefined ? line.advice : input.advice,
        confirmed: input.confirmed,
        confirmReason: input.confirmReason,
      },
    ],
  })
  const set = {
    ...(issuer === undefined ? {} : { issuer }),
    ...(issuedOn === undefined ? {} : { issuedOn }),
    ...(fileId === undefined ? {} : { fileId }),
  }
  if (Object.keys(set).length) await update(cx, 'prescription_outside', { prescriptionId: id }, set)
  return prescription(cx, id)
}

/** The picture of the paper. */
export const outsidePhoto = (out: Out, { id, pid }: { id: number; pid: number }): Promise<FileAnswer> =>
  keptFile(out, async (cx) => {
    const rx = await prescription(cx, id)
    return rx.pid === pid ? rx.outside?.fileId : undefined
  })
