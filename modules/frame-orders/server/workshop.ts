/** The workshop: initial inspection, processing, final inspection with lensmeter values, unqualified and back. */
import { eyesOf, wordOf, type Eye, type EyePower, type Eyes, type z } from '#kernel/contract/index.ts'
import { insert, may, move, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { initialChecks } from '../contract/fields.ts'
import { designOf, readingsIn } from '../contract/reading.ts'
import { SUPERVISOR, whyNoConcession } from '../contract/check/concession.ts'
import { judge, type Judgement } from '../contract/check/tolerance.ts'
import { lineFor, takenOver } from '../contract/check/use.ts'
import type { ChangeStatus, External, Judgement as JudgementShape, Measured, Process, Unqualified } from '../contract/shapes.ts'
import { frameReady } from '../contract/events.ts'
import { frameOrder } from '../contract/states.ts'
import { confirmedEyes, rxOf, stillRight, type FrameCheckFail } from './check.ts'
import { want } from './goods.ts'
import { asRead } from './lensmeter.ts'
import { lockOrder } from './queries.ts'

type Order = Row<'record_frame'>
type InspectFail = 'not_passed' | 'no_concession' | FrameCheckFail
type Judged = z.output<typeof JudgementShape>

/** Initial inspection passed: the checks ticked are kept, and processing begins in the house or outside. */
export const startProcessing = async (cx: Cx<FrameCheckFail>, input: z.output<typeof Process>): Promise<void> =>
  passInitial(cx, await lockOrder(cx, input.id), input)
async function passInitial(
  cx: Cx<FrameCheckFail>,
  order: Order,
  input: z.output<typeof Process> & { lab?: string | null | undefined },
): Promise<void> {
  const name = input.external ? 'external' : 'process'
  if (order.status !== frameOrder.is.inspecting)
    return cx.refuse('illegal_move', { state: wordOf(frameOrder, order.status), move: frameOrder.moves[name].label })
  await stillRight(cx, order)
  const open = initialChecks.filter((check) => !input.checks.includes(check))
  if (open.length) cx.refuse('bad_input', { what: `初检还有 ${open.length} 项没有确认：${open.join('、')}`, field: 'checks' })
  await insert(cx, 'record_frame_inspection', {
    hid: order.hid,
    recordFrameId: input.id,
    kind: 'initial',
    verdict: 'pass',
    ctid: cx.who.ctid,
    at: cx.now,
    note: [input.checks.join('、'), input.note].filter(Boolean).join('；') || null,
  })
  await move(cx, frameOrder, input.id, name, {
    note: input.note ?? null,
    set: { initBy: cx.who.ctid, ...(input.external ? { lab: input.lab ?? null } : { processerId: cx.who.ctid }) },
  })
}
/** Out to the lab from initial inspection, which it passes as in the house; back from the lab to final inspection. */
export async function externalProcessing(cx: Cx<FrameCheckFail>, input: z.output<typeof External>): Promise<void> {
  const order = await lockOrder(cx, input.id)
  if (order.status !== frameOrder.is.outsourced) return passInitial(cx, order, { ...input, external: true })
  await move(cx, frameOrder, input.id, 'returned', { note: input.note ?? null, set: { processerId: cx.who.ctid } })
}

/** What the glasses are to be: of each eye the prescription, but for what a clinician confirmed otherwise and what only the order says. */
async function prescribedFor(cx: Cx, order: Order): Promise<Eyes | undefined> {
  if (!order.prescriptionId) return undefined
  const rx = await rxOf(cx, order.pid, order.prescriptionId)
  const line = lineFor(rx.list, order.binocleType, order.rxLineId)
  if (!line) return undefined
  const [ordered, taken] = [eyesOf(order), eyesOf(takenOver(line, order.binocleType))]
  const changed = confirmedEyes(order)
  const powerOf = (eye: Eye): EyePower | null => {
    const [own, from] = [ordered[eye], taken[eye]]
    return !own || !from || changed.has(eye) ? own : { ...from, pd: own.pd ?? from.pd, ph: own.ph ?? from.ph }
  }
  return { od: powerOf('od'), os: powerOf('os') }
}
/** Readings against the order, and against its prescription where that says otherwise, by the tolerance set in force today. */
export async function judgeOrder(cx: Cx, order: Order, measured: z.output<typeof Measured>): Promise<Judged> {
  const pair = { measured: readingsIn(measured), design: designOf(order.binocleType), date: cx.today }
  const own = judge({ ...pair, rx: eyesOf(order) })
  const noted = (judgement: Judgement, rx: Eyes) =>
    judgement.verdict === 'fail' ? (whyNoConcession(judgement, rx, pair.measured) ?? null) : null
  const prescribed = await prescribedFor(cx, order)
  const other = prescribed && judge({ ...pair, rx: prescribed })
  const more = (other?.items ?? [])
    .filter((i) => !own.items.some((o) => o.eye === i.eye && o.what === i.what && o.ordered === i.ordered))
    .map((i) => ({ ...i, sentence: i.sentence.replace('：订单', '：处方') }))
  const verdict = own.verdict === 'pass' && more.every((i) => i.ok) ? 'pass' : 'fail'
  const noConcession = noted(own, eyesOf(order)) ?? (prescribed && other && more.length ? noted(other, prescribed) : null)
  return { setId: own.setId, verdict, items: [...own.items, ...more], noConcession }
}

/** The move that a target means: what a lab made comes back, what was made in the house is done. */
function towards({ status }: Order, target: number): 'returned' | 'processed' | 'rework' | 'reorder' | undefined {
  const { is } = frameOrder
  if (target === is.finalInspection) return status === is.outsourced ? 'returned' : 'processed'
  if (target === is.processing) return 'rework'
  return target === is.awaitingGoods ? 'reorder' : undefined
}
/** The generic status call: the target says which move is meant. */
export async function changeStatus(cx: Cx<InspectFail>, input: z.output<typeof ChangeStatus>): Promise<void> {
  const order = await lockOrder(cx, input.id)
  const note = input.note ?? input.reason ?? null
  if (input.status === frameOrder.is.ready) return finalInspection(cx, order, input)
  const name = towards(order, input.status)
  if (!name) return cx.refuse('bad_input', { what: '目标状态：请从列表中选择', field: 'status' })
  if (name === 'rework' || name === 'reorder') await stillRight(cx, order)
  await move(cx, frameOrder, input.id, name, {
    note,
    set: name === 'processed' ? { processerId: cx.who.ctid } : name === 'reorder' ? { onOrder: true } : {},
  })
  if (name !== 'reorder') return
  await cx.db.run(
    sql`
      update record_frame_item
      set issued = false, source = 'order'
      where record_frame_id = ${input.id} and part in ('lens_od', 'lens_os')
    `,
  )
  await want(cx, order)
}

/** Final inspection: measured values, judged; a pair that fails goes on only with a supervisor's concession. */
async function finalInspection(cx: Cx<InspectFail>, order: Order, input: z.output<typeof ChangeStatus>): Promise<void> {
  if (order.status === frameOrder.is.finalInspection) await stillRight(cx, order)
  if (!input.measured) return cx.refuse('bad_input', { what: '请填写焦度计实测值', field: 'measured' })
  if (input.lensmeterId != null) await asRead(cx, order.pid, input.lensmeterId, input.measured)
  const judgement = await judgeOrder(cx, order, input.measured)
  const failed = judgement.items.filter((i) => !i.ok).map((i) => i.sentence)
  const conceded = judgement.verdict === 'fail' && Boolean(input.concession?.trim())
  if (conceded && judgement.noConcession !== null) return cx.refuse('no_concession', { what: judgement.noConcession, field: 'concession' })
  if (conceded && !may(cx, SUPERVISOR.can, order.hid)) return cx.refuse('no_access', { what: '让步放行', code: SUPERVISOR.can })
  if (judgement.verdict === 'fail' && !conceded) return cx.refuse('not_passed', { what: failed[0]!, field: 'measured' })
  await insert(cx, 'record_frame_inspection', {
    hid: order.hid,
    recordFrameId: order.recordFrameId,
    kind: 'final',
    verdict: conceded ? 'concession' : 'pass',
    setId: judgement.setId,
    ctid: cx.who.ctid,
    at: cx.now,
    items: JSON.stringify(judgement.items),
    note: input.concession ?? input.note ?? null,
    lensmeterId: input.lensmeterId ?? null,
    ...input.measured,
  })
  await move(cx, frameOrder, order.recordFrameId, 'pass', {
    note: input.concession ?? input.note ?? null,
    set: { finalBy: cx.who.ctid, shelf: input.shelf ?? null },
  })
  await cx.announce(frameReady, { recordFrameId: order.recordFrameId, pid: order.pid, hid: order.hid })
}

/** A slip with cause, side and person; the former stage is kept by the move. */
export async function markUnqualified(cx: Cx, input: z.output<typeof Unqualified>): Promise<void> {
  const order = await lockOrder(cx, input.id)
  await move(cx, frameOrder, input.id, 'unqualified', { note: input.reason })
  await insert(cx, 'record_frame_unqualified', {
    hid: order.hid,
    recordFrameId: input.id,
    at: cx.now,
    foundAt: order.status,
    cause: input.cause,
    side: input.side,
    responsible: input.responsible ?? null,
    cost: input.cost,
    note: input.reason,
  })
}

/** Takes "unqualified" back: the slip stays, the order returns to where it was. */
export const restore = (cx: Cx, id: number): Promise<unknown> => move(cx, frameOrder, id, 'restore')
