/** All statistics by name. */
import type { StatisticView } from './view.ts'
import { inventory, orderstats, outpatient, sms, stockMoves } from './clinic.ts'
import { account, channel, charge, feebill, feecategory, performance, sales, shop } from './money.ts'

export const views = {
  charge,
  sales,
  outpatient,
  performance,
  channel,
  shop,
  inventory,
  orderstats,
  sms,
  feebill,
  feecategory,
  'stock-in': stockMoves('入库统计', 'into'),
  'stock-out': stockMoves('出库统计', 'out'),
  account,
} satisfies Record<string, StatisticView>
export type ViewName = keyof typeof views
