import { nightly, on } from '#kernel/server/index.ts'
import { levelSet } from '#modules/patients/contract/events.ts'
import { paymentPaid } from '#modules/payments/contract/events.ts'
import { expireCoupons } from './coupons.ts'
import { grantLevel } from './grants/grants.ts'
import { expirePackages } from './packages.ts'
import { lapsePoints } from './points.ts'
import { bookTopUp } from './wallet.ts'

export default [
  on(levelSet, grantLevel),
  on(paymentPaid, async (cx, paid) => (paid.purpose === 'topup' ? bookTopUp(cx, paid) : undefined)),
  // 16:20 UTC is after midnight in the clinic's time zone.
  nightly('loyalty.expire-coupons', '20 16 * * *', expireCoupons),
  nightly('loyalty.expire-packages', '25 16 * * *', expirePackages),
  nightly('loyalty.lapse-points', '30 16 * * *', lapsePoints),
]
