/** How suppliers keep what they promise, read from orders and their receipts. */
import { count, date, get, id, money, page, perPage, text, z } from '#kernel/contract/index.ts'
import { kindWord } from '../fields.ts'

const days = (label: string) => count(label, { unit: '天' }).nullable()
/**
 * Of the orders placed in a period. Lead times are from the order to its first receipt. Wrong pieces differ from what was ordered,
 * defective ones were refused though they do not, or replaced for quality; what refused pieces and replacements under warranty take is the
 * supplier's.
 */
export const ScoreRow = z.object({
  supplierId: id('供应商'),
  supplierName: text('供应商', { width: 180 }),
  orders: count('订单数'),
  arrived: count('已到货'),
  p50: days('到货天数（半数）'),
  p90: days('到货天数（九成）'),
  late: count('逾期'),
  pieces: count('到货件数'),
  wrong: count('错货'),
  defective: count('缺陷'),
  remakeCost: money('返工费用'),
})
export type ScoreRow = z.output<typeof ScoreRow>
export const ScoreQuery = z.object({
  hid: id('门店').optional(),
  kind: kindWord.optional(),
  text: text('供应商').optional(),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  ...perPage,
})
export type ScoreQuery = z.output<typeof ScoreQuery>

export const scorecard = {
  'supplier-scorecard.list': get('/order/scorecard', {
    can: 'contract:view',
    summary: 'Ours: suppliers by their orders of a period, the last year without one: lead time, late, wrong, defective, cost of remakes',
    input: ScoreQuery,
    output: page(ScoreRow),
  }),
}
