import { provideIn } from '#kernel/web/registry.ts'
import { besideCoupons } from '#modules/loyalty/contract/slots.ts'

provideIn(besideCoupons, () => import('./CouponOrigins.tsx'))
