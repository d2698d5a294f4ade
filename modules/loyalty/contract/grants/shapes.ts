/** What members were given by hand: coupons, points, gift money without a scheme, a better level. */
import { choice, count, date, id, moment, money, page, perPage, personal, text, z } from '#kernel/contract/index.ts'
import * as f from '../fields.ts'

export const grantKinds = { 1: '卡券', 2: '积分', 3: '赠金', 4: '会员等级' } as const
export type GrantKind = keyof typeof grantKinds
const kind = choice('类别', grantKinds)
/** Who agrees to what is over the ceiling; a proof of presence of this person stands on this screen. */
export const approver = id('批准人').optional()

export const HandGrant = z.object({
  grantId: id('手工赠送'),
  at: moment('时间'),
  kind,
  pid: f.pid,
  patientName: personal(text('会员', { width: 84 }), 'name'),
  memberNo: text('会员号').nullable(),
  what: text('内容', { width: 180 }),
  quantity: count('数量'),
  worth: money('折合金额'),
  reason: text('原因', { width: 200 }),
  operatorName: text('赠送人', { width: 84 }).nullable(),
  approverName: text('批准人', { width: 84 }).nullable(),
})
export type HandGrant = z.output<typeof HandGrant>
export const GrantPage = page(HandGrant).extend({ worth: money('折合合计') })
export const GrantQuery = z.object({
  kind: kind.optional(),
  operatorId: id('赠送人').optional(),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  ...perPage,
})
