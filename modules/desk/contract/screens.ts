import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/dashboard': { title: '今日工作台', can: 'desk:view', menu: 'home', icon: 'layout-dashboard', rank: 1 },
  '/settings/jobs': { title: '后台任务', can: 'jobs:view', menu: 'settings', icon: 'list-restart', rank: 80 },
})
