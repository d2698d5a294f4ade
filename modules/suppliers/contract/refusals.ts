import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  supplier_exists: '供应商名称已存在',
  supplier_expired: '供应商“{name}”的许可证已于 {day} 到期，已锁定，不能收货',
  supplier_off: '供应商“{name}”已停用',
})
