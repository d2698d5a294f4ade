import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/settings/institution': { title: '机构信息', can: 'institution:edit', menu: 'settings', icon: 'building-2', rank: 20 },
  '/settings/operation': { title: '运营设置', can: 'settings:edit', menu: 'settings', icon: 'list-checks', rank: 40 },
  '/settings/good': { title: '商品设置', can: 'settings:edit', menu: 'settings', icon: 'package-search', rank: 45 },
  '/settings/flow': { title: '流程设置', can: 'settings:edit', menu: 'settings', icon: 'sliders-horizontal', rank: 50 },
  '/settings/months': { title: '月结', can: 'settings:close-month', menu: 'settings', icon: 'calendar-check', rank: 55 },
})
