import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/contract/payment': () => import('./payments/PaymentList.tsx'),
  '/contract/list': () => import('./contracts/ContractList.tsx'),
  '/contract/supplier': () => import('./SupplierAccounts.tsx'),
  '/contract/supplier-check': () => import('./check/SupplierCheck.tsx'),
  '/contract/supplier-check/file': () => import('./check/StatementImport.tsx'),
  '/contract/payment/print/{id}': () => import('./print/PaymentPaper.tsx'),
})
