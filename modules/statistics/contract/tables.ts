import { tables, type Functions } from '#kernel/contract/tables.ts'

const kept = { wall: 'store', readOnly: true, unaudited: 'sums that triggers keep of rows that have their own record' } as const
export default tables({
  stat_day: { ...kept, word: '统计日汇总' },
  stat_first: { ...kept, word: '新客和初诊', unaudited: 'triggers find it anew of bills and visits that have their own record' },
  stat_delta: { ...kept, word: '统计增量' },
})
export const functions: Functions = { app: ['stat_fold'], owner: ['stat_first_found', 'stat_first_keep'] }
