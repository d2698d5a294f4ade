import { campaigns } from '../contract/endpoints.ts'

export const stalePromotions = [campaigns['promotions.list'], campaigns['promotions.get']]
export const staleContent = [campaigns['content-manage.weight-list'], campaigns['content-manage.get'], campaigns['content-manage.list']]
export const staleCampaigns = [
  campaigns['campaign.list'],
  campaigns['campaign.get'],
  campaigns['campaign.apply'],
  campaigns['campaign.promoter'],
]
