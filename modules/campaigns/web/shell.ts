import { provideIn } from '#kernel/web/registry.ts'
import { besideCoupons } from '#modules/loyalty/contract/events.ts'

provideIn(besideCoupons, () => import('./CouponOrigins.tsx'))
