import { addDays } from '#kernel/contract/index.ts'
import { lit, move, nightly, on, sql, update, type Cx } from '#kernel/server/index.ts'
import { billRefundAsked, billRefundCancelled, billRefunded } from '#modules/billing/contract/events.ts'
import { memberErased } from '#modules/patients/contract/events.ts'
import { adherenceLow } from '../contract/events.ts'
import { trainPlan, trainSession } from '../contract/states.ts'
import { ADHERENCE_DAYS, LEAST_ADHERENCE } from '../contract/verdict.ts'
import { basisReactions } from './basis.ts'
import { billMoneyBack, cardStaysBack, mayRefundBill } from './refunds.ts'
import { trendsOf } from './trends.ts'

/** Sessions of days before today that nobody signed were missed. */
export async function closeDay(cx: Cx): Promise<void> {
  const left = await cx.db.rows(
    { id: 'number' },
    sql`
      select s.id
      from train_session s
      join train_plan n on n.oid = s.oid and n.id = s.plan_id
      where s.status = ${lit(trainSession.is.planned)} and s."day" < ${cx.today}::date and n.status = ${lit(trainPlan.is.active)}
      order by s.id
      limit 5000
    `,
  )
  for (const { id } of left) await move(cx, trainSession, id, 'miss', { automatic: true, note: '未签到' })
}
/** Active plans below 60 % adherence of 14 days are announced, once in 14 days. */
export async function tellLow(cx: Cx): Promise<void> {
  const plans = await cx.db.rows(
    { id: 'number', pid: 'number', hid: 'number' },
    sql`
      select id, pid, hid
      from train_plan
      where status = ${lit(trainPlan.is.active)}
        and starts_on <= ${addDays(cx.today, -ADHERENCE_DAYS)}::date
        and (told_on is null or told_on <= ${addDays(cx.today, -ADHERENCE_DAYS)}::date)
      order by id
      limit 5000
    `,
  )
  const trends = await trendsOf(
    cx,
    plans.map((p) => p.id),
  )
  for (const { id, pid, hid } of plans) {
    const adherence = trends.get(id)?.adherence ?? null
    if (adherence === null || adherence >= LEAST_ADHERENCE) continue
    await update(cx, 'train_plan', { id }, { toldOn: cx.today })
    await cx.announce(adherenceLow, { planId: id, pid, hid, adherence })
  }
}
/** What was trained stays by the member's number; what tells who it was goes. */
const forgets = on(memberErased, async (cx, { pid }) => {
  await cx.db.run(sql`
    update train_user u
    set name = '已删除', mobile = null, birth = null
    from train_mapping m
    where m.oid = u.oid and m.user_id = u.id and m.pid = ${pid} and m.ended_at is null
  `)
})
export default [
  ...basisReactions,
  forgets,
  on(billRefundAsked, mayRefundBill),
  on(billRefunded, billMoneyBack),
  on(billRefundCancelled, cardStaysBack),
  // 16:25 UTC is 00:25 in the clinic.
  nightly('training.close-day', '25 16 * * *', closeDay),
  nightly('training.adherence', '35 16 * * *', tellLow),
]
