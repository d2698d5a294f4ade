/** Tells in time that the account of the store ends, and afterwards why so little is left of the menu. */
import { daysBetween } from '#kernel/contract/age.ts'
import { clinicNow } from '#kernel/contract/format.ts'
import type { SignedIn } from '#kernel/web/access.tsx'
import { t } from '#kernel/web/i18n.ts'
import { Link } from '#kernel/web/nav.tsx'

const ACCOUNT = '/settings/my_account'
/** Days before the end from which whoever may renew is told. */
const AHEAD = 30

/** `opens`: the screens this account has left. */
export function Expiry({ who, expired, opens }: { who: SignedIn; expired: boolean; opens: ReadonlySet<string> }) {
  const day = who.mingmouExpireDate
  if (!day) return null
  const left = daysBetween(clinicNow(), day)
  const renews = opens.has(ACCOUNT) && who.permissions.includes('balance:recharge')
  if (!expired && (left > AHEAD || !renews)) return null
  return (
    <p className={expired ? 'expiry over' : 'expiry'} role="status">
      {expired
        ? t`本店账号已于 ${day} 到期，续费前只保留部分页面`
        : left === 0
          ? t`本店账号今天到期`
          : t`本店账号将于 ${day} 到期，还有 ${left} 天`}
      {renews ? <Link to={ACCOUNT}>{t`去续费`}</Link> : t`，请联系店长或总部续费`}
    </p>
  )
}
