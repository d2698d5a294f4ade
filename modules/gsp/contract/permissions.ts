import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'gsp:view': { label: '查看质量管理和召回', roles: ['warehouse', 'inspector'] },
  'gsp:inspect': { label: '质量检查（只读）', roles: ['inspector'] },
  'gsp:edit': { label: '登记质量台账和首营资料', roles: ['warehouse'] },
  'gsp:approve': { label: '审批首营企业和品种', roles: [] },
  'gsp:recall': { label: '召回', roles: ['chain'], not: ['manager'] },
})
