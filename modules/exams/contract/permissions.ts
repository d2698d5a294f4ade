import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'exam:view': { label: '查看检查', roles: ['doctor', 'optometrist', 'trainer', 'expert'] },
  'exam:edit': { label: '填写检查', roles: ['doctor', 'optometrist'] },
  // Changing, signing and voiding what another store recorded.
  'record:chain': { label: '修改其他门店的记录', roles: ['chain'], not: ['manager'] },
  'exam:sign': { label: '审核和更正检查', roles: ['doctor'] },
})
