import { implement, post, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { loyalty } from '../contract/endpoints.ts'
import type { PointsRule } from '../contract/shapes.ts'
import { couponHandlers } from './coupon-lists.ts'
import { earningLines, walletOf } from './door.ts'
import { grantPoints, grantsOf } from './grants/grants.ts'
import { deleteScheme, editScheme, newScheme, schemeOf, schemes } from './schemes.ts'
import { memberStatement } from './statement.ts'
import { amend, scanTopUp, topUp, transfer } from './wallet.ts'
import { withdraw, withdrawalPlan } from './withdraw.ts'
import { packageHandlers } from './package-lists.ts'
import { pointHandlers } from './point-lists.ts'
import { chargeOf, chargesOfMember, chargesOfStore, earningRows, figures, pointLines, ruleOf, ruleRows, ruleSet } from './queries.ts'

async function setRule(cx: Cx<'rule_range'>, id: number, number: number): Promise<void> {
  const {
    label,
    limits: [min, max],
  } = ruleOf(cx, id)
  if (number < min || number > max) cx.refuse('rule_range', { label, min, max, field: 'pointsNumber' })
  await cx.db.run(
    sql`
      insert into points_rule (points_rule_id, points_number)
      values (${id}, ${number})
      on conflict (oid, points_rule_id) do update
      set points_number = excluded.points_number
    `,
  )
}
const ruleRow = async (cx: Cx, id: number): Promise<PointsRule> => {
  ruleOf(cx, id)
  return [...(await ruleRows(cx)), ...(await earningRows(cx))].find((r) => r.pointsRuleId === id)!
}
const whole = (list: PointsRule[]) => ({ list, total: list.length })

export default implement(loyalty, {
  'chargebill.insert-and-pay': topUp,
  'charge-bills.create': topUp,
  'chargebill.list': (cx, { hid, ...query }) => chargesOfStore(cx, ownStore(cx, hid), query),
  'charge-bills.list': (cx, query) => chargesOfStore(cx, cx.who.hid, query),
  'chargebill.list-by-patient': async (cx, { pid, ...query }) => chargesOfMember(cx, (await patientOf(cx, pid)).pid, query),
  'chargebill.statistical': (cx, { hid, startTime, endTime }) => figures(cx, ownStore(cx, hid), startTime, endTime),
  'chargebill.transfer': transfer,
  'chargebill.withdrawal': withdraw,
  'chargebill.info': (cx, { cbid }) => chargeOf(cx, cbid),
  'loyalty.wallet': async (cx, { pid }) => walletOf(cx, (await patientOf(cx, pid)).pid),
  'patients.points.list': async (cx, { id, ...query }) => pointLines(cx, (await patientOf(cx, id)).pid, query),
  'patients.points.adjust': async (cx, { pid, points, reason, approver }) => {
    await patientOf(cx, pid)
    await grantPoints(cx, { pids: [pid], points, reason, approver })
    await post(cx, { reason: '积分调整', note: reason, ref: `member:${pid}`, lines: earningLines(pid, points) })
    return walletOf(cx, pid)
  },
  'points.rules.list': async (cx) => whole(await ruleRows(cx)),
  'points.rules.save-all': async (cx, { list, pointsRuleId, pointsNumber }) => {
    const one = pointsRuleId !== undefined && pointsNumber !== undefined ? [{ pointsRuleId, pointsNumber }] : []
    for (const rule of list ?? one) await setRule(cx, rule.pointsRuleId, rule.pointsNumber)
    return whole(await ruleRows(cx))
  },
  'points.rules.get': (cx, { id }) => ruleRow(cx, id),
  'points.rules.update': async (cx, { id, pointsNumber }) => {
    await setRule(cx, id, pointsNumber)
    return ruleRow(cx, id)
  },
  'points.rule': async (cx) => {
    const rules = await ruleSet(cx)
    return { pointsPerYuan: rules.value, earnPerYuan: rules.earn, maxShare: rules.share, storedOrder: rules.stored_order }
  },
  'storage-scheme.list': schemes,
  'storage-scheme.get': (cx, { id }) => schemeOf(cx, id),
  'storage-scheme.create': newScheme,
  'storage-scheme.update': editScheme,
  'storage-scheme.delete': (cx, { id }) => deleteScheme(cx, id),
  'chargebill.amend': amend,
  'chargebill.scan': scanTopUp,
  'chargebill.withdrawal-plan': withdrawalPlan,
  'loyalty.statement': memberStatement,
  ...pointHandlers,
  'hand-grants.list': grantsOf,
  ...couponHandlers,
  ...packageHandlers,
})
