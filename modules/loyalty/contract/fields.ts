import { choice, id, moment, money, note, text, z } from '#kernel/contract/index.ts'
import type { PayWay, moneyWays } from '#modules/payments/contract/ways.ts'

/** Labels of the ways that bring money in, in the order tills offer them. */
export const cashWays = { 1: '现金', 2: '微信', 3: '支付宝', 4: '银行卡', 8: '医保', 9: '其他' } as const satisfies Record<
  (typeof moneyWays)[number],
  string
>
/** Labels of all ways. */
export const payWays = {
  1: '现金',
  2: '微信',
  3: '支付宝',
  4: '银行卡',
  5: '储值',
  6: '积分抵扣',
  7: '卡券',
  8: '医保',
  9: '其他',
} as const satisfies Record<PayWay, string>
/**
 * Kinds of a bill line that are not the type of a fee item: goods carry their category from `goods` upwards, a combo and free text their
 * own code. Declared here because points are earned by kind.
 */
export const ChargeKind = { goods: 100, lens: 103, combo: 190, free: 199 } as const
/** Labels of all kinds: the types of fee items, goods by category, combos and free text. */
export const chargeKinds: Readonly<Record<number, string>> = {
  0: '检查',
  1: '治疗',
  2: '药品',
  3: '训练',
  7: '框架镜',
  12: '硬镜',
  101: '镜架',
  102: '配件',
  103: '镜片',
  104: '隐形',
  105: '护理液',
  106: '太阳镜',
  107: '耗材',
  108: '老花镜',
  109: '视光服务',
  110: '角膜塑形镜',
  111: '设备',
  190: '套餐',
  199: '其他',
}

export const cbid = id('储值单')
export const pid = id('会员')
export const hid = id('门店')
export const principal = (label = '储值金额') => money(label)
export const signed = (label: string) => money(label, { min: -10_000_000 })
export const gift = (label = '赠送金额') => money(label)
export const payWay = choice('支付方式', cashWays)
/** Kinds of a stored-value bill (`charge_bill.kind`). */
export const ChargeBillKind = { topUp: 1, withdrawal: 2, transferOut: 3, transferIn: 4, correction: 5 } as const
export const kind = choice('类型', { 1: '充值', 2: '退储值', 3: '转出', 4: '转入', 5: '更正' })
export const points = (label = '积分') => z.int().min(-1_000_000_000_000).max(1_000_000_000_000).meta({ label, format: 'count' })
/** Manual adjustment of points. Limited to ±10,000,000, so that sums stay displayable. */
export const adjustment = points('调整积分')
  .min(-10_000_000)
  .max(10_000_000)
  .refine((n) => n !== 0, '不能为 0')
export const reason = text('原因', { max: 200 }).min(1)
export const remark = note('备注', 500)
export const happenedAt = moment('时间')
export const staffName = text('操作人', { max: 50 })
