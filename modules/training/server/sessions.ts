/** Signing sessions in, making up for them, taking it back; what the card loses stands in the same transaction. */
import type { z } from '#kernel/contract/index.ts'
import { begin, change, find, insert, locked, move, mustStand, refusalIn, sameVersion, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { PLACE } from '../contract/fields.ts'
import type { HomeSession, MakeUp, MoveSession, SessionRow, SignedMany, SignSession } from '../contract/sessions.ts'
import { trainPlan, trainSession } from '../contract/states.ts'
import { returnToCard, spendOnCard } from './cards.ts'
import { sessionOf } from './session-lists.ts'

const { is } = trainSession
type Session = Row<'train_session'>
export type SignFail = 'session_ahead' | 'card_empty' | 'card_ended' | 'plan_not_started'

/** Nobody trains by a plan that has not begun, is paused, or whose basis has fallen. */
async function mustRun(cx: Cx<'plan_not_started'>, session: Session): Promise<void> {
  if (session.planId === null) return
  const plan = await locked(cx, 'train_plan', { id: session.planId })
  if (plan.status !== trainPlan.is.active) cx.refuse('plan_not_started')
  await mustStand(cx, trainPlan, plan.id)
}
interface Done {
  readonly minutes?: number | undefined
  readonly score?: number | null | undefined
  readonly load?: string | null | undefined
  readonly complaint?: string | null | undefined
}
const doneOf = (cx: Cx, session: Session, done: Done, doneOn: string) => ({
  minutes: done.minutes ?? session.plannedMinutes,
  score: done.score ?? null,
  load: done.load ?? session.load,
  discomfort: done.complaint ?? null,
  doneOn,
  doneAt: cx.now,
  trainer: cx.who.ctid || null,
})
const uses = async (cx: Cx<'card_empty' | 'card_ended'>, session: Session, day: string): Promise<void> => {
  if (session.userId !== null) await spendOnCard(cx, session.userId, { sessionId: session.id, day, atHome: session.place === PLACE.home })
}

export async function sign(cx: Cx<SignFail>, { id, version, absent, ...done }: SignSession): Promise<SessionRow> {
  const session = await locked(cx, 'train_session', { id })
  await sameVersion(cx, 'train_session', { id }, session, { version })
  if (session.day > cx.today) cx.refuse('session_ahead')
  await mustRun(cx, session)
  if (absent) await move(cx, trainSession, id, 'miss', { set: { discomfort: done.complaint ?? null } })
  else {
    await move(cx, trainSession, id, 'finish', { set: doneOf(cx, session, done, session.day) })
    await uses(cx, session, session.day)
  }
  cx.touch('training', session.hid)
  return sessionOf(cx, id)
}
/** Signs many in as planned. One that is refused is told and changes nothing of the others. */
export async function signMany(cx: Cx<SignFail>, ids: readonly number[]): Promise<z.output<typeof SignedMany>> {
  const answer: z.output<typeof SignedMany> = { signed: 0, refused: [] }
  for (const id of ids) {
    const session = await sessionOf(cx, id)
    if (session.status !== is.planned) continue
    const { refused } = await refusalIn(cx, () => sign(cx, { id }))
    if (refused) answer.refused.push({ id, name: session.personName, sentence: refused.message })
    else answer.signed += 1
  }
  return answer
}
export async function makeUp(cx: Cx<SignFail>, { id, version, doneOn, ...done }: z.output<typeof MakeUp>): Promise<SessionRow> {
  const session = await locked(cx, 'train_session', { id })
  await sameVersion(cx, 'train_session', { id }, session, { version })
  await mustRun(cx, session)
  const day = doneOn ?? cx.today
  await move(cx, trainSession, id, 'makeUp', { set: doneOf(cx, session, done, day) })
  await uses(cx, session, day)
  cx.touch('training', session.hid)
  return sessionOf(cx, id)
}
/** Takes back what was signed today, and what the card lost by it. */
export async function undoSign(cx: Cx<'sign_old'>, id: number): Promise<SessionRow> {
  const session = await locked(cx, 'train_session', { id })
  const signedOn = session.doneAt?.slice(0, 10) ?? session.day
  if (session.status !== is.planned && signedOn !== cx.today) cx.refuse('sign_old')
  const undone = { minutes: null, score: null, discomfort: null, doneOn: null, doneAt: null }
  await move(cx, trainSession, id, session.status === is.madeUp ? 'takeBackMakeUp' : 'takeBack', { set: undone })
  if (session.userId !== null && session.doneOn !== null) await returnToCard(cx, session.userId, { sessionId: id, day: session.doneOn })
  cx.touch('training', session.hid)
  return sessionOf(cx, id)
}
export async function moveSession(
  cx: Cx<'session_taken' | 'session_fixed' | 'plan_over'>,
  { id, version, day, time }: z.output<typeof MoveSession>,
): Promise<SessionRow> {
  const session = await locked(cx, 'train_session', { id })
  await sameVersion(cx, 'train_session', { id }, session, { version })
  if (session.status !== is.planned) cx.refuse('session_fixed')
  if (session.planId !== null) {
    const plan = await find(cx, 'train_plan', { id: session.planId })
    if (plan && trainPlan.in.over.includes(plan.status)) cx.refuse('plan_over')
  }
  await change(cx, 'train_session', { id }, {}, { day, time: time ?? session.time })
  cx.touch('training', session.hid)
  return sessionOf(cx, id)
}

/** A session at home: the planned one of that day where there is one, else one of its own. */
export async function logHome(cx: Cx<'home_ahead' | 'home_nobody' | 'card_empty' | 'card_ended'>, input: HomeSession): Promise<SessionRow> {
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  if (input.pid === undefined && input.sdxUid === undefined) cx.refuse('home_nobody', { field: 'pid' })
  if (input.doneOn > cx.today) cx.refuse('home_ahead', { field: 'doneOn' })
  if (input.pid !== undefined) await patientOf(cx, input.pid)
  if (input.sdxUid !== undefined && !(await find(cx, 'train_user', { id: input.sdxUid, hid })))
    cx.refuse('not_found', { what: '训练用户', field: 'sdxUid' })
  const planned = await find(cx, 'train_session', {
    hid,
    day: input.doneOn,
    place: PLACE.home,
    status: is.planned,
    ...(input.pid === undefined ? { userId: input.sdxUid } : { pid: input.pid }),
  })
  const facts = { minutes: input.minutes, score: input.score, complaint: input.complaint }
  if (planned) {
    await move(cx, trainSession, planned.id, 'finish', { set: doneOf(cx, planned, facts, input.doneOn) })
    await uses(cx, planned, input.doneOn)
    return sessionOf(cx, planned.id)
  }
  const session = await insert(cx, 'train_session', {
    hid,
    pid: input.pid ?? null,
    userId: input.sdxUid ?? null,
    day: input.doneOn,
    place: PLACE.home,
    modules: input.modules,
    plannedMinutes: input.minutes,
    status: is.done,
    minutes: input.minutes,
    score: input.score ?? null,
    discomfort: input.complaint ?? null,
    doneOn: input.doneOn,
    doneAt: cx.now,
  })
  await begin(cx, trainSession, session.id, is.done)
  await uses(cx, session, input.doneOn)
  cx.touch('training', hid)
  return sessionOf(cx, session.id)
}
