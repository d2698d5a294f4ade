import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'wallet:view': { label: '查看会员余额', roles: ['cashier', 'reception', 'optometrist', 'doctor', 'trainer'] },
  'stored:view': { label: '查看储值记录', roles: ['cashier', 'reception'] },
  'stored:topup': { label: '会员储值', roles: ['cashier'] },
  'stored:amend': { label: '更正储值金额', roles: [] },
  'stored:scheme': { label: '设置储值方案', roles: [] },
  'stored:transfer': { label: '储值转账', roles: [] },
  'stored:withdraw': { label: '退储值', roles: [] },
  'points:view': { label: '查看积分', roles: ['cashier', 'reception', 'optometrist', 'doctor'] },
  'points:adjust': { label: '调整积分', roles: [] },
  'points:rules': { label: '修改积分规则', roles: [] },
})
