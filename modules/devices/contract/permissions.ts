import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'device:inbox': { label: '设备收件箱', roles: ['doctor', 'optometrist'] },
  'device:key': { label: '管理设备上传密钥', roles: ['manager'] },
})
