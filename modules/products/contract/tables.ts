import { tables } from '#kernel/contract/tables.ts'

export default tables({
  product: { word: '商品', wall: 'chain' },
})
