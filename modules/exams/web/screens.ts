import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/detail/{patientId}/examine/sight': () => import('./measures/Sight.tsx'),
  '/patients/detail/{patientId}/examine/refraction': () => import('./measures/Refraction.tsx'),
  '/patients/detail/{patientId}/examine/pd': () => import('./measures/Pd.tsx'),
  '/patients/detail/{patientId}/examine/biology': () => import('./measures/Biology.tsx'),
  '/patients/detail/{patientId}/examine/iop': () => import('./measures/Iop.tsx'),
  '/patients/detail/{patientId}/examine/heightAndWeight': () => import('./growth/HeightWeight.tsx'),
  '/patients/detail/{patientId}/examine/graph': () => import('./growth/Graph.tsx'),
  '/current-work/check': () => import('./queue/CheckQueue.tsx'),
  '/today/today-check': () => import('./queue/TodayCheck.tsx'),
  '/crowthCurve': () => import('./growth/GrowthCurve.tsx'),
  '/result': () => import('./queue/Result.tsx'),
  '/exam-report/{pid}': () => import('./print/ExamReport.tsx'),
})
