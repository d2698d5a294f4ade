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
  '/order/statistics': page,
})
