import { tables } from '#kernel/contract/tables.ts'

export default tables({
  level: { member: 'reads', word: '会员等级', wall: 'chain', changedBy: 'store' },
  master_item: { member: 'reads', word: '基础资料', wall: 'chain', changedBy: 'store', happened: { 'body.decidedOn': 'life' } },
  closed_month: { word: '月结', wall: 'store' },
  store_option: { member: 'reads', word: '门店选择', wall: 'chain', changedBy: 'store' },
})
