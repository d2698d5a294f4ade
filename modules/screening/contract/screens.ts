import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/patients/school-manage': { title: '学校管理', can: 'screening:view', menu: 'patients', icon: 'school', rank: 82 },
  '/patients/school-archives': { title: '学校档案', can: 'screening:view', menu: 'patients', icon: 'folder-tree', rank: 83 },
  '/patients/school-import': { title: '导入学生名册', can: 'screening:manage' },
})
