import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/inventory/list': () => import('./stock/StockList.tsx'),
  '/inventory/import': () => import('./in/StockInList.tsx'),
  '/inventory/import/file': () => import('./in/StockInImport.tsx'),
  '/inventory/export': () => import('./out/StockOutList.tsx'),
  '/inventory/warning': () => import('./Warnings.tsx'),
  '/inventory/supplier': () => import('./InventorySettings.tsx'),
  '/today/inventory-warning': () => import('./Warnings.tsx'),
  '/import-print/{stockinId}': () => import('./print/StockInPaper.tsx'),
  '/export-print/{stockoutId}': () => import('./print/StockOutPaper.tsx'),
})
