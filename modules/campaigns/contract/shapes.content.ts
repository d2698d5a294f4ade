import { count, id, moment, page, pageSize, status, statusIn, text, z } from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { onShelf } from './states.ts'

const c = f.contentFields
export const ContentRow = z.object({
  contentId: c.contentId,
  hid: c.hid,
  stores: c.stores,
  title: c.title,
  cover: c.cover,
  summary: c.summary,
  category: c.category,
  fromDate: c.fromDate,
  toDate: c.toDate,
  status: status('状态', onShelf),
  weight: count('权重'),
  authorId: id('作者').nullable(),
  authorName: text('作者').nullable(),
  reviewerName: text('审核人').nullable(),
  submittedAt: moment('送审时间').nullable(),
  reviewedAt: moment('审核时间').nullable(),
  updatedAt: moment('修改时间'),
  adNo: c.adNo,
  adUntil: c.adUntil,
  downReason: text('下架原因').nullable(),
  views: count('浏览'),
  signUps: count('报名'),
  version: f.version,
})
export type ContentRow = z.output<typeof ContentRow>
export const ContentItem = ContentRow.extend({ body: c.body, wordingReason: c.wordingReason })
export type ContentItem = z.output<typeof ContentItem>
export const ContentPage = page(ContentRow)
export const ContentQuery = z.object({
  hid: f.hid.optional(),
  status: status('状态', onShelf).optional(),
  category: c.category.optional(),
  title: text('标题', { max: 60 }).optional(),
  ...pageSize,
})
const written = {
  stores: c.stores.default(null),
  title: c.title,
  cover: c.cover.default(null),
  summary: c.summary.default(null),
  body: c.body.default(''),
  category: c.category.default(1),
  fromDate: c.fromDate.default(null),
  toDate: c.toDate.default(null),
  adNo: c.adNo.default(null),
  adUntil: c.adUntil.default(null),
  wordingReason: c.wordingReason.default(null),
}
export const NewContent = z.object({ hid: f.hid.optional(), ...written })
export const EditContent = z.object({ id: c.contentId, ...written, version: f.version.optional() })
export type WrittenContent = Omit<z.output<typeof EditContent>, 'id' | 'version'>
export const ContentById = z.object({ id: c.contentId })
export const ContentStatus = z.object({
  id: c.contentId,
  status: statusIn('状态', onShelf, [0, 1]),
  reason: text('下架原因', { max: 200 }).optional(),
})
export const WeightQuery = z.object({ hid: f.hid.optional() })
/** Items on the shelf in the order readers see them, then the others. */
export const WeightList = z.object({ list: z.array(ContentRow), down: z.array(ContentRow) })
/** The items of a store from the first to the last. */
export const Reorder = z.object({ hid: f.hid.optional(), ids: z.array(c.contentId).max(500).meta({ label: '顺序' }) })

export const ShownContentQuery = z.object({ id: c.contentId })
export const ShownContent = z.object({
  contentId: c.contentId,
  title: text('标题'),
  cover: text('封面').nullable(),
  summary: text('摘要').nullable(),
  body: c.body,
  category: c.category,
  updatedAt: moment('修改时间'),
  storeName: text('门店'),
  adNo: text('医疗广告审查证明文号').nullable(),
})
