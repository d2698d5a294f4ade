import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/settings/institution': () => import('./Institution.tsx'),
  '/settings/operation': () => import('./Operation.tsx'),
  '/settings/good': () => import('./Good.tsx'),
  '/settings/months': () => import('./Months.tsx'),
  '/settings/flow': () => import('./Flow.tsx'),
})
