import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/dashboard': () => import('./Dashboard.tsx'),
  '/settings/jobs': () => import('./Jobs.tsx'),
})
