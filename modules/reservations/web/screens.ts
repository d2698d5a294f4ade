import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

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
  '/reservation-slip/{id}': printed(papers, '/reservation-slip/{id}'),
})
