import { provideIn } from '#kernel/web/registry.ts'
import { besideLenses } from '#modules/records/contract/slots.ts'

provideIn(besideLenses, () => import('./order/MemberOrders.tsx'))
