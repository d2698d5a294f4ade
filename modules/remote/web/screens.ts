import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/expert': () => import('./Expert.tsx'),
  '/medical/specialist': () => import('./Specialists.tsx'),
  '/medical/remote_reserve': () => import('./Reserve.tsx'),
  '/remote': () => import('./Room.tsx'),
  '/remote-record-print/{userId}': printed(() => import('../contract/papers.ts'), '/remote-record-print/{userId}'),
})
