import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

const phone = () => import('./Phone.tsx')
export default components(screens, {
  '/h5': phone,
  '/h5/login': phone,
  '/h5/book': phone,
  '/h5/visits': phone,
  '/h5/orders': phone,
  '/h5/report': phone,
  '/h5/prescriptions': phone,
  '/h5/wallet': phone,
  '/h5/mine': phone,
  '/h5/rights': phone,
  '/h5/contacts': phone,
  '/h5/campaigns': phone,
  '/h5/campaign': phone,
  '/h5/article': phone,
  '/h5/c/{code}': phone,
  '/h5/m/{code}': phone,
})
