import { provideIn } from '#kernel/web/registry.ts'
import { besideLenses, inFitting } from '#modules/records/contract/slots.ts'

provideIn(besideLenses, () => import('./order/MemberOrders.tsx'))
provideIn(inFitting, () => import('./fitting/Fitting.tsx'))
