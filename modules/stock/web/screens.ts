import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

export default components(screens, {
  '/inventory/list': () => import('./stock/StockList.tsx'),
  '/inventory/import': () => import('./in/StockInList.tsx'),
  '/inventory/import/file': () => import('./in/StockInImport.tsx'),
  '/inventory/export': () => import('./out/StockOutList.tsx'),
  '/inventory/transfer': () => import('./transfer/TransferList.tsx'),
  '/inventory/count': () => import('./count/CountList.tsx'),
  '/inventory/count/{countId}': () => import('./count/CountPage.tsx'),
  '/inventory/lossAndOverflow': () => import('./loss/LossList.tsx'),
  '/inventory/scrap': () => import('./scrap/ScrapList.tsx'),
  '/inventory/warning': () => import('./Warnings.tsx'),
  '/inventory/supplier': () => import('./InventorySettings.tsx'),
  '/today/inventory-warning': () => import('./Warnings.tsx'),
  '/today/output': () => import('./output/OutputList.tsx'),
  '/today/output/{stockoutId}': () => import('./output/OutputPage.tsx'),
  '/print/inventory-count/{countId}/{category}': printed(papers, '/print/inventory-count/{countId}/{category}'),
  '/print/loss-and-overflow/{profitLossId}/{category}': printed(papers, '/print/loss-and-overflow/{profitLossId}/{category}'),
  '/import-print/{stockinId}': printed(papers, '/import-print/{stockinId}'),
  '/print/scrap/{stockoutId}': printed(papers, '/print/scrap/{stockoutId}'),
  '/print/goods-labels/{batches}': printed(papers, '/print/goods-labels/{batches}'),
  '/export-print/{stockoutId}': printed(papers, '/export-print/{stockoutId}'),
})
