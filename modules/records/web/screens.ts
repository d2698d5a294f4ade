import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

export default components(screens, {
  '/patients/detail/{patientId}/prescription': () => import('./Prescriptions.tsx'),
  '/current-work/signing': () => import('./signing/Signing.tsx'),
  '/patients/detail/{patientId}/ecase': () => import('./Ecases.tsx'),
  '/rx-bill-print/{rxBillId}': printed(papers, '/rx-bill-print/{rxBillId}'),
  '/ecasePrint/{patientId}/{ecaseId}': printed(papers, '/ecasePrint/{patientId}/{ecaseId}'),
  '/patients/detail/{patientId}/okjing': () => import('./okjing/Okjing.tsx'),
  '/process/okjing': () => import('./okjing/OkjingList.tsx'),
  '/frame/okjing': () => import('./okjing/OkjingList.tsx'),
  '/settings/icd10': () => import('./icd/IcdCodes.tsx'),
  '/print/development/{patientId}': printed(papers, '/print/development/{patientId}'),
  '/print/first-record/{recordId}': printed(papers, '/print/first-record/{recordId}'),
  '/print/take-record/{recordId}': printed(papers, '/print/take-record/{recordId}'),
})
