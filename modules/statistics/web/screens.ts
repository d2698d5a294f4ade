import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

const page = () => import('./StatPage.tsx')
export default components(screens, {
  '/statistics/sales': page,
  '/statistics/charge': page,
  '/statistics/outpatient': page,
  '/statistics/performance': page,
  '/statistics/channel': page,
  '/statistics/shop': page,
  '/statistics/inventory': page,
  '/statistics/sms': page,
  '/statistics/commission': () => import('./commission/Commission.tsx'),
  '/order/statistics': page,
})
