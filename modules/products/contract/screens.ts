import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/inventory/goods': { title: '商品管理', can: 'product:view', menu: 'inventory', icon: 'tags', rank: 50 },
  '/inventory/goods/import': { title: '导入商品', can: 'product:import' },
  '/settings/brand': { title: '品牌设置', can: 'product:edit', menu: 'settings', icon: 'badge', rank: 46 },
})
