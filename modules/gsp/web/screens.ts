import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

export default components(screens, {
  '/inventory/gsp': () => import('./Registers.tsx'),
  '/inventory/recalls': () => import('./RecallList.tsx'),
  '/print/recall/{recallId}': printed(papers, '/print/recall/{recallId}'),
})
