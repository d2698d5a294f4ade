import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/members/message': () => import('./message/Messages.tsx'),
  '/members/marketing': () => import('./settings/MarketingSettings.tsx'),
  '/patients/detail/{patientId}/touches': () => import('./MemberTouches.tsx'),
})
