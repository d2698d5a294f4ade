/**
 * Door of campaigns: what the members' own pages and later screens ask. Every function works in the transaction of the caller and for the
 * stores the caller may see; the pid it is given was proven by the caller.
 */
import { lit, sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import type { ApplyRow, CampaignRow } from '../contract/shapes.campaigns.ts'
import { onShelf } from '../contract/states.ts'
import { applyOf } from './applies.ts'
import { campaignOf, openCampaigns } from './campaigns.ts'
import { codeHolder } from './codes.ts'
import { tellOffers } from './offers.ts'
import { isOfferedTo, itemName, piecesLeft, soldOut, withSold } from './promotions.ts'
import type { PromotionOffer } from '#modules/billing/contract/pricing.ts'

export { applyOf, campaignOf }
export { bannersOf } from './content/banners.ts'
export { claimReward } from './claims.ts'
export { codeOfMember, extensionCode } from './codes.ts'
export { contentOf } from './content/content.ts'
export { promotionOf } from './promotions.ts'
export { cancelApply, signUpFor, takePlace } from './signups.ts'

/** Promotions a member may use in a store now, with pieces left. Prices in fen. */
export async function offersOf(cx: Cx, { hid, pid }: { hid: number; pid: number }): Promise<PromotionOffer[]> {
  const offers: PromotionOffer[] = []
  await tellOffers(cx, { hid, pid, fbid: null, locks: false, tell: (offer) => void offers.push(offer) })
  return offers
}
const ShownOffer = {
  promotionId: 'number',
  name: 'string',
  itemName: 'string',
  price: 'number | null',
  promotionPrice: 'number',
  description: 'string | null',
  image: 'string | null',
  toDate: 'string',
  left: 'number | null',
  limitMember: 'number | null',
  soldOut: 'boolean',
} as const
/** Promotions of a store that a member reads today, sold-out ones last. Prices in fen. */
export const offersShown = (cx: Cx, { hid, pid }: { hid: number; pid: number }): Promise<Array<ShapedRow<typeof ShownOffer>>> =>
  cx.db.rows(
    ShownOffer,
    sql`
      select p.promotion_id, p.name, ${itemName} item_name, p.price, p.promotion_price, p.description, p.logo image, p.to_date,
        ${piecesLeft} "left", p.limit_member, ${soldOut} sold_out
      from ${withSold}
      where ${isOfferedTo(cx, { hid, pid })}
      order by sold_out, p.promotion_id desc
    `,
  )
/** Campaigns of a store that are published and not over, the next to end first. */
export const campaignsOpen = (cx: Cx, hid: number): Promise<CampaignRow[]> => openCampaigns(cx, hid)

const Shelf = { contentId: 'number', title: 'string', cover: 'string | null', summary: 'string | null', category: 'number' } as const
/** Articles readers of a store see today, in their order. */
export const contentShelf = (
  cx: Cx,
  hid: number,
): Promise<Array<{ contentId: number; title: string; cover: string | null; summary: string | null; category: number }>> =>
  cx.db.rows(
    Shelf,
    sql`
      select c.content_id, c.title, c.cover, c.summary, c.category
      from content_item c
      where ${hid}::bigint = any(coalesce(c.stores, array[c.hid]))
        and c.status = ${lit(onShelf.is.up)}
        and coalesce(c.from_date <= ${cx.today}::date, true)
        and coalesce(c.to_date >= ${cx.today}::date, true)
      order by c.weight desc, c.content_id desc
    `,
  )

interface Visit {
  readonly hid: number
  /** Random number the browser keeps; it names nobody. */
  readonly visitor: string
}
/** Notes that somebody opened a campaign, perhaps by a promoter's code. Answers the campaign of the code. */
export async function noteScan(cx: Cx, { code, hid, visitor }: Visit & { code: string }): Promise<{ campaignId: number } | undefined> {
  const holder = await codeHolder(cx, code)
  if (holder) await note(cx, { hid, visitor, campaignId: holder.campaignId, codeId: holder.codeId })
  return holder && { campaignId: holder.campaignId }
}
export const noteCampaignView = (cx: Cx, visit: Visit & { campaignId: number }): Promise<number> => note(cx, visit)
export const noteContentView = (cx: Cx, visit: Visit & { contentId: number }): Promise<number> => note(cx, visit)
const note = (
  cx: Cx,
  {
    hid,
    visitor,
    campaignId = null,
    contentId = null,
    codeId = null,
  }: Visit & Partial<Record<'campaignId' | 'contentId' | 'codeId', number | null>>,
) =>
  cx.db.run(sql`
    insert into campaign_view (hid, campaign_id, content_id, code_id, visitor)
    values (${hid}, ${campaignId}, ${contentId}, ${codeId}, ${visitor.slice(0, 64)})
  `)

/** A member's own sign-ups, the latest first. */
export async function signUpsOf(cx: Cx, pid: number): Promise<ApplyRow[]> {
  const ids = await cx.db.rows(
    { applyId: 'number' },
    sql`select apply_id from campaign_apply where pid = ${pid} order by apply_id desc limit 50`,
  )
  const rows: ApplyRow[] = []
  for (const { applyId } of ids) rows.push(await applyOf(cx, applyId))
  return rows
}
