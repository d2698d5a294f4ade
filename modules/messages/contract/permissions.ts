import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'message:view': { label: '查看短信与消息', roles: ['reception'] },
  'message:send': { label: '发送短信与消息', roles: ['reception'] },
  'message:charge': { label: '短信充值', roles: ['manager'] },
})
