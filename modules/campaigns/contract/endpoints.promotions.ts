import { binary, file, get, open, outside, patch, post, put, text, z } from '#kernel/contract/index.ts'
import * as s from './shapes.promotions.ts'

const wrong = ['wording', 'wording_reason', 'foreign_link', 'other_stores', 'ad_missing', 'ad_over'] as const
const view = { can: 'marketing:view' } as const
const edit = { can: 'promotion:edit' } as const

export const promotionCalls = {
  'promotions.list': get('/{product}/marketing/promotions', {
    ...view,
    summary: 'Promotions that hold in a store, with what was sold of them',
    input: s.PromotionQuery,
    output: s.PromotionPage,
  }),
  'promotions.create': post('/{product}/marketing/promotions', {
    ...edit,
    summary: 'A new promotion, not yet on; images with an empty URL are dropped (R123)',
    ignores: { promotionId: 'a new promotion has none yet' },
    input: s.NewPromotion,
    output: s.Promotion,
    fails: [...wrong, 'promotion_base', 'promotion_cheaper', 'promotion_item'],
  }),
  'promotions.update': put('/{product}/marketing/promotions', {
    ...edit,
    changes: 'promotionId',
    summary: 'Changes a promotion named by promotionId in the body; what bills took keeps item and price',
    input: s.EditPromotion,
    output: s.Promotion,
    fails: [...wrong, 'promotion_base', 'promotion_cheaper', 'promotion_item', 'promotion_taken', 'promotion_less'],
  }),
  'promotions.get': get('/{product}/marketing/promotions/{id}', {
    ...view,
    summary: 'One promotion',
    input: s.PromotionById,
    output: s.Promotion,
  }),
  'promotions.status': patch('/{product}/marketing/promotions/{id}/status/{status}', {
    ...edit,
    summary: 'Puts a promotion on or takes it down: the status travels in the path (R124); price and words are checked anew',
    input: s.PromotionStatus,
    output: s.Promotion,
    fails: [...wrong, 'promotion_base', 'promotion_cheaper', 'promotion_item'],
  }),
  'promotions.base': get('/v1/{product}/promotion-base', {
    ...view,
    summary: 'Ours: the highest price that may be crossed out for a thing, and the deal it comes from',
    input: s.PriceBaseQuery,
    output: s.PriceBase,
    fails: ['promotion_item'],
  }),
  'promotions.uses': get('/v1/{product}/promotion-uses/{id}', {
    ...view,
    summary: 'Ours: bills that took pieces of a promotion or gave them back',
    input: s.PromotionUses,
    output: s.PromotionUsePage,
  }),
  'banners.get': get('/{product}/hospital/banners', {
    ...view,
    summary: 'Banners of a store, in their order',
    input: s.BannerQuery,
    output: s.Banners,
  }),
  'banners.update': patch('/{product}/hospital/banners', {
    can: 'content:edit',
    summary: 'Writes the banners of a store, eight at most, in the order sent',
    input: s.SaveBanners,
    output: s.Banners,
    fails: ['wording', 'wording_reason', 'foreign_link'],
  }),
  'banners.shown': open.get('/v1/{product}/banners/{hid}', {
    can: 'public',
    proof: 'nothing',
    summary: 'Ours: banners of a store that shows itself to visitors, those of today',
    input: z.object({ hid: s.PromotionQuery.shape.hid.unwrap() }),
    output: s.ShownBanners,
    perMinute: 120,
  }),
  'wechat.followers': get('/v1/{product}/wechat-followers', {
    ...view,
    summary: 'Ours: how many members of a store are bound to WeChat',
    input: s.BannerQuery,
    output: s.FollowerFigures,
  }),
  'open-images.keep': outside.post('/v1/{product}/open-images', {
    can: 'content:edit',
    summary: 'Ours: keeps a picture for pages of the public, at most 1 MB, without what tells where it was made',
    multipart: true,
    input: z.object({ file: file('图片') }),
    output: s.OpenImage,
    fails: ['picture_not', 'picture_size'],
  }),
  'open-images.file': open.get('/common/open-images/{key}', {
    can: 'public',
    proof: 'secret',
    reads: 'nobody',
    summary: 'Ours: the bytes of a public picture, for whoever knows its key',
    input: z.object({ key: text('图片', { max: 40 }) }),
    output: binary(),
    binary: true,
  }),
}
