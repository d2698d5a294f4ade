import { get, page, post, put, z } from '#kernel/contract/index.ts'
import { stored } from './endpoints.stored.ts'
import { coupons } from './endpoints.coupons.ts'
import { packages } from './endpoints.packages.ts'
import { grantFails, grants } from './grants/endpoints.ts'
import { points } from './endpoints.points.ts'
import * as s from './shapes.ts'

export const loyalty = {
  'chargebill.insert-and-pay': post('/chargebill/insertAndPay', {
    can: 'stored:topup',
    summary: 'Tops up stored value',
    input: s.TopUp,
    reads: 'written',
    output: s.ChargeBillInfo,
    fails: s.topUpFails,
  }),
  'charge-bills.create': post('/{product}/charge-bills', {
    can: 'stored:topup',
    summary: 'Tops up stored value (newer path)',
    input: s.TopUp,
    reads: 'written',
    output: s.ChargeBillInfo,
    fails: s.topUpFails,
  }),
  'chargebill.list': get('/chargebill/getList/{hid}', {
    can: 'stored:view',
    summary: 'Stored-value bills of a store',
    input: s.StoreCharges,
    reads: 'many',
    output: s.ChargeBillPage,
  }),
  'charge-bills.list': get('/{product}/charge-bills', {
    can: 'stored:view',
    summary: 'Stored-value bills of the present store (newer path)',
    input: s.MyCharges,
    reads: 'many',
    output: s.ChargeBillPage,
  }),
  'chargebill.list-by-patient': get('/chargebill/getListBypid/{pid}', {
    can: 'stored:view',
    reads: 'one',
    summary: 'Stored-value bills of a member',
    input: s.MemberCharges,
    output: s.ChargeBillPage,
  }),
  'chargebill.statistical': get('/chargebill/statistical/{hid}', {
    can: 'stored:view',
    summary: 'Stored value taken, given back and held',
    input: s.Statistical,
    output: s.ChargeFigures,
  }),
  'chargebill.transfer': post('/chargebill/transfer', {
    can: 'stored:transfer',
    summary: 'Moves stored value to another member',
    input: s.TransferStored,
    reads: 'written',
    output: s.ChargeBillInfo,
    fails: ['confirm_money', 'same_member', 'topup_limit'],
  }),
  'chargebill.withdrawal': post('/chargebill/withdrawal', {
    can: 'stored:withdraw',
    summary: 'Pays principal back to the member',
    input: s.Withdraw,
    reads: 'written',
    output: s.ChargeBillInfo,
    fails: ['principal_short', 'payer_short', 'refund_to_account', 'same_name', 'not_refundable'],
  }),
  'chargebill.info': get('/chargebill/info/{cbid}', {
    can: 'stored:view',
    reads: 'one',
    summary: 'Ours: one stored-value bill, for its print',
    input: s.ByCbid,
    output: s.ChargeBillInfo,
  }),
  'loyalty.wallet': get('/patient/{pid}/wallet', {
    can: 'wallet:view',
    reads: 'one',
    summary: 'Ours: what a member holds, principal, gift money, points',
    input: s.ByPid,
    output: s.MemberWallet,
  }),
  'patients.points.list': get('/patient/getPointList/{id}', {
    can: 'points:view',
    reads: 'one',
    member: 'id',
    summary: 'Lines of a member’s points account, newest first',
    input: s.MemberPoints,
    output: s.PointPage,
  }),
  'patients.points.adjust': post('/patient/adjustPoint/', {
    can: 'points:adjust',
    summary: 'Adds or takes points with a reason',
    input: s.AdjustPoints,
    reads: 'written',
    output: s.MemberWallet,
    fails: grantFails,
  }),
  'points.rules.list': get('/points/rules', {
    can: 'session',
    summary: 'Rules of points and stored value',
    input: z.object({}),
    output: page(s.PointsRule),
  }),
  'points.rules.save-all': put('/points/rules', {
    can: 'points:rules',
    summary: 'Changes several rules',
    input: s.EditPointsRules,
    output: page(s.PointsRule),
    fails: ['rule_range'],
  }),
  'points.rules.get': get('/points/rules/{id}', {
    can: 'session',
    summary: 'One rule',
    input: z.object({ id: s.PointsRule.shape.pointsRuleId }),
    output: s.PointsRule,
  }),
  'points.rules.update': put('/points/rules/{id}', {
    can: 'points:rules',
    summary: 'Changes one rule',
    input: s.EditPointsRule,
    output: s.PointsRule,
    fails: ['rule_range'],
  }),
  'points.rule': get('/points/rule', {
    can: 'session',
    summary: 'Money value of points, for the till',
    input: z.object({}),
    output: s.PointsValue,
  }),
  ...stored,
  ...points,
  ...coupons,
  ...packages,
  ...grants,
}
export default loyalty
