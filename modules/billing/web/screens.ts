import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/medical/fee': () => import('./FeeList.tsx'),
  '/medical/fee-add': () => import('./FeeDesk.tsx'),
  '/medical/fee-edit/{feeBillId}': () => import('./FeeDesk.tsx'),
  '/medical/fee_setting': () => import('./prices/FeeSetting.tsx'),
  '/medical/receivables': () => import('./Receivables.tsx'),
  '/medical/till': () => import('./shift/Till.tsx'),
  '/patients/rank/{rankName}': () => import('./Rank.tsx'),
  '/today/today-fee': () => import('./TodayFee.tsx'),
  '/statistics/revenue': () => import('./Revenue.tsx'),
  '/patients/detail/{patientId}/paid': () => import('./PatientPaid.tsx'),
  '/fee-bill-print/{feeBillId}': () => import('./print/FeeBill.tsx'),
  '/refund-fee-bill-print/{feeBillId}': () => import('./print/RefundBill.tsx'),
  '/till-shift-print/{shiftId}': () => import('./print/TillShift.tsx'),
  '/revenuePrint/{date}': () => import('./print/RevenueDay.tsx'),
})
