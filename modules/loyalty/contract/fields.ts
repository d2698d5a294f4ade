import { choice, id, moment, money, note, text, z } from '#kernel/contract/index.ts'

/** Ways money comes in over the counter. Stored value, points and coupons are no money from outside, so not ways to top up. */
export const cashWays = { 1: '现金', 2: '微信', 3: '支付宝', 4: '银行卡', 8: '医保', 9: '其他' } as const
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
} as const
/** What is charged: a fee item's type, or 100 + the category of goods; 190 a package. Kept here because points are earned by it. */
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
export const kind = choice('类型', { 1: '充值', 2: '退储值', 3: '转出', 4: '转入', 5: '更正' })
export const points = (label = '积分') => z.int().min(-1_000_000_000_000).max(1_000_000_000_000).meta({ label, format: 'count' })
/** Points given or taken by hand at once: 10,000,000 are the limit, so that no sum of them is more than a list can show. */
export const adjustment = points('调整积分')
  .min(-10_000_000)
  .max(10_000_000)
  .refine((n) => n !== 0, '不能为 0')
export const reason = text('原因', { max: 200 }).min(1)
export const remark = note('备注', 500)
export const at = moment('时间')
export const staffName = text('操作人', { max: 50 })
