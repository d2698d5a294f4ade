import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/list': () => import('./PatientList.tsx'),
  '/patients/import': () => import('./PatientImport.tsx'),
  '/patients/detail/{patientId}/home': () => import('./PatientHome.tsx'),
  '/patients/detail/{patientId}/basic': () => import('./PatientBasic.tsx'),
})
