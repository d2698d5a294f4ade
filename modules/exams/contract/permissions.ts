import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'exam:view': { label: '查看检查', roles: ['doctor', 'optometrist', 'trainer', 'expert'] },
  'exam:edit': { label: '填写检查', roles: ['doctor', 'optometrist'] },
  'exam:sign': { label: '审核和更正检查', roles: ['doctor'] },
})
