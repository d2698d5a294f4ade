import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'gsp:view': { label: '查看质量管理和召回', roles: ['warehouse'] },
  'gsp:recall': { label: '召回', roles: ['chain'], not: ['manager'] },
})
