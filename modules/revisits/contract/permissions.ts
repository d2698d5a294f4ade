import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'revisit:view': { label: '查看回访', roles: ['reception', 'doctor', 'optometrist', 'trainer'] },
  'revisit:edit': { label: '回访会员', roles: ['reception', 'doctor', 'optometrist', 'trainer'] },
  'revisit:assign': { label: '分派回访', roles: [] },
  'revisit:rules': { label: '设置回访规则', roles: [] },
  'revisit:export': { label: '导出回访', roles: [] },
})
