import { permissions } from '#kernel/contract/index.ts'

export default permissions({
  'member-request:answer': { label: '处理会员的个人信息申请', roles: [] },
})
