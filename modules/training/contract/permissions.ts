import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  // The desk opens cards from the lists, so it sees them.
  'train:view': { label: '查看视觉训练', roles: ['trainer', 'doctor', 'optometrist', 'cashier'] },
  'train:edit': { label: '登记训练和方案', roles: ['trainer', 'doctor', 'optometrist'] },
  'train:card': { label: '训练开卡、续费、退费', roles: ['cashier'] },
  'train:brand': { label: '设置训练品牌价格', roles: [] },
  'eg:view': { label: '查看护眼数据', roles: ['eg'] },
  'eg:edit': { label: '登记护眼服务和打卡', roles: ['eg'] },
})
