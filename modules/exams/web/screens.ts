import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')
/** One page under the addresses of all kinds: each lands at its section. */
const visit = () => import('./visit/Visit.tsx')

export default components(screens, {
  '/patients/detail/{patientId}/examine/sight': visit,
  '/patients/detail/{patientId}/examine/refraction': visit,
  '/patients/detail/{patientId}/examine/pd': visit,
  '/patients/detail/{patientId}/examine/biology': visit,
  '/patients/detail/{patientId}/examine/iop': visit,
  '/patients/detail/{patientId}/examine/heightAndWeight': visit,
  '/patients/detail/{patientId}/examine/vision': visit,
  '/patients/detail/{patientId}/examine/dry': visit,
  '/patients/detail/{patientId}/examine/corneal': visit,
  '/patients/detail/{patientId}/examine/misc': visit,
  '/patients/detail/{patientId}/examine/assess': visit,
  '/patients/detail/{patientId}/examine/cycloplegia': visit,
  '/patients/detail/{patientId}/examine/cornea': visit,
  '/patients/detail/{patientId}/examine/fracture': visit,
  '/patients/detail/{patientId}/examine/shaping': visit,
  '/patients/detail/{patientId}/examine/graph': () => import('./growth/Graph.tsx'),
  '/current-work/check': () => import('./queue/CheckQueue.tsx'),
  '/today/today-check': () => import('./queue/TodayCheck.tsx'),
  '/crowthCurve': () => import('./growth/GrowthCurve.tsx'),
  '/visualResult': () => import('./queue/VisualResult.tsx'),
  '/result': () => import('./queue/Result.tsx'),
  '/check-bill-print/{checkBillId}': printed(papers, '/check-bill-print/{checkBillId}'),
  '/today-check/print/{id}/{pid}': printed(papers, '/today-check/print/{id}/{pid}'),
  '/exam-report/{pid}': printed(papers, '/exam-report/{pid}'),
})
