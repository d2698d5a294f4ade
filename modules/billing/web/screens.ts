import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

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
  '/fee-bill-print/{feeBillId}': printed(papers, '/fee-bill-print/{feeBillId}'),
  '/refund-fee-bill-print/{feeBillId}': printed(papers, '/refund-fee-bill-print/{feeBillId}'),
  '/till-shift-print/{shiftId}': printed(papers, '/till-shift-print/{shiftId}'),
  '/revenuePrint/{date}': printed(papers, '/revenuePrint/{date}'),
})
