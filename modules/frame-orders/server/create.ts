/** A new order: powers come from the prescription by link, so that no number is typed twice. */
import { sentenceOf, z, wordOf } from '#kernel/contract/index.ts'
import { begin, change, insert, number, remove, sameVersion, type Cx, type Row } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { cancelBill } from '#modules/billing/server/door.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { prescriptionOf } from '#modules/records/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { powerFindings } from '#modules/exams/contract/checks.ts'
import { powers } from '../contract/fields.ts'
import type { EditFrameOrder, NewFrameOrder } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { lockOrder } from './queries.ts'

const Powers = z.object(powers)
const NAMES = Object.keys(powers)
type Given = Readonly<Record<string, unknown>>

/** The prescription's powers with those the form gives over them, held to one check wherever each came from. */
async function powersOf(cx: Cx, pid: number, prescriptionId: number | null | undefined, given: Given): Promise<z.output<typeof Powers>> {
  const line: Given = prescriptionId ? await lineOf(cx, pid, prescriptionId) : {}
  const read = Powers.safeParse(Object.fromEntries(NAMES.map((k) => [k, given[k] === undefined ? (line[k] ?? null) : given[k]])))
  if (!read.success) {
    const { sentence, field } = sentenceOf(read.error, Powers)
    return cx.refuse('bad_input', { what: sentence, field })
  }
  const wrong = powerFindings(read.data).find((f) => f.level === 'block')
  return wrong ? cx.refuse('bad_input', { what: wrong.sentence, field: wrong.field }) : read.data
}
/** First line of an issued prescription of this member. */
export async function lineOf(cx: Cx, pid: number, prescriptionId: number): Promise<Given> {
  const rx = await prescriptionOf(cx, prescriptionId)
  if (rx.pid !== pid) return cx.refuse('not_found', { what: '该会员的处方', field: 'prescriptionId' })
  if (rx.status === prescriptionMachine.is.draft || rx.status === prescriptionMachine.is.voided)
    return cx.refuse('bad_input', { what: '处方未开具或已作废，不能据此下单', field: 'prescriptionId' })
  return { ...rx.list[0] }
}

/** When an order is promised where nobody said otherwise: in the evening after as many days as the store set for stock or custom lenses. */
const promised = async (cx: Cx, hid: number, lenOrderType: number): Promise<string> => {
  const days = await settingOf(cx, hid, lenOrderType === 2 ? 'frameCustomDays' : 'frameStockDays')
  const day = new Date(Date.parse(`${cx.today}T00:00:00Z`) + days * 86_400_000)
  return `${day.toISOString().slice(0, 10)} 17:00:00`
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

export async function createOrder(cx: Cx, input: NewFrameOrder): Promise<number> {
  const hid = ownStore(cx, input.hid)
  await patientOf(cx, input.pid)
  await answeredFor(cx, hid, input)
  for (const ctid of [input.salerId, input.optristId]) if (ctid) await staffOf(cx, ctid)
  const { hid: _, promisedAt, ...values } = input
  const row = await insert(cx, 'record_frame', {
    ...values,
    ...(await powersOf(cx, input.pid, input.prescriptionId, input)),
    hid,
    orderNo: await number(cx, 'PJyymmdd####'),
    orderDate: cx.today,
    promisedAt: promisedAt ?? (await promised(cx, hid, input.lenOrderType)),
    salerId: input.salerId ?? cx.who.ctid,
    status: frameOrder.is.choosing,
  } as Partial<Row<'record_frame'>>)
  await begin(cx, frameOrder, row.recordFrameId, frameOrder.is.choosing)
  return row.recordFrameId
}

/** Changes an order that nobody paid for yet; one that was billed goes back to choosing goods by choosing again. */
export async function editOrder(cx: Cx, input: z.output<typeof EditFrameOrder>): Promise<number> {
  const was = await lockOrder(cx, input.recordFrameId)
  if (!frameOrder.in.unpaid.includes(was.status)) return cx.refuse('illegal_move', { state: wordOf(frameOrder, was.status), move: '修改' })
  sameVersion(cx, 'record_frame', was, { version: input.version })
  await answeredFor(cx, was.hid, input)
  const { recordFrameId, version, ...values } = input
  const powers = await powersOf(cx, was.pid, input.prescriptionId, input)
  await change(cx, 'record_frame', { recordFrameId }, { version }, { ...values, ...powers } as Partial<Row<'record_frame'>>)
  return recordFrameId
}

/** Only what never became anything may vanish; an unpaid bill is cancelled with it. */
export async function deleteOrder(cx: Cx<'delete_state'>, id: number): Promise<null> {
  const was = await lockOrder(cx, id)
  if (!frameOrder.in.neverMade.includes(was.status)) return cx.refuse('delete_state')
  if (was.status === frameOrder.is.billed && was.fbid) await cancelBill(cx, was.fbid, '订单删除')
  for (const table of ['record_frame_item', 'record_frame_inspection', 'record_frame_unqualified'] as const)
    await remove(cx, table, { recordFrameId: id })
  await remove(cx, 'record_frame', { recordFrameId: id })
  return null
}
