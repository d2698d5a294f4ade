import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/inventory/list': () => import('./stock/StockList.tsx'),
  '/inventory/import': () => import('./in/StockInList.tsx'),
  '/inventory/import/file': () => import('./in/StockInImport.tsx'),
  '/inventory/export': () => import('./out/StockOutList.tsx'),
  '/inventory/count': () => import('./count/CountList.tsx'),
  '/inventory/count/{countId}': () => import('./count/CountPage.tsx'),
  '/inventory/lossAndOverflow': () => import('./loss/LossList.tsx'),
  '/inventory/warning': () => import('./Warnings.tsx'),
  '/inventory/supplier': () => import('./InventorySettings.tsx'),
  '/today/inventory-warning': () => import('./Warnings.tsx'),
  '/print/inventory-count/{countId}/{category}': () => import('./print/CountPaper.tsx'),
  '/print/loss-and-overflow/{profitLossId}/{category}': () => import('./print/LossPaper.tsx'),
  '/import-print/{stockinId}': () => import('./print/StockInPaper.tsx'),
  '/export-print/{stockoutId}': () => import('./print/StockOutPaper.tsx'),
})
