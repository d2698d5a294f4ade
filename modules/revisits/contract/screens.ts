import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/revisit': { title: '回访管理', can: 'revisit:view', redirect: '/revisit/duty' },
  '/revisit/duty': { title: '回访工作台', can: 'revisit:view', menu: 'revisit', icon: 'phone', rank: 1 },
  '/revisit/trace': { title: '效果追踪', can: 'revisit:assign', menu: 'revisit', icon: 'chart-column', rank: 2 },
  '/revisit/setting': { title: '回访设置', can: 'revisit:rules', menu: 'revisit', icon: 'settings', rank: 3 },
  '/today/visits': { title: '今日回访', can: 'revisit:view', menu: 'today', icon: 'phone', rank: 11 },
  '/today/today-followup': { title: '今日跟进', can: 'revisit:view', menu: 'today', icon: 'stethoscope', rank: 12 },
  '/patients/detail/{patientId}/revisit': { title: '回访记录', can: 'revisit:view' },
})
