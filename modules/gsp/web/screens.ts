import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

export default components(screens, {
  '/inventory/gsp': () => import('./Registers.tsx'),
  '/inventory/recalls': () => import('./RecallList.tsx'),
  '/inventory/gsp/inspect': () => import('./Inspect.tsx'),
  '/inventory/gsp/lot/{lot}': () => import('./LotTrail.tsx'),
  '/print/gsp/{register}': printed(papers, '/print/gsp/{register}'),
  '/print/lot/{lot}': printed(papers, '/print/lot/{lot}'),
  '/print/recall/{recallId}': printed(papers, '/print/recall/{recallId}'),
})
