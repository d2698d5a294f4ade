/** Banners of a store, eight at most: written as a whole, in their order. */
import type { z } from '#kernel/contract/index.ts'
import { columnsOf, insertMany, lit, may, remove, sql, type Cx, type Open } from '#kernel/server/index.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import {
  Banner,
  FollowerFigures,
  ShownBanner,
  type Banners,
  type SaveBanners,
  type ShownBanners,
} from '../../contract/shapes.promotions.ts'
import { checkTexts, ownImages } from '../words.ts'
import { storeIn } from '../stores.ts'

export async function bannersOf(cx: Cx, hid: number | undefined): Promise<z.output<typeof Banners>> {
  const store = storeIn(cx, hid)
  const list = await cx.db.rows(Banner, sql`select ${columnsOf(Banner, 'banner')} from banner where hid = ${store} order by sort`)
  return { hid: store, list }
}
/** Writes all banners of a store. */
export async function saveBanners(
  cx: Cx<'wording' | 'wording_reason' | 'foreign_link'>,
  { hid, list }: z.output<typeof SaveBanners>,
): Promise<z.output<typeof Banners>> {
  const store = storeIn(cx, hid)
  if (!may(cx, 'content:edit', store)) cx.refuse('no_access', { what: '编辑横幅', code: 'content:edit' })
  // Two who save at once: the later list stands.
  await cx.db.run(sql`select 1 from store where hid = ${store} for no key update`)
  const rows = []
  for (const [i, banner] of list.entries()) {
    const field = `list.${i}`
    checkTexts(cx, { [`${field}.title`]: banner.title }, null)
    const [image] = ownImages(cx, [banner.image], `${field}.image`)
    if (!image) cx.refuse('bad_input', { what: '图片：必填', field: `${field}.image` })
    if (banner.fromDate && banner.toDate && banner.toDate < banner.fromDate)
      cx.refuse('bad_input', { what: '结束日期：不能早于开始日期', field: `${field}.toDate` })
    const contentId = banner.target === 'content' ? banner.contentId : null
    if (banner.target === 'content' && !(contentId && (await isContent(cx, contentId, store))))
      cx.refuse('not_found', { what: '内容', field: `${field}.contentId` })
    rows.push({ ...banner, contentId, image: image!, hid: store, sort: i + 1 })
  }
  await remove(cx, 'banner', { hid: store })
  await insertMany(cx, 'banner', rows)
  cx.touch('campaigns')
  return bannersOf(cx, store)
}
const isContent = (cx: Cx, contentId: number, hid: number): Promise<boolean> =>
  cx.db.any(sql`
    select 1
    from content_item c
    where c.content_id = ${contentId} and ${hid}::bigint = any(coalesce(c.stores, array[c.hid]))
  `)

/** Members of a store, those bound to WeChat, and those bound lately. */
export const followersOf = (cx: Cx, hid: number | undefined): Promise<z.output<typeof FollowerFigures>> =>
  cx.db.the(
    FollowerFigures,
    sql`
      select count(*)::int members, count(wechat_open_id)::int bound,
        count(wechat_open_id) filter (where wechat_at >= app_now() - interval '30 days')::int recent
      from patient
      where hid = ${storeIn(cx, hid)} and status = ${lit(patientStates.is.present)}
    `,
  )

/** Banners of today, for visitors. */
export const shownBanners = async (cx: Pick<Open, 'db' | 'now'>, hid: number): Promise<z.output<typeof ShownBanners>> => ({
  list: await cx.db.rows(ShownBanner, sql`select * from banners_shown(${hid}, ${cx.now.slice(0, 10)}::date)`),
})
