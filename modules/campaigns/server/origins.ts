/** Where coupons came from and what they brought. */
import type { z } from '#kernel/contract/index.ts'
import { idIn, lit, sql, type Cx } from '#kernel/server/index.ts'
import { coupon } from '#modules/loyalty/contract/states.ts'
import { CouponOrigin, type CouponOriginQuery, type CouponOrigins } from '../contract/shapes.campaigns.ts'
import { isFor, storeIn } from './stores.ts'

/** Campaigns of a store that gave coupons, the latest first; the net of a bill counts once however many coupons it took. */
export const couponOrigins = async (
  cx: Cx,
  { hid, kindId }: z.output<typeof CouponOriginQuery>,
): Promise<z.output<typeof CouponOrigins>> => ({
  list: await cx.db.rows(
    CouponOrigin,
    sql`
      select c.campaign_id, c.title, k.name kind_name, count(*)::int given,
        count(*) filter (where r.status = ${lit(coupon.is.redeemed)})::int used,
        coalesce(sum(w.worth) filter (where r.status = ${lit(coupon.is.redeemed)}), 0)::bigint spent,
        (
          select coalesce(sum(b.paid - b.refunded), 0)::bigint
          from fee_bill b
          where b.fbid in (
            select ${idIn(sql`u.used_ref`, 'fee_bill')}
            from campaign_reward x
            join receive_record u on u.oid = x.oid and u.id = x.coupon_id
            where x.campaign_id = c.campaign_id and u.kind_id = k.id and starts_with(u.used_ref, 'fee_bill:')
          )
        ) brought
      from campaign_reward w
      join campaign c on c.oid = w.oid and c.campaign_id = w.campaign_id
      join receive_record r on r.oid = w.oid and r.id = w.coupon_id
      join coupon_kind k on k.oid = r.oid and k.id = r.kind_id
      where ${isFor(sql`c`, storeIn(cx, hid))} and (${kindId ?? null}::bigint is null or k.id = ${kindId ?? null}::bigint)
      group by c.campaign_id, c.title, k.id, k.name
      order by c.campaign_id desc
      limit 50
    `,
  ),
})
