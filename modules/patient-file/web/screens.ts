import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/detail/{patientId}/home': () => import('./MemberHome.tsx'),
  '/parent-report/{pid}': () => import('./ParentReport.tsx'),
})
