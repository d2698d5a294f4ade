import { tables, type Functions } from '#kernel/contract/tables.ts'

export default tables({
  mall_store: { word: '商城门店', wall: 'store' },
})

export const functions: Functions = { door: ['mall_stores', 'mall_products'] }
