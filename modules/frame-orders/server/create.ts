/** A new order: powers come from the prescription by link, so that no number is typed twice. */
import { addDays, sentenceOf, z, wordOf } from '#kernel/contract/index.ts'
import { begin, change, insert, mustStand, number, remove, resumeWork, sameVersion, type Cx, type Row } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { cancelBill } from '#modules/billing/server/door.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { powerFindings } from '#modules/exams/contract/checks/checks.ts'
import { powers } from '../contract/fields.ts'
import type { FrameOrderFinding } from '../contract/check/check.ts'
import type { EditFrameOrder, NewFrameOrder } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { lineFor, takenOver, type PrescriptionUseLine } from '../contract/check/use.ts'
import { findingsOf, holdUp, rxOf, type FrameOrderRecord } from './check.ts'
import { resourced } from './choose.ts'
import { lockOrder } from './queries.ts'

const Powers = z.object(powers)
const NAMES = Object.keys(powers)
type Given = Readonly<Record<string, unknown>>
type Checking = Cx<'order_blocked' | 'order_unconfirmed'>

/**
 * What was there (of the prescription, or of the order as it was) with what the form gives over it, held to one check wherever each came
 * from.
 */
function powersOf(cx: Cx, base: Given, values: Given): z.output<typeof Powers> {
  const merged = Object.fromEntries(NAMES.map((k) => [k, values[k] === undefined ? (base[k] ?? null) : values[k]]))
  const read = Powers.safeParse(merged)
  if (!read.success) {
    const { sentence, field } = sentenceOf(read.error, Powers, merged)
    return cx.refuse('bad_input', { what: sentence, field })
  }
  const wrong = powerFindings(read.data).find((f) => f.level === 'block')
  return wrong ? cx.refuse('bad_input', { what: wrong.sentence, field: wrong.field }) : read.data
}

interface Following {
  pid: number
  prescriptionId: number | null | undefined
  rxLineId: number | null | undefined
  binocleType: number
}
/** The line of its prescription that an order follows; none without a prescription, or where nothing of it is for spectacles. */
async function lineOf(cx: Cx, { pid, prescriptionId, rxLineId, binocleType }: Following): Promise<PrescriptionUseLine | undefined> {
  if (!prescriptionId) return undefined
  const rx = await rxOf(cx, pid, prescriptionId)
  if (rxLineId && !rx.list.some((l) => l.lineId === rxLineId)) return cx.refuse('not_found', { what: '处方行', field: 'rxLineId' })
  return lineFor(rx.list, binocleType, rxLineId)
}

/** When an order is promised where nobody said otherwise: in the evening after as many days as the store set for stock or custom lenses. */
const promised = async (cx: Cx, hid: number, lenOrderType: number): Promise<string> => {
  const days = await settingOf(cx, hid, lenOrderType === 2 ? 'frameCustomDays' : 'frameStockDays')
  return `${addDays(cx.today, days)} 17:00:00`
}

/** Where the store wants it, powers come from a prescription or from an optometrist who answers for them. */
async function answeredFor(
  cx: Cx,
  hid: number,
  { prescriptionId, optristId }: { prescriptionId?: number | null | undefined; optristId?: number | null | undefined },
): Promise<void> {
  if (!prescriptionId && !optristId && (await storeOf(cx, hid)).isOptRequired)
    cx.refuse('bad_input', { what: '处方和验光师：请填写其中一项', field: 'optristId' })
}

/** A value that may still be filled in. */
const isMissing = ({ code }: FrameOrderFinding): boolean => /-missing-/.test(code)
/** An order without goods may still lack a value; what is never right, by its prescription or its eyes, is refused at once. */
async function basisHolds(cx: Cx<'order_blocked'>, order: FrameOrderRecord): Promise<void> {
  const wrong = (await findingsOf(cx, order, { goods: false })).find((f) => f.level === 'block' && !isMissing(f))
  if (wrong) cx.refuse('order_blocked', { what: wrong.sentence, field: wrong.field })
}

