/** What the clock does: expired certificates take down, prices that may no longer be crossed out follow their base. */
import { lit, move, sql, type Cx } from '#kernel/server/index.ts'
import { MEDICAL_CONTENT, MEDICAL_PROMOTION } from '../contract/fields.ts'
import { campaign, onShelf } from '../contract/states.ts'
import { findBase } from './base.ts'

const { is } = onShelf
/** Takes down medical services whose 医疗广告审查证明 is over, and articles whose days are. */
export async function takeDownExpired(cx: Cx): Promise<void> {
  const stores = [...cx.who.hids]
  const promotions = await cx.db.run(
    sql`
      update promotion
      set status = ${lit(is.down)}, version = version + 1, down_reason = '审查证明 ' || to_char(ad_until, 'MM-DD') || ' 到期，已自动下架'
      where hid = any(${stores}) and status = ${lit(is.up)} and category = ${MEDICAL_PROMOTION} and ad_until < ${cx.today}::date
    `,
  )
  const articles = await cx.db.run(
    sql`
      update content_item
      set status = ${lit(is.down)},
        version = version + 1,
        down_reason = case when to_date < ${cx.today}::date then '展示期已过' else '审查证明 ' || to_char(ad_until, 'MM-DD') || ' 到期，已自动下架'
        end
      where hid = any(${stores})
        and status = ${lit(is.up)}
        and (to_date < ${cx.today}::date or category = ${MEDICAL_CONTENT} and ad_until < ${cx.today}::date)
    `,
  )
  const medical = await cx.db.rows(
    { campaignId: 'number' },
    sql`
      select campaign_id
      from campaign
      where hid = any(${stores}) and medical and status in ${lit(campaign.in.open)} and ad_until < ${cx.today}::date
      order by campaign_id
    `,
  )
  for (const { campaignId } of medical)
    await move(cx, campaign, campaignId, 'withdraw', { automatic: true, note: '审查证明到期，已自动下架' })
  if (promotions + articles + medical.length) cx.touch('campaigns')
}
const Beginning = {
  promotionId: 'number',
  hid: 'number',
  stores: 'number[] | null',
  productId: 'number | null',
  fiid: 'number | null',
  price: 'number',
} as const
/** On its first day a promotion crosses out no more than the base of that day. */
export async function lowerCrossedOut(cx: Cx): Promise<void> {
  const rows = await cx.db.rows(
    Beginning,
    sql`
      select promotion_id, hid, stores, product_id, fiid, price
      from promotion
      where hid = any(${[...cx.who.hids]}) and status = ${lit(is.up)} and from_date = ${cx.today}::date and price is not null
      order by promotion_id
    `,
  )
  for (const { promotionId, hid, stores, price, ...subject } of rows) {
    const { base } = await findBase(cx, subject, { stores: stores ?? [hid], fromDate: cx.today, list: price })
    if (base !== null && price <= base) continue
    await cx.db.run(
      sql`
        update promotion
        set price = case when ${base}::bigint > promotion_price then ${base}::bigint end
        where promotion_id = ${promotionId}
      `,
    )
  }
}
