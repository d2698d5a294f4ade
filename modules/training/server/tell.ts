/** What a trainer passes on: a card that runs out to the desk, a plan without gain to its doctor, too little training to a call. */
import { addDays, type z } from '#kernel/contract/index.ts'
import { change, locked, type Cx } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { cardUnits } from '../contract/brands.ts'
import { adherenceLow, cardLow, planFlat } from '../contract/events.ts'
import { trainPlan } from '../contract/states.ts'
import { CARD_LOW, type TellDesk, type TellPlan } from '../contract/tell.ts'
import { ADHERENCE_DAYS, LEAST_ADHERENCE } from '../contract/verdict.ts'
import { brandOf } from './brands.ts'
import { leftOn } from './cards.ts'
import { memberOfUser } from './members.ts'
import { trendsOf } from './trends.ts'

type DeskFail = 'card_plenty' | 'card_nobody' | 'card_none' | 'told_already'
export async function tellDesk(cx: Cx<DeskFail>, { sdxUid }: z.output<typeof TellDesk>): Promise<{ sdxUid: number; toldAt: string }> {
  const user = await locked(cx, 'train_user', { id: sdxUid })
  const { name, endsOn, toldAt, hid } = user
  if (endsOn === null) return cx.refuse('card_none', { name })
  const left = await leftOn(cx, sdxUid)
  if (left > CARD_LOW && endsOn > addDays(cx.today, CARD_LOW)) {
    const { unit } = await brandOf(cx, hid, user.brand)
    cx.refuse('card_plenty', { name, left: `${left} ${cardUnits[unit]}` })
  }
  if (toldAt !== null) cx.refuse('told_already', { name, day: toldAt.slice(0, 16) })
  const pid = (await memberOfUser(cx, sdxUid)) ?? cx.refuse('card_nobody', { name })
  await change(cx, 'train_user', { id: sdxUid }, {}, { toldAt: cx.now })
  await cx.announce(cardLow, { pid, hid })
  cx.touch('training', hid)
  return { sdxUid, toldAt: cx.now }
}
type PlanFail = 'plan_gains' | 'plan_trained' | 'plan_not_started' | 'told_already'
export async function tellPlan(cx: Cx<PlanFail>, { id, what }: TellPlan): Promise<{ id: number; toldOn: string }> {
  const plan = await locked(cx, 'train_plan', { id })
  if (plan.status !== trainPlan.is.active) cx.refuse('plan_not_started')
  const trend = (await trendsOf(cx, [id])).get(id)
  const adherence = trend?.adherence ?? null
  const isLow = adherence !== null && adherence < LEAST_ADHERENCE
  if (what === 'call' && !isLow) cx.refuse('plan_trained')
  if (what === 'doctor' && trend?.verdict !== 'flat') cx.refuse('plan_gains')
  const former = what === 'call' ? plan.toldOn : plan.doctorToldOn
  if (former !== null && former > addDays(cx.today, -ADHERENCE_DAYS))
    cx.refuse('told_already', { name: (await patientOf(cx, plan.pid)).name, day: former })
  const { pid, hid } = plan
  await change(cx, 'train_plan', { id }, {}, what === 'call' ? { toldOn: cx.today } : { doctorToldOn: cx.today })
  if (what === 'call') await cx.announce(adherenceLow, { planId: id, pid, hid, adherence: adherence ?? 0 })
  else await cx.announce(planFlat, { pid, hid })
  cx.touch('training', hid)
  return { id, toldOn: cx.today }
}
