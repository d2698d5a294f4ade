/** Steps of a consultation. Each may be asked for twice, or again after a lost connection, and ends the same (C.15). */
import { may, move, remove, type Cx, type Row } from '#kernel/server/index.ts'
import { wordsOfReason, wordOf } from '#kernel/contract/index.ts'
import { holdBalance, returnBalance } from '#modules/institution/server/door.ts'
import { doorOf, LEAST_BALANCE, modeOf } from '../contract/room.ts'
import type { Case, MoveCase } from '../contract/shapes.ts'
import { remoteCase } from '../contract/states.ts'
import { lockCase, announce, wholeCase } from './cases.ts'

const { is } = remoteCase
type Step = MoveCase['move']
type Moving = Cx<'not_yours_to_end' | 'room_early' | 'room_late' | 'room_closed'>
/** Whether a step was taken already: whoever asks for it again means that one. States are numbered in the order of the steps. */
function done(step: Step, status: number): boolean {
  if (step === 'cancel' || step === 'breakOff') return status === is.cancelled
  const { from, to } = remoteCase.moves[step]
  return status !== is.cancelled && !from.some((s) => s === status) && typeof to === 'number' && status >= to
}

/** Whoever is the expert answers as one, whoever else holds the right. */
const asExpert = (cx: Cx, { ctid }: { ctid: number }): void => {
  if (modeOf(cx.who.ctid, ctid) !== 'host')
    cx.refuse('no_access', { what: remoteCase.moves.accept.label, code: remoteCase.moves.accept.can })
}
const ref = (id: number): string => `remote_case:${id}`

export async function stepCase(cx: Moving, { id, move: step, reason }: MoveCase): Promise<Case> {
  const row = await lockCase(cx, id)
  if (!done(step, row.status)) await take(cx, row, step, reason)
  await announce(cx, row)
  return wholeCase(cx, id)
}
async function take(cx: Moving, row: Row<'remote_case'>, step: Step, reason: string | undefined): Promise<void> {
  const { id, hid } = row
  if (step === 'cancel' || step === 'breakOff') return endCase(cx, row, reason)
  if (step === 'accept' || step === 'start') asExpert(cx, row)
  if (step === 'start' || step === 'rejoin') enterable(cx, row)
  if (step !== 'hold') return void (await move(cx, remoteCase, id, step, { set: step === 'rejoin' ? { droppedAt: null } : {} }))
  // Asked first, so that nothing is set aside for a step that is not open.
  await move(cx, remoteCase, id, 'hold', { set: { holdEntry: await held(cx, row) } })
  cx.touch('payments', hid)
}
async function held(cx: Cx, { id, hid, fee, status }: Row<'remote_case'>): Promise<number> {
  const { hold } = remoteCase.moves
  if (!hold.from.some((s) => s === status)) return cx.refuse('illegal_move', { state: wordOf(remoteCase, status), move: hold.label })
  if (!may(cx, hold.can, hid)) return cx.refuse('no_access', { what: hold.label, code: hold.can })
  return holdBalance(cx, { hid, amount: fee, least: LEAST_BALANCE * 100, reason: '远程会诊费冻结', ref: ref(id) })
}

/** Refuses a room that is not open now, and says why. */
export function enterable(
  cx: Cx<'room_early' | 'room_late' | 'room_closed'>,
  row: { status: number; mode: number; startAt: string; endAt: string },
): void {
  const door = doorOf(row, cx.now)
  if (door === 'early') cx.refuse('room_early', { time: row.startAt.slice(5, 16) })
  if (door === 'late') cx.refuse('room_late')
  if (door === 'closed') cx.refuse('room_closed', { state: wordOf(remoteCase, row.status) })
}

/** Ends a consultation that gives no report. Begun, only the expert or who answers for the store ends it. */
async function endCase(cx: Cx<'not_yours_to_end'>, row: Row<'remote_case'>, reason: string | undefined): Promise<void> {
  const begun = remoteCase.in.begun.some((s) => s === row.status)
  if (begun && modeOf(cx.who.ctid, row.ctid) !== 'host' && !may(cx, 'specialist:edit', row.hid)) cx.refuse('not_yours_to_end')
  await move(cx, remoteCase, row.id, begun ? 'breakOff' : 'cancel', { note: reason ?? null, set: await givenUp(cx, row, reason ?? null) })
}
/** An application nobody accepted or paid for in time. */
export const lapseCase = async (cx: Cx, row: Row<'remote_case'>): Promise<unknown> =>
  move(cx, remoteCase, row.id, 'lapse', { automatic: true, set: await givenUp(cx, row, '逾期未确认') })
/** What was set aside goes back, once: the row is locked and still open. */
async function givenUp(
  cx: Cx,
  { holdEntry, status, hid }: Row<'remote_case'>,
  cancelReason: string | null,
): Promise<Partial<Row<'remote_case'>>> {
  if (!holdEntry || !remoteCase.in.open.some((s) => s === status)) return { cancelReason }
  cx.touch('payments', hid)
  return { cancelReason, releaseEntry: await returnBalance(cx, holdEntry, '远程会诊取消退回') }
}

/** An application goes that its maker takes back; later it is cancelled, with a reason. */
export async function dropCase(
  cx: Cx<'cancel_reason' | 'not_yours_to_end'>,
  { id, reason }: { id: number; reason?: string | undefined },
): Promise<null> {
  const row = await lockCase(cx, id)
  if (row.status === is.applied && row.createdBy === cx.who.ctid) await remove(cx, 'remote_case', { id })
  else if (row.status !== is.cancelled) {
    if (wordsOfReason(reason) === undefined) cx.refuse('cancel_reason', { field: 'reason' })
    await endCase(cx, row, reason)
  }
  await announce(cx, row)
  return null
}
