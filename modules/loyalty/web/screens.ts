import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

export default components(screens, {
  '/patients/store': () => import('./wallet/Store.tsx'),
  '/patients/point': () => import('./points/PointDesk.tsx'),
  '/patients/points/account': () => import('./points/PointAccounts.tsx'),
  '/patients/points/detail': () => import('./points/PointDetail.tsx'),
  '/patients/points/mall': () => import('./gifts/GiftMall.tsx'),
  '/patients/points/order': () => import('./gifts/GiftOrders.tsx'),
  '/patients/points/lottery': () => import('./gifts/Lottery.tsx'),
  '/patients/points/recommend': () => import('./gifts/RecommendGifts.tsx'),
  '/patients/points/config': () => import('./points/PointConfig.tsx'),
  '/patients/points/setting': () => import('./points/PointSetting.tsx'),
  '/members/receive': () => import('./coupons/Receive.tsx'),
  '/members/grants': () => import('./coupons/Grants.tsx'),
  '/members/card': () => import('./coupons/CouponKinds.tsx'),
  '/patients/detail/{patientId}/recommend': () => import('./coupons/Recommend.tsx'),
  '/patients/detail/{patientId}/check': () => import('./packages/Check.tsx'),
  '/patients/detail/{patientId}/card': () => import('./coupons/MemberCards.tsx'),
  '/today/charge': () => import('./wallet/TodayCharge.tsx'),
  '/patients/detail/{patientId}/prepaid': () => import('./wallet/Prepaid.tsx'),
  '/patients/detail/{patientId}/credit': () => import('./points/Credit.tsx'),
  '/charge-record-print/{cbid}': printed(papers, '/charge-record-print/{cbid}'),
})
