import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/school-manage': () => import('./schools/SchoolManage.tsx'),
  '/patients/school-archives': () => import('./schools/SchoolArchives.tsx'),
  '/patients/school-import': () => import('./schools/RollImport.tsx'),
})
