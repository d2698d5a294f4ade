import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/store': () => import('./Store.tsx'),
  '/today/charge': () => import('./TodayCharge.tsx'),
  '/patients/detail/{patientId}/prepaid': () => import('./Prepaid.tsx'),
  '/patients/detail/{patientId}/credit': () => import('./Credit.tsx'),
  '/charge-record-print/{cbid}': () => import('./print/ChargeRecord.tsx'),
})
