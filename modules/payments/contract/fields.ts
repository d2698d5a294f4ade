import { choice, flag, id, moment, money, note, text, word, status } from '#kernel/contract/index.ts'
import { codePayment, rechargeCoupon } from './states.ts'

export const hid = id('门店')
export const storeName = text('门店')
export const payWay = choice('支付方式', { 2: '微信', 3: '支付宝' })
/** Ways head office receives a store's money outside the product. */
export const receivedBy = choice('收款方式', { 1: '现金', 4: '银行卡', 9: '其他' })
export const orderNo = text('支付单号', { max: 32 })
export const amount = (label = '金额', min = 0.01) => money(label, { min })
export const signed = (label: string) => money(label, { min: -10_000_000 })
export const orderStatus = status('状态', codePayment)
export const purpose = word('用途', { bill: '收费', topup: '会员储值', balance: '账户充值' })
export const kind = choice('类型', { 1: '充值', 2: '消费', 3: '转出', 4: '转入', 5: '推荐奖励', 6: '退回', 7: '冻结' })
export const couponStatus = status('状态', rechargeCoupon)
export const happenedAt = moment('时间')
export const staffName = text('操作人', { max: 50 })
export const reason = text('事由', { max: 200 })
export const remark = note('备注', 500)
export const booked = flag('已入账')
export const simulated = flag('模拟')
