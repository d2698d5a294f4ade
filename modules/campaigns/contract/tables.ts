import { tables, type Functions } from '#kernel/contract/tables.ts'
import { rewardKinds } from './fields.ts'

export default tables({
  promotion: { word: '促销', wall: 'chain', changedBy: 'store', impersonal: ['name'], ledger: { book: 'offers', key: 'promotion' } },
  promotion_use: { word: '促销名额', wall: 'chain', addedOnly: true, keeps: 'accounting' },
  open_image: { word: '公开图片', wall: 'chain', addedOnly: true, secret: ['key'] },
  content_item: { word: '内容', wall: 'chain', changedBy: 'store' },
  banner: { word: '横幅', wall: 'store' },
  campaign_preset: { word: '活动模板', wall: 'store', impersonal: ['name'] },
  campaign: { word: '活动', wall: 'chain', changedBy: 'store', ledger: { book: 'campaign', key: 'campaign' } },
  campaign_session: { word: '活动场次', wall: 'chain', changedBy: 'store' },
  campaign_code: { word: '活动推广码', wall: 'chain', changedBy: 'store', keeps: 'business' },
  campaign_view: { word: '活动浏览', wall: 'chain', addedOnly: true, unaudited: 'a counter of visitors' },
  campaign_apply: {
    word: '活动报名',
    wall: 'chain',
    changedAcross: 'whoever signed up comes to any store of the campaign',
    personal: { pid: ['name', 'mobile', 'birth', 'answers'] },
    keeps: 'business',
  },
  campaign_reward: { word: '活动奖励', wall: 'chain', addedOnly: true, keeps: 'accounting', says: { kind: rewardKinds } },
})

export const functions: Functions = { door: ['open_image_by', 'banners_shown', 'content_shown', 'campaign_code_store'] }
