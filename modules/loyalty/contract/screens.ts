import { screens } from '#kernel/contract/declare.ts'
export default screens({
  '/patients/store': { title: '会员储值', can: 'stored:view', menu: 'patients', icon: 'wallet', rank: 30 },
  '/today/charge': { title: '今日储值', can: 'stored:view', menu: 'today', icon: 'wallet', rank: 30 },
  '/patients/detail/{patientId}/prepaid': { title: '储值记录', can: 'stored:view' },
  '/patients/detail/{patientId}/credit': { title: '积分', can: 'points:view' },
  '/charge-record-print/{cbid}': { title: '储值单打印', can: 'stored:view', layout: 'print' },
})
