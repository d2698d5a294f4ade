import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/portal': () => import('./Portal.tsx'),
  '/price': () => import('./Price.tsx'),
  '/download': () => import('./Download.tsx'),
  '/mall': () => import('./Mall.tsx'),
  '/eg/home': () => import('./EgHome.tsx'),
})
