import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/medical': { title: '门诊管理', can: 'reservation:view', redirect: '/medical/reserve' },
  '/today': { title: '今日工作', can: 'reservation:view', redirect: '/today/reservations' },
  '/current-work': { title: '当前工作', can: 'reservation:view', redirect: '/current-work/reservations' },
  '/medical/reserve': { title: '预约管理', can: 'reservation:view', menu: 'medical', icon: 'calendar', rank: 1 },
  '/medical/shifts': { title: '医生排班', can: 'reservation:view', menu: 'medical', icon: 'calendar-days', rank: 2 },
  '/medical/screen_manage': { title: '诊室和大屏', can: 'screen:edit', menu: 'medical', icon: 'monitor', rank: 8 },
  '/medical/screen': { title: '叫号大屏', can: 'tv:view', menu: 'medical', icon: 'tv', rank: 9, layout: 'tv' },
  '/current-work/reservations': { title: '预约接诊', can: 'reservation:view', menu: 'current-work', icon: 'list-checks', rank: 1 },
  '/today/reservations': { title: '今日预约', can: 'reservation:view', menu: 'today', icon: 'calendar-check', rank: 1 },
  '/today/reservations-tomorrow': { title: '明日预约', can: 'reservation:view', menu: 'today', icon: 'calendar-clock', rank: 2 },
  '/patients/detail/{patientId}/reserve': { title: '预约记录', can: 'reservation:view' },
  '/tv/screen_manage': { title: '候诊大屏', can: 'tv:view', layout: 'tv' },
  '/reservation-slip/{id}': { title: '预约单', can: 'reservation:view', layout: 'print' },
})
