import { tables } from '#kernel/contract/tables.ts'

export default tables({
  brand: { word: '品牌', wall: 'chain' },
  brand_supplier: { word: '品牌供应商', wall: 'chain' },
  product: { word: '商品', wall: 'chain' },
})
