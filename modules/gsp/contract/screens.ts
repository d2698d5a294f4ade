import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/inventory/recalls': { title: '召回', can: 'gsp:view', menu: 'inventory', icon: 'siren', rank: 50 },
  '/print/recall/{recallId}': { title: '召回记录打印', can: 'gsp:view', layout: 'print' },
})
