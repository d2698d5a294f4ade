import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/inventory/gsp': { title: '质量台账', can: 'gsp:view', menu: 'inventory', icon: 'clipboard-check', rank: 48 },
  '/inventory/recalls': { title: '召回', can: 'gsp:view', menu: 'inventory', icon: 'siren', rank: 50 },
  '/print/recall/{recallId}': { title: '召回记录打印', can: 'gsp:view', layout: 'print' },
})
