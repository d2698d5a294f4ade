import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/patients/school-manage': { title: '学校管理', can: 'screening:view', menu: 'patients', icon: 'school', rank: 82 },
  '/patients/school-archives': { title: '学校档案', can: 'screening:view', menu: 'patients', icon: 'school', rank: 83 },
  '/patients/school-import': { title: '导入学生名册', can: 'screening:manage' },
  '/data-manage/eyefile-data': { title: '视力档案数据', can: 'screening:view', menu: 'patients', icon: 'chart-column', rank: 84 },
  '/eyefile/tasks': { title: '筛查任务', can: 'screening:view', menu: 'patients', icon: 'clipboard-list', rank: 83 },
  '/eyefile/board/{taskId}': { title: '任务板', can: 'screening:view' },
  '/eyefile/results/{taskId}': { title: '任务结果', can: 'screening:view' },
  '/eyefile/station/{taskId}': { title: '筛查站', can: 'public', layout: 'public', offline: true },
  '/eyefile/result': { title: '孩子的眼睛', can: 'public', layout: 'public' },
  '/print/eyefile-letters/{taskId}/{resultIds}': { title: '视力筛查结果告知书', can: 'screening:edit', layout: 'print' },
  '/print/eyefile-referral/{taskId}/{resultId}': { title: '视力筛查转诊单', can: 'screening:edit', layout: 'print' },
  '/print/eyefile-seats/{taskId}/{groupId}': { title: '座位与桌椅建议', can: 'screening:view', layout: 'print' },
  '/print/eyefile-badges/{taskId}/{groupId}': { title: '筛查胸牌', can: 'screening:view', layout: 'print' },
  '/print/eyefile-region/{schoolYear}/{term}': { title: '地区视力筛查报告', can: 'screening:view', layout: 'print' },
  '/print/eyefile-school/{taskId}': { title: '学校视力筛查报告', can: 'screening:view', layout: 'print' },
})
