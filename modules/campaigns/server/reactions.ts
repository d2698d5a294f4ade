import { moved } from '#kernel/contract/index.ts'
import { nightly, on, sql } from '#kernel/server/index.ts'
import { billRefundCancelled, billRefunded, offersAsked, offersTaken } from '#modules/billing/contract/events.ts'
import { memberErased } from '#modules/patients/contract/events.ts'
import { settleCampaigns } from './campaigns.ts'
import { lowerCrossedOut, takeDownExpired } from './nights.ts'
import { retakeOffers, returnOffers, takeOffers, tellOffers } from './offers.ts'
import { followCoupon } from './rewards.ts'

export default [
  on(offersAsked, tellOffers),
  on(memberErased, async (cx, { pid }) => {
    await cx.db.run(sql`
      update campaign_apply
      set name = '已注销', mobile = 'erased:' || apply_id, birth = null, answers = '{}'
      where pid = ${pid}
    `)
  }),
  on(offersTaken, takeOffers),
  on(billRefunded, returnOffers),
  on(billRefundCancelled, retakeOffers),
  on(moved, async (cx, { table, id, from, to }) => (table === 'receive_record' ? followCoupon(cx, { id, from, to }) : undefined)),
  nightly('campaigns.clock', '*/5 * * * *', (cx) => settleCampaigns(cx)),
  // 16:10 UTC is after midnight in the clinic's time zone.
  nightly('campaigns.certificates', '10 16 * * *', takeDownExpired),
  nightly('campaigns.bases', '12 16 * * *', lowerCrossedOut),
]
