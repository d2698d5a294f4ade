import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/settings/my_account': () => import('./MyAccount.tsx'),
  '/pay/phone/{orderNo}': () => import('./Phone.tsx'),
})
