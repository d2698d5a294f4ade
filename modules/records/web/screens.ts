import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/detail/{patientId}/prescription': () => import('./Prescriptions.tsx'),
  '/current-work/signing': () => import('./Signing.tsx'),
  '/patients/detail/{patientId}/ecase': () => import('./Ecases.tsx'),
  '/rx-bill-print/{rxBillId}': () => import('./print/RxPaper.tsx'),
  '/ecasePrint/{patientId}/{ecaseId}': () => import('./print/EcasePaper.tsx'),
})
