import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/medical/reserve': () => import('./day/Reserve.tsx'),
  '/medical/shifts': () => import('./rosters/Shifts.tsx'),
  '/medical/screen_manage': () => import('./tv/ScreenManage.tsx'),
  '/medical/screen': () => import('./tv/Tv.tsx'),
  '/current-work/reservations': () => import('./rooms/CurrentWork.tsx'),
  '/today/reservations': () => import('./list/Today.tsx'),
  '/today/reservations-tomorrow': () => import('./list/Tomorrow.tsx'),
  '/patients/detail/{patientId}/reserve': () => import('./list/PatientReserve.tsx'),
  '/tv/screen_manage': () => import('./tv/Tv.tsx'),
  '/reservation-slip/{id}': () => import('./print/ReservationSlip.tsx'),
})
