import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/inventory/gsp': { title: '质量台账', can: 'gsp:view', menu: 'inventory', icon: 'clipboard-check', rank: 48 },
  '/inventory/recalls': { title: '召回', can: 'gsp:view', menu: 'inventory', icon: 'siren', rank: 50 },
  '/inventory/gsp/inspect': { title: '质量检查', can: 'gsp:inspect', menu: 'inventory', icon: 'search-check', rank: 49 },
  '/inventory/gsp/lot/{lot}': { title: '批号全过程', can: 'gsp:inspect' },
  '/print/gsp/{register}': { title: '质量台账打印', can: 'gsp:view', layout: 'print' },
  '/print/lot/{lot}': { title: '批号追溯打印', can: 'gsp:inspect', layout: 'print' },
  '/print/recall/{recallId}': { title: '召回记录打印', can: 'gsp:view', layout: 'print' },
})
