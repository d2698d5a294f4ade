import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/login': () => import('./login/Login.tsx'),
  '/eg/login': () => import('./login/Login.tsx'),
  '/forgotPassword': () => import('./login/ForgotPassword.tsx'),
  '/wechat/confirm': () => import('./login/WechatConfirm.tsx'),
  '/settings/staff': () => import('./staff/Staff.tsx'),
  '/settings/auth': () => import('./access/Auth.tsx'),
  '/settings/LoginLog': () => import('./sessions/LoginLog.tsx'),
  '/setup': () => import('./login/Setup.tsx'),
  '/404': () => import('./login/NotFound.tsx'),
})
