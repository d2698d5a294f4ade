import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/detail/{patientId}/examine/sight': () => import('./Sight.tsx'),
  '/patients/detail/{patientId}/examine/refraction': () => import('./Refraction.tsx'),
  '/patients/detail/{patientId}/examine/pd': () => import('./Pd.tsx'),
  '/patients/detail/{patientId}/examine/biology': () => import('./Biology.tsx'),
  '/patients/detail/{patientId}/examine/iop': () => import('./Iop.tsx'),
  '/patients/detail/{patientId}/examine/heightAndWeight': () => import('./HeightWeight.tsx'),
  '/patients/detail/{patientId}/examine/graph': () => import('./Graph.tsx'),
  '/current-work/check': () => import('./CheckQueue.tsx'),
  '/today/today-check': () => import('./TodayCheck.tsx'),
  '/crowthCurve': () => import('./GrowthCurve.tsx'),
  '/result': () => import('./Result.tsx'),
  '/exam-report/{pid}': () => import('./print/ExamReport.tsx'),
})
