import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/dashboard': { title: '今日工作台', can: 'desk:view', menu: 'home', icon: 'layout-dashboard', rank: 1 },
  '/today': { title: '今日工作', can: 'desk:view', redirect: '/today/reservations' },
  '/current-work': { title: '当前工作', can: 'desk:view', redirect: '/current-work/reservations' },
})
