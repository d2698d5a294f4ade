import { choice, count, date, id, money, page, pageSize, status, statusIn, text, word, z } from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { onShelf } from './states.ts'

const p = f.promotionFields
/** Where the price that may be crossed out comes from. */
export const baseSources = { 1: '活动前七日最低成交价', 2: '活动前最后一次成交价', 3: '没有成交过，不能划线' } as const
export const PriceBase = z.object({
  base: money('可划线的最高价', { adds: false }).nullable(),
  source: choice('依据', baseSources),
  day: date('成交日期').nullable(),
  list: money('现价', { adds: false }),
})
export type PriceBase = z.output<typeof PriceBase>
export const PriceBaseQuery = z.object({
  hid: f.hid,
  productId: id('商品').optional(),
  fiid: id('收费项目').optional(),
  fromDate: f.fromDate.optional(),
})
export const Promotion = z.object({
  ...p,
  status: status('状态', onShelf),
  itemName: text('商品或项目'),
  sold: f.pieces('已售'),
  left: f.pieces('剩余').nullable(),
  running: z.boolean().meta({ label: '生效中', format: 'flag' }),
  downReason: text('下架原因').nullable(),
  staffName: text('创建人').nullable(),
  version: f.version,
})
export type Promotion = z.output<typeof Promotion>
export const PromotionPage = page(Promotion)
export const PromotionQuery = z.object({
  hid: f.hid.optional(),
  status: status('状态', onShelf).optional(),
  category: p.category.optional(),
  name: text('促销名称', { max: 50 }).optional(),
  ...pageSize,
})
const written = {
  hid: p.hid.optional(),
  stores: p.stores.default(null),
  name: p.name,
  category: p.category,
  productId: p.productId.default(null),
  fiid: p.fiid.default(null),
  price: p.price.default(null),
  promotionPrice: p.promotionPrice,
  description: p.description.default(null),
  soldout: p.soldout.default(0),
  logo: p.logo.default(null),
  imageUrls: p.imageUrls.default([]),
  fromDate: p.fromDate,
  toDate: p.toDate,
  levels: p.levels.default(null),
  limitMember: p.limitMember.default(null),
  limitTotal: p.limitTotal.default(null),
  adNo: p.adNo.default(null),
  adUntil: p.adUntil.default(null),
  wordingReason: p.wordingReason.default(null),
}
export const NewPromotion = z.object(written)
/** No id in the path: `promotionId` in the body (seed 2 §7). */
export const EditPromotion = z.object({ promotionId: p.promotionId, ...written, version: f.version.optional() })
export type WrittenPromotion = Omit<z.output<typeof EditPromotion>, 'promotionId' | 'version' | 'hid'>
export const PromotionById = z.object({ id: p.promotionId })
export const PromotionStatus = z.object({ id: p.promotionId, status: statusIn('状态', onShelf, [0, 1]) })

export const PromotionUse = z.object({
  at: text('时间'),
  fbid: id('收费单'),
  billNo: text('单号').nullable(),
  pieces: z.int().meta({ label: '件数', format: 'count' }),
  reason: text('事由'),
})
export const PromotionUsePage = page(PromotionUse)
export const PromotionUses = z.object({ id: p.promotionId, ...pageSize })

/** Pages of the members' own that a banner may lead to. */
export const bannerTargets = {
  '': '不跳转',
  '/h5': '首页',
  '/h5/book': '预约',
  '/h5/orders': '订单',
  '/h5/report': '检查报告',
  '/h5/wallet': '卡券与余额',
  '/h5/campaigns': '活动',
  '/mall': '商城',
  content: '内容',
} as const
export type BannerTarget = keyof typeof bannerTargets
const banner = {
  title: text('标题', { max: 30 }).min(1),
  image: f.imageUrl('图片').min(1),
  target: word('跳转', bannerTargets),
  contentId: id('内容').nullable(),
  fromDate: f.fromDate.nullable(),
  toDate: f.toDate.nullable(),
}
export const Banner = z.object({ bannerId: id('横幅'), ...banner, sort: count('排序') })
export type Banner = z.output<typeof Banner>
export const Banners = z.object({ hid: f.hid, list: z.array(Banner) })
export const BannerQuery = z.object({ hid: f.hid.optional() })
export const SaveBanners = z.object({
  hid: f.hid.optional(),
  list: z
    .array(
      z.object({
        ...banner,
        target: banner.target.default(''),
        contentId: banner.contentId.default(null),
        fromDate: banner.fromDate.default(null),
        toDate: banner.toDate.default(null),
      }),
    )
    .max(8)
    .meta({ label: '横幅' }),
})
export const ShownBanner = z.object({
  bannerId: id('横幅'),
  title: text('标题'),
  image: text('图片'),
  target: text('跳转'),
  contentId: id('内容').nullable(),
})
export const ShownBanners = z.object({ list: z.array(ShownBanner) })

export const FollowerFigures = z.object({ members: count('会员'), bound: count('已绑定微信'), recent: count('近 30 天新绑定') })
export const OpenImage = z.object({ imageId: id('图片'), url: text('地址'), size: count('大小', { max: 1_048_576 }) })
