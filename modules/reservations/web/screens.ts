import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/medical/reserve': () => import('./Reserve.tsx'),
  '/medical/shifts': () => import('./Shifts.tsx'),
  '/medical/screen_manage': () => import('./ScreenManage.tsx'),
  '/medical/screen': () => import('./Tv.tsx'),
  '/current-work/reservations': () => import('./CurrentWork.tsx'),
  '/today/reservations': () => import('./Today.tsx'),
  '/today/reservations-tomorrow': () => import('./Tomorrow.tsx'),
  '/patients/detail/{patientId}/reserve': () => import('./PatientReserve.tsx'),
  '/tv/screen_manage': () => import('./Tv.tsx'),
  '/reservation-slip/{id}': () => import('./print/ReservationSlip.tsx'),
})
