import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

export default components(screens, {
  '/contract/payment': () => import('./payments/PaymentList.tsx'),
  '/contract/list': () => import('./contracts/ContractList.tsx'),
  '/contract/list/prices/{contractId}': () => import('./contracts/PriceImport.tsx'),
  '/contract/supplier': () => import('./SupplierAccounts.tsx'),
  '/contract/supplier-check': () => import('./check/SupplierCheck.tsx'),
  '/contract/supplier-check/file': () => import('./check/StatementImport.tsx'),
  '/contract/payment/print/{id}': printed(papers, '/contract/payment/print/{id}'),
})
