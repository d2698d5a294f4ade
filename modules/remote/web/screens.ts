import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/expert': () => import('./Expert.tsx'),
  '/medical/specialist': () => import('./Specialists.tsx'),
  '/medical/remote_reserve': () => import('./Reserve.tsx'),
  '/remote': () => import('./Room.tsx'),
  '/remote-record-print/{userId}': () => import('./RecordPaper.tsx'),
})
