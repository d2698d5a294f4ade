import { tables, type Functions } from '#kernel/contract/tables.ts'

const kept = { wall: 'store', readOnly: true, unaudited: 'sums that triggers keep of rows that have their own record' } as const
export default tables({
  stat_day: { ...kept, word: '统计日汇总' },
  stat_sum: { ...kept, word: '统计月汇总' },
  stat_part: { word: '统计汇总口径', wall: 'product' },
  book_day: { ...kept, word: '账簿日结', unaudited: 'sums of a ledger, which is its own record' },
  book_closed: { ...kept, wall: 'chain', word: '账簿日结进度', unaudited: 'up to when the days of the books are summed' },
  stat_first: { ...kept, word: '新客和初诊', unaudited: 'triggers find it anew of bills and visits that have their own record' },
  commission_rule: { word: '提成规则', wall: 'store' },
  commission_line: { ...kept, word: '提成明细', unaudited: 'triggers make it of bills and refunds that have their own record' },
  commission_later: { ...kept, word: '待计提成', unaudited: 'a note of what is reckoned within minutes' },
  channel_cost: { books: true, word: '渠道费用', wall: 'store', happened: { day: 'open' } },
  stat_delta: { ...kept, word: '统计增量' },
})
export const functions: Functions = {
  app: ['stat_fold', 'commission_settle', 'book_close', 'book_moved'],
  owner: [
    'book_lines',
    'stat_first_found',
    'stat_first_keep',
    'commission_rule_of',
    'commission_people',
    'commission_of_bills',
    'commission_of_refund',
    'commission_of_charges',
    'commission_lock',
  ],
}
