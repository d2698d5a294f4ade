import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/patients/device-inbox': () => import('./inbox/DeviceInbox.tsx'),
  '/settings/device-keys': () => import('./keys/DeviceKeys.tsx'),
})
