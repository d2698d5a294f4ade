import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'contract:view': { label: '查看合同、付款单和对账', roles: ['finance'] },
  'contract:edit': { label: '维护合同', roles: ['finance'] },
  'contract:approve': { label: '批准合同生效', roles: ['finance'] },
  'payorder:edit': { label: '填写付款单、对账', roles: ['finance'] },
  'payorder:approve': { label: '审核付款单', roles: ['finance'] },
  'payorder:pay': { label: '登记付款', roles: ['finance'] },
})
