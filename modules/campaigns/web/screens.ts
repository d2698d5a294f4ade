import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/members/wechat': () => import('./wechat/Wechat.tsx'),
  '/members/campaigns': () => import('./board/CampaignBoard.tsx'),
  '/members/content': () => import('./content/Contents.tsx'),
  '/preview-wechat': () => import('./content/Preview.tsx'),
})
