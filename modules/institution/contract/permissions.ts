import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'institution:edit': { label: '修改机构信息', roles: ['manager'] },
  'print:edit': { label: '修改打印设置', roles: ['manager'] },
})
