import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/patients/school-manage': { title: '学校管理', can: 'screening:view', menu: 'patients', icon: 'school', rank: 82 },
})
