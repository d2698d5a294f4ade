import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/settings/audit': { title: '操作审计', can: 'audit:view', menu: 'settings', icon: 'history', rank: 72 },
})
