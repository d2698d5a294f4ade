import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/login': () => import('./Login.tsx'),
  '/eg/login': () => import('./Login.tsx'),
  '/forgotPassword': () => import('./ForgotPassword.tsx'),
  '/wechat/confirm': () => import('./WechatConfirm.tsx'),
  '/settings/staff': () => import('./Staff.tsx'),
  '/settings/auth': () => import('./Auth.tsx'),
  '/settings/LoginLog': () => import('./LoginLog.tsx'),
  '/setup': () => import('./Setup.tsx'),
  '/404': () => import('./NotFound.tsx'),
})
