import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const users = () => import('./users/UserList.tsx')
const papers = () => import('../contract/papers.ts')

export default components(screens, {
  '/train/sdx': users,
  '/train/zsb': users,
  '/train/zsk': users,
  '/train/amy': users,
  '/train/hsx': users,
  '/train/gyxt': users,
  '/train/adjustment_train': () => import('./plans/AdjustmentPlans.tsx'),
  '/train/myopia_train': () => import('./plans/MyopiaPlans.tsx'),
  '/train/combinations': () => import('./Combinations.tsx'),
  '/train/train_record': () => import('./records/TrainRecords.tsx'),
  '/train/card_record': () => import('./records/CardRecords.tsx'),
  '/train/exam_record': () => import('./records/ExamRecords.tsx'),
  '/train/starton_train_record': () => import('./plans/AllPlans.tsx'),
  '/train/starton_train_record_add': () => import('./plans/PlanForm.tsx'),
  '/train/starton_train_record_add/{id}': () => import('./plans/PlanForm.tsx'),
  '/train/starton_train_record_detail/{id}': () => import('./plans/PlanDetail.tsx'),
  '/train/tarton_train_record_print/{id}': printed(papers, '/train/tarton_train_record_print/{id}'),
  '/train/train_record/print/{ids}': printed(papers, '/train/train_record/print/{ids}'),
  '/today/today-train': () => import('./day/Today.tsx'),
  '/patients/detail/{patientId}/train': () => import('./MemberTab.tsx'),
  '/eg/data': () => import('./eg/EgData.tsx'),
})
