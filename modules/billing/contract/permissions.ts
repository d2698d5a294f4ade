import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'feebill:view': { label: '查看收费单', roles: ['cashier', 'reception', 'doctor', 'optometrist'] },
  'feebill:save': { label: '开收费单', roles: ['cashier', 'reception', 'doctor', 'optometrist'] },
  'feebill:confirm': { label: '收费', roles: ['cashier'] },
  'feebill:discount': { label: '整单折扣和改价', roles: ['cashier'] },
  'feebill:refund': { label: '退费', roles: ['cashier'] },
  'refund:approve': { label: '批准达到限额的退费', roles: [] },
  'receivable:view': { label: '查看应收', roles: ['cashier'] },
  'till:shift': { label: '交接班', roles: ['cashier'] },
  'feeitem:edit': { label: '修改收费项目', roles: [] },
  'rank:view': { label: '查看会员排行', roles: [] },
  'revenue:view': { label: '查看营收', roles: ['cashier'] },
})
