/**
 * What a plan stands on. One that follows a prescription falls with it. A light device of class III (药监综械注函〔2023〕354号) is used by its
 * registration, a doctor's prescription in force and the guardian's consent alone; each is asked at every step, so it is not opened
 * without, and stops when one falls.
 */
import { basisAsked, basisFallen, sentenceOfFallen, type FallenBasis } from '#kernel/contract/index.ts'
import { find, lit, on, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { consentBasis } from '#modules/patients/server/door.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { rxType } from '#modules/records/contract/prescription/prescribe.ts'
import { trainPlan } from '../contract/states.ts'
import { brandOf } from './brands.ts'

/** Kind of the consent a light device asks for. */
const LIGHT_CONSENT = 7
const DOCTOR = 1
type Plan = Row<'train_plan'>
const fallen = (kind: 'prescription' | 'registration', id: number, sentence: string, decides: string): FallenBasis => ({
  kind,
  id,
  sentence,
  decides,
})

/** A prescription of training in force; `ofDoctor` where only a physician's counts. */
async function prescriptionFallen(cx: Cx, plan: Plan, ofDoctor: boolean): Promise<FallenBasis | undefined> {
  const decides = '由医生重新开具训练处方，或终止方案'
  if (plan.prescriptionId === null)
    return ofDoctor ? fallen('prescription', 0, '光学训练需要医生的训练处方', '请医生开具训练处方，并在方案里选择') : undefined
  const rx = await find(cx, 'prescription', { id: plan.prescriptionId })
  if (!rx || rx.pid !== plan.pid || rx.feeBillType !== rxType.training)
    return fallen('prescription', plan.prescriptionId, '处方不是该会员的训练处方', decides)
  if (prescriptionMachine.in.noBasis.includes(rx.status))
    return fallen('prescription', rx.id, `训练处方 ${rx.rxNo} 未签发或已失效`, decides)
  const begun = plan.status !== trainPlan.is.draft
  if (!begun && rx.validUntil < cx.today) return fallen('prescription', rx.id, `训练处方 ${rx.rxNo} 已过有效期`, decides)
  if (!ofDoctor) return undefined
  const signer = rx.signedBy === null ? undefined : await staffOf(cx, rx.signedBy)
  return signer?.type === DOCTOR ? undefined : fallen('prescription', rx.id, `训练处方 ${rx.rxNo} 不是医生签发的`, '光学训练由医生开具处方')
}
async function fallenOf(cx: Cx, plan: Plan): Promise<FallenBasis[]> {
  const user = plan.userId === null ? undefined : await find(cx, 'train_user', { id: plan.userId })
  const brand = user && (await brandOf(cx, user.hid, user.brand))
  const light = brand?.classThree === true
  const all = [
    light && !brand.registrationNo
      ? fallen('registration', 0, `品牌“${brand.label}”没有登记医疗器械注册证号`, '由店长在训练品牌里登记注册证号')
      : undefined,
    await prescriptionFallen(cx, plan, light),
    light ? await consentBasis(cx, plan.pid, LIGHT_CONSENT) : undefined,
  ]
  return all.filter((f): f is FallenBasis => f !== undefined)
}
const answers = on(basisAsked, async (cx, { machine, id, tell }) => {
  if (machine !== trainPlan.name) return
  const plan = await find(cx, 'train_plan', { id })
  tell(plan ? await fallenOf(cx, plan) : [])
})
/** Plans of the stores in sight are stopped at once; those of others are refused their next step by the question itself. */
const stops = on(basisFallen, async (cx, { kind, id, pid, expired, ...why }) => {
  if (expired || (kind !== 'prescription' && kind !== 'consent')) return
  const sentence = sentenceOfFallen({ kind, id, ...why })
  const rows = await cx.db.rows(
    { id: 'number', hid: 'number' },
    sql`
      update train_plan n
      set stop_reason = ${sentence}, stopped_at = app_now()
      where n.status in ${lit(trainPlan.in.open)}
        and (
          (${kind === 'prescription'} and n.prescription_id = ${id})
          or (
            ${kind === 'consent' && id === LIGHT_CONSENT}
            and n.pid = ${pid}
            and exists (
              select
              from train_user u
              join train_brand b on b.oid = u.oid and b.hid = u.hid and b.brand = u.brand
              where u.oid = n.oid and u.id = n.user_id and b.class_three
            )
          )
        )
      returning n.id, n.hid
    `,
  )
  for (const { hid } of rows) cx.touch('training', hid)
})
export const basisReactions = [answers, stops]
