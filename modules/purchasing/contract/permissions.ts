import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'contract:view': { label: '查看合同、付款单和对账', roles: ['finance'] },
  'contract:edit': { label: '维护合同', roles: ['finance'] },
})