export async function createOrder(cx: Cx<'order_blocked'>, input: NewFrameOrder): Promise<number> {
  const hid = ownStore(cx, input.hid)
  await patientOf(cx, input.pid)
  await answeredFor(cx, hid, input)
  for (const ctid of [input.salerId, input.optristId]) if (ctid) await staffOf(cx, ctid)
  const { hid: _, promisedAt, ...values } = input
  const line = await lineOf(cx, { rxLineId: null, prescriptionId: null, ...input })
  // Fields of the shape are columns of the table under the same names.
  const row = await insert(cx, 'record_frame', {
    ...values,
    ...powersOf(cx, line ? takenOver(line, input.binocleType) : {}, input),
    rxLineId: line?.lineId ?? null,
    hid,
    orderNo: await number(cx, 'PJyymmdd####'),
    orderDate: cx.today,
    promisedAt: promisedAt ?? (await promised(cx, hid, input.lenOrderType)),
    salerId: input.salerId ?? cx.who.ctid,
    status: frameOrder.is.choosing,
  } as Partial<FrameOrderRecord>)
  await basisHolds(cx, row)
  await begin(cx, frameOrder, row.recordFrameId, frameOrder.is.choosing)
  return row.recordFrameId
}

/**
 * Changes an order that nobody paid for yet. What is left out stays as it was; another prescription, line or type of glasses takes its
 * powers over anew. One with goods passes the whole check, for it waits for payment only.
 */
export async function editOrder(cx: Checking, input: z.output<typeof EditFrameOrder>): Promise<number> {
  const before = await lockOrder(cx, input.recordFrameId)
  if (!frameOrder.in.unpaid.includes(before.status))
    return cx.refuse('illegal_move', { state: wordOf(frameOrder, before.status), move: '修改' })
  await sameVersion(cx, 'record_frame', { recordFrameId: before.recordFrameId }, before, { version: input.version ?? null })
  const { recordFrameId, version: _, overrides, ...values } = input
  const follows = {
    pid: before.pid,
    prescriptionId: input.prescriptionId === undefined ? before.prescriptionId : input.prescriptionId,
    binocleType: input.binocleType ?? before.binocleType,
  }
  await answeredFor(cx, before.hid, { ...follows, optristId: input.optristId === undefined ? before.optristId : input.optristId })
  // Typed powers of a prescription that fell are the fallen powers.
  if (before.stopReason !== null && !follows.prescriptionId)
    return cx.refuse('basis_fallen', { what: before.stopReason, field: 'prescriptionId' })
  const anew = follows.prescriptionId !== before.prescriptionId || follows.binocleType !== before.binocleType || Boolean(input.rxLineId)
  const line = await lineOf(cx, { ...follows, rxLineId: input.rxLineId ?? (anew ? null : before.rxLineId) })
  // Fields of the shape are columns of the table under the same names.
  const set = {
    ...values,
    ...powersOf(cx, anew && line ? takenOver(line, follows.binocleType) : before, input),
    rxLineId: line?.lineId ?? null,
  } as Partial<Row<'record_frame'>>
  const now = await change(cx, 'record_frame', { recordFrameId }, {}, set)
  if (now.status === frameOrder.is.choosing) await basisHolds(cx, now)
  else {
    const kept = holdUp(cx, now, await findingsOf(cx, now), { given: overrides })
    await change(cx, 'record_frame', { recordFrameId }, {}, { overrides: kept })
    await resourced(cx, now)
  }
  await mustStand(cx, frameOrder, recordFrameId)
  await resumeWork(cx, frameOrder, recordFrameId)
  return recordFrameId
}

/** Only what never became anything may vanish; an unpaid bill is cancelled with it. */
export async function deleteOrder(cx: Cx<'frame_delete_state'>, id: number): Promise<null> {
  const before = await lockOrder(cx, id)
  if (!frameOrder.in.neverMade.includes(before.status)) return cx.refuse('frame_delete_state')
  if (before.status === frameOrder.is.billed && before.fbid) await cancelBill(cx, before.fbid, '订单删除')
  for (const table of ['record_frame_item', 'record_frame_inspection', 'record_frame_unqualified'] as const)
    await remove(cx, table, { recordFrameId: id })
  await remove(cx, 'record_frame', { recordFrameId: id })
  return null
}
