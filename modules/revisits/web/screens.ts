import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/revisit/duty': () => import('./duty/Duty.tsx'),
  '/revisit/trace': () => import('./Trace.tsx'),
  '/revisit/setting': () => import('./Setting.tsx'),
  '/today/visits': () => import('./today/TodayCalls.tsx'),
  '/today/today-followup': () => import('./today/TodayFollowUp.tsx'),
  '/patients/detail/{patientId}/revisit': () => import('./MemberTab.tsx'),
})
