import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/contract': { title: '合同管理', can: 'contract:view', redirect: '/contract/payment' },
  '/contract/payment': { title: '付款单', can: 'contract:view', menu: 'contract', icon: 'banknote', rank: 10 },
  '/contract/list': { title: '合同列表', can: 'contract:view', menu: 'contract', icon: 'file-text', rank: 20 },
  '/contract/list/prices/{contractId}': { title: '导入协议价', can: 'contract:edit' },
  '/contract/supplier': { title: '供应商', can: 'contract:view', menu: 'contract', icon: 'truck', rank: 30 },
  '/contract/supplier-check': { title: '供应商对账', can: 'contract:view', menu: 'contract', icon: 'list-checks', rank: 40 },
  '/contract/supplier-check/file': { title: '导入对账单', can: 'payorder:edit' },
  '/contract/payment/print/{id}': { title: '付款单打印', can: 'contract:view', layout: 'print' },
})
