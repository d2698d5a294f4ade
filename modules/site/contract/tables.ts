import { tables } from '#kernel/contract/tables.ts'

export default tables({
  mall_store: { word: '商城门店', wall: 'store' },
})
