import { callsOf } from '#kernel/contract/index.ts'
import { campaignCalls } from './endpoints.campaigns.ts'
import { contentCalls } from './endpoints.content.ts'
import { promotionCalls } from './endpoints.promotions.ts'
import families from './families.ts'

export const campaigns = { ...promotionCalls, ...contentCalls, ...campaignCalls, ...callsOf(families) }
export default campaigns
