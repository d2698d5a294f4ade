import { tables } from '#kernel/contract/tables.ts'

export default tables({
  level: { word: '会员等级', wall: 'chain', member: 'reads' },
  master_item: { word: '基础资料', wall: 'chain', member: 'reads', happened: { 'body.decidedOn': 'life' } },
  store_option: { word: '门店选择', wall: 'chain', member: 'reads' },
})
