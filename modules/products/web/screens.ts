import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/inventory/goods': () => import('./Goods.tsx'),
  '/inventory/goods/import': () => import('./GoodsImport.tsx'),
  '/settings/brand': () => import('./Brands.tsx'),
})
