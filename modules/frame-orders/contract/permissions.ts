import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'frame:view': { label: '查看框架镜订单', roles: ['doctor', 'optometrist', 'cashier', 'workshop', 'reception', 'warehouse'] },
  'frame:edit': { label: '新增和选择商品', roles: ['optometrist', 'doctor', 'reception'] },
  'frame:trace': { label: '上传镜框描迹', roles: ['optometrist', 'doctor', 'reception', 'workshop'] },
  'frame:goods': { label: '来料收货', roles: ['warehouse', 'workshop'] },
  'frame:inspect': { label: '初检和终检', roles: ['workshop', 'optometrist'] },
  'frame:process': { label: '加工', roles: ['workshop'] },
  'frame:pickup': { label: '取镜、通知和售后', roles: ['reception', 'optometrist', 'cashier'] },
  'frame:cancel': { label: '取消订单', roles: ['optometrist', 'reception'] },
  'frame:supervise': { label: '让步放行和主管取消', roles: ['manager'] },
})
