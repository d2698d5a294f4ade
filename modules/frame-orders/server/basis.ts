/**
 * What a frame order stands on: its prescription. Asked at every step; open orders are stopped when it falls, and go on with the one that
 * replaces it.
 */
import {
  basisAsked,
  basisFallen,
  eyesOf,
  minusForm,
  prismParts,
  sentenceOfFallen,
  wordOf,
  type Eyes,
  type FallenBasis,
} from '#kernel/contract/index.ts'
import { change, find, mustStand, on, resumeWork, sameVersion, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { prescriptionBasis } from '#modules/records/server/door.ts'
import type { Rebase } from '../contract/shapes.ts'
import { glassesStopped } from '../contract/events.ts'
import { frameOrder } from '../contract/states.ts'
import { lineFor, takenOver } from '../contract/check/use.ts'
import { rxOf } from './check.ts'
import { editOrder } from './create.ts'
import { lockOrder } from './queries.ts'

type Order = Pick<Row<'record_frame'>, 'prescriptionId' | 'rxLineId' | 'pid' | 'status'>
/** One function a basis: each says why it is not in force for the order. */
const bases: Readonly<Record<'prescription', (cx: Cx, order: Order) => Promise<FallenBasis | undefined>>> = {
  prescription: async (cx, { prescriptionId, rxLineId, pid, status }) =>
    prescriptionId === null
      ? undefined
      : prescriptionBasis(cx, { prescriptionId, pid, rxLineId, begun: !frameOrder.in.unpaid.includes(status) }),
}
const answers = on(basisAsked, async (cx, { machine, id, tell }) => {
  if (machine !== frameOrder.name) return
  const order = await find(cx, 'record_frame', { recordFrameId: id })
  const fallen = order && (await bases.prescription(cx, order))
  tell(fallen ? [fallen] : [])
})

/** Orders of the whole chain are stopped at once; what has run out stops only what nobody paid for. */
const stops = on(basisFallen, async (cx, { kind, id, expired, ...fallen }) => {
  if (kind !== 'prescription') return
  const open: readonly number[] = expired ? frameOrder.in.unpaid : frameOrder.in.open
  const reason = sentenceOfFallen({ kind, id, ...fallen })
  const stopped = await cx.db.rows(
    { recordFrameId: 'number', hid: 'number' },
    sql`select record_frame_id, hid from record_frames_stop(${id}, ${open}::int[], ${reason})`,
  )
  for (const { recordFrameId, hid } of stopped) {
    cx.touch('frame-orders', hid)
    await cx.announce(glassesStopped, { recordFrameId, hid, reason })
  }
})
export const basisReactions = [answers, stops]

/** The lenses of an order are those a line asks for: powers, cylinder form aside the same, with addition and prism. */
function sameGlasses(order: Row<'record_frame'>, taken: Readonly<Record<string, unknown>>): boolean {
  const eyes = ({ od, os }: Eyes): string =>
    JSON.stringify([od, os].map((e) => e && { ...minusForm(e), ...prismParts(e), add: e.add ?? 0 }))
  return eyes(eyesOf(order)) === eyes(eyesOf(taken))
}
/**
 * Puts an order on another prescription of its member. One that is paid for keeps what was paid and cut: the new prescription must ask for
 * the same lenses, else it is given up and made anew. One that is not paid takes the powers over.
 */
export async function rebase(
  cx: Cx<'basis_other' | 'axis_missing' | 'order_blocked' | 'order_unconfirmed'>,
  { id, prescriptionId, rxLineId, version, overrides }: Rebase,
): Promise<void> {
  const order = await lockOrder(cx, id)
  const { in: sets } = frameOrder
  if (!sets.open.includes(order.status)) return cx.refuse('illegal_move', { state: wordOf(frameOrder, order.status), move: '改用处方' })
  if (sets.unpaid.includes(order.status)) {
    await editOrder(cx, { recordFrameId: id, prescriptionId, rxLineId, version, overrides })
    return
  }
  await sameVersion(cx, 'record_frame', { recordFrameId: id }, order, { version: version ?? null })
  const rx = await rxOf(cx, order.pid, prescriptionId)
  const line = lineFor(rx.list, order.binocleType, rxLineId)
  if (!line) return cx.refuse('not_found', { what: '处方行', field: 'rxLineId' })
  if (!sameGlasses(order, takenOver(line, order.binocleType))) return cx.refuse('basis_other', { rx: rx.rxNo, field: 'prescriptionId' })
  await change(cx, 'record_frame', { recordFrameId: id }, {}, { prescriptionId, rxLineId: line.lineId })
  await mustStand(cx, frameOrder, id)
  await resumeWork(cx, frameOrder, id, `改用处方 ${rx.rxNo}`)
}
