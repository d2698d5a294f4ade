import { familyHandlers, implement } from '#kernel/server/index.ts'
import { campaigns } from '../contract/endpoints.ts'
import families from '../contract/families.ts'
import { Reward } from '../contract/fields.ts'
import { applyFile, applyPage } from './applies.ts'
import { bannersOf, followersOf, saveBanners, shownBanners } from './content/banners.ts'
import { baseOf } from './base.ts'
import { campaignOf, campaignPage, createCampaign, deleteCampaign, setCampaignStatus, updateCampaign } from './campaigns.ts'
import { claimReward } from './claims.ts'
import { extensionCode, promoters } from './codes.ts'
import { contentOf, contentPage, createContent, deleteContent, reorderContent } from './content/content.ts'
import { setContentStatus, shownContent, submitContent, updateContent, weightList } from './content/content.ts'
import { keepOpenImage, openImage } from './content/images.ts'
import { createPromotion, promotionOf, promotionPage, promotionUses, setPromotionStatus, updatePromotion } from './promotions.ts'
import { couponOrigins } from './origins.ts'
import { cancelApply, comeIn, signUpFor, takePlace } from './signups.ts'
import { storeIn } from './stores.ts'
import { checkTexts, ownImage } from './words.ts'

export default implement(campaigns, {
  ...familyHandlers(families, {
    'campaign-settings': {
      beforeSave: async (cx, values) => {
        checkTexts(cx, { name: values.name, shareText: values.shareText }, null)
        if (values.rewardKind === Reward.coupon && values.couponKindId === null)
          cx.refuse('reward_missing', { what: '卡券', field: 'couponKindId' })
        if (values.rewardKind === Reward.points && values.rewardPoints === null)
          cx.refuse('reward_missing', { what: '积分', field: 'rewardPoints' })
        return { ...values, poster: ownImage(cx, values.poster, 'poster') }
      },
    },
  }),
  'promotions.list': promotionPage,
  'promotions.create': createPromotion,
  'promotions.update': updatePromotion,
  'promotions.get': (cx, { id }) => promotionOf(cx, id),
  'promotions.status': setPromotionStatus,
  'promotions.base': (cx, { hid, productId = null, fiid = null, fromDate }) =>
    baseOf(cx, { productId, fiid }, { stores: [storeIn(cx, hid)], fromDate: fromDate ?? cx.today }),
  'promotions.uses': promotionUses,
  'banners.get': (cx, { hid }) => bannersOf(cx, hid),
  'banners.update': saveBanners,
  'banners.shown': (cx, { hid }) => shownBanners(cx, hid),
  'wechat.followers': (cx, { hid }) => followersOf(cx, hid),
  'open-images.keep': (out, { file }) => keepOpenImage(out, file),
  'open-images.file': (cx, { key }) => openImage(cx, key),
  'content-manage.list': contentPage,
  'content-manage.weight-list': (cx, { hid }) => weightList(cx, hid),
  'content-manage.reorder': reorderContent,
  'content-manage.get': (cx, { id }) => contentOf(cx, id),
  'content-manage.create': createContent,
  'content-manage.update': updateContent,
  'content-manage.delete': (cx, { id }) => deleteContent(cx, id),
  'content-manage.submit': (cx, { id }) => submitContent(cx, id),
  'content-manage.status': setContentStatus,
  'content.shown': (cx, { id }) => shownContent(cx, id),
  'campaign.list': campaignPage,
  'campaign.apply': applyPage,
  'campaign.apply-export': async (out, query) => applyFile(out, query),
  'campaign.promoter': (cx, { campaignId }) => promoters(cx, campaignId),
  'campaign.get': (cx, { id }) => campaignOf(cx, id),
  'campaign.create': createCampaign,
  'campaign.update': updateCampaign,
  'campaign.delete': (cx, { id }) => deleteCampaign(cx, id),
  'campaign.status': setCampaignStatus,
  'campaign.sign-up': (cx, input) => signUpFor(cx, input, { source: 2 }),
  'campaign.come': (cx, { applyId }) => comeIn(cx, applyId),
  'campaign.next': (cx, { applyId }) => takePlace(cx, applyId),
  'campaign.cancel': (cx, { applyId, reason }) => cancelApply(cx, { applyId, reason }),
  'campaign.claim': claimReward,
  'campaign.coupons': couponOrigins,
  'campaign.extension-code': extensionCode,
})
