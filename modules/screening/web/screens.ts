import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/school-manage': () => import('./schools/SchoolManage.tsx'),
})
