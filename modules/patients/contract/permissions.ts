import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'patient:view': { label: '查看会员', roles: ['doctor', 'optometrist', 'cashier', 'workshop', 'reception', 'trainer', 'expert'] },
  'patient:save': { label: '登记和修改会员', roles: ['doctor', 'optometrist', 'reception', 'cashier'] },
  'patient:delete': { label: '删除会员', roles: ['manager'] },
  'patient:batch': { label: '批量修改会员', roles: ['reception'] },
  'patient:import': { label: '导入会员', roles: ['reception'] },
  'patient:export': { label: '导出会员', roles: ['manager'] },
  'patient:chat': { label: '与会员微信沟通', roles: ['reception', 'doctor', 'optometrist'] },
  'patient:merge': { label: '合并会员', roles: ['manager'] },
  'patient:erase': { label: '导出和注销会员的个人信息', roles: ['manager'] },
  'consent:publish': { label: '发布同意书', roles: ['manager'] },
})
