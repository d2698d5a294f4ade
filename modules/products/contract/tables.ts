import { tables } from '#kernel/contract/tables.ts'

export default tables({
  brand: { word: '品牌', wall: 'chain', canonical: { name: 'name' } },
  brand_supplier: { word: '品牌供应商', wall: 'chain' },
  lens_price_list: { word: '镜片价格表', wall: 'chain' },
  lens_price_band: { word: '镜片光度价格', wall: 'chain' },
  product_tag: { word: '商品标签', wall: 'store' },
  product_tagged: { word: '商品的标签', wall: 'store' },
  product: {
    word: '商品',
    wall: 'chain',
    canonical: { name: 'name', brand: 'name', series: 'name', version: 'name', spec: 'name', colour: 'name' },
  },
})
