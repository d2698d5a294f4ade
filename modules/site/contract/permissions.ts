import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'mall:edit': { label: '在商城展示商品', roles: [] },
})
