import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

export default components(screens, {
  '/patients/school-manage': () => import('./schools/SchoolManage.tsx'),
  '/patients/school-archives': () => import('./schools/SchoolArchives.tsx'),
  '/patients/school-import': () => import('./schools/roll/RollImport.tsx'),
  '/data-manage/eyefile-data': () => import('./results/EyefileData.tsx'),
  '/eyefile/tasks': () => import('./board/Tasks.tsx'),
  '/eyefile/board/{taskId}': () => import('./board/TaskBoard.tsx'),
  '/eyefile/results/{taskId}': () => import('./board/Results.tsx'),
  '/eyefile/station/{taskId}': () => import('./station/Station.tsx'),
  '/eyefile/result': () => import('./letter/Result.tsx'),
  '/print/eyefile-letters/{taskId}/{resultIds}': printed(papers, '/print/eyefile-letters/{taskId}/{resultIds}'),
  '/print/eyefile-referral/{taskId}/{resultId}': printed(papers, '/print/eyefile-referral/{taskId}/{resultId}'),
  '/print/eyefile-seats/{taskId}/{groupId}': printed(papers, '/print/eyefile-seats/{taskId}/{groupId}'),
  '/print/eyefile-badges/{taskId}/{groupId}': printed(papers, '/print/eyefile-badges/{taskId}/{groupId}'),
  '/print/eyefile-region/{schoolYear}/{term}': printed(papers, '/print/eyefile-region/{schoolYear}/{term}'),
  '/print/eyefile-school/{taskId}': printed(papers, '/print/eyefile-school/{taskId}'),
})
