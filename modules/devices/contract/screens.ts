import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/patients/device-inbox': { title: '设备收件箱', can: 'device:inbox', menu: 'patients', icon: 'inbox', rank: 40 },
  '/settings/device-keys': { title: '设备上传密钥', can: 'device:key', menu: 'settings', icon: 'key', rank: 72 },
})
