import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/store': () => import('./Store.tsx'),
  '/patients/point': () => import('./PointDesk.tsx'),
  '/patients/points/account': () => import('./PointAccounts.tsx'),
  '/patients/points/detail': () => import('./PointDetail.tsx'),
  '/patients/points/mall': () => import('./GiftMall.tsx'),
  '/patients/points/order': () => import('./GiftOrders.tsx'),
  '/patients/points/lottery': () => import('./Lottery.tsx'),
  '/patients/points/recommend': () => import('./RecommendGifts.tsx'),
  '/patients/points/config': () => import('./PointConfig.tsx'),
  '/patients/points/setting': () => import('./PointSetting.tsx'),
  '/members/receive': () => import('./Receive.tsx'),
  '/members/card': () => import('./CouponKinds.tsx'),
  '/patients/detail/{patientId}/recommend': () => import('./Recommend.tsx'),
  '/patients/detail/{patientId}/check': () => import('./Check.tsx'),
  '/patients/detail/{patientId}/card': () => import('./MemberCards.tsx'),
  '/today/charge': () => import('./TodayCharge.tsx'),
  '/patients/detail/{patientId}/prepaid': () => import('./Prepaid.tsx'),
  '/patients/detail/{patientId}/credit': () => import('./Credit.tsx'),
  '/charge-record-print/{cbid}': () => import('./print/ChargeRecord.tsx'),
})
