import { provideIn } from '#kernel/web/registry.ts'
import { belowPaid } from '#modules/billing/contract/slots.ts'
import { belowPickUp } from '#modules/frame-orders/contract/slots.ts'

provideIn(belowPaid, () => import('./desks/closing.tsx'))
provideIn(belowPickUp, () => import('./desks/closing.tsx'))
