/** Which campaigns gave coupons, and what they brought: above the coupons given, and beside one kind. */
import { Link, Money, Rows, t, useCall, useHolds, useWho } from '#kernel/web/index.ts'
import { campaigns } from '../contract/endpoints.ts'

export default function CouponOrigins({ kindId }: { kindId?: number }) {
  const who = useWho()
  const opens = useHolds()('campaign:desk')
  const origins = useCall(
    campaigns['campaign.coupons'],
    { hid: who.hid, ...(kindId ? { kindId } : {}) },
    { live: ['campaigns', 'billing'] },
  )
  const list = origins.data?.list ?? []
  if (!list.length) return null
  return (
    <details className="coupon-origins" open={kindId !== undefined}>
      <summary>{t`活动发出 ${list.reduce((n, r) => n + r.given, 0)} 张，用了 ${list.reduce((n, r) => n + r.used, 0)} 张`}</summary>
      <Rows
        rows={list}
        rowKey={(r) => `${r.campaignId} ${r.kindName}`}
        columns={[
          {
            title: t`活动`,
            cell: (r) => (opens ? <Link to={`/members/campaigns?campaign=${r.campaignId}`}>{r.title}</Link> : r.title),
          },
          { title: t`卡券`, cell: (r) => r.kindName },
          { title: t`已发`, right: true, cell: (r) => r.given },
          { title: t`已用`, right: true, cell: (r) => r.used },
          { title: t`用掉面值`, right: true, cell: (r) => <Money of={r.spent} /> },
          { title: t`带来净额`, right: true, cell: (r) => <Money of={r.brought} /> },
        ]}
      />
    </details>
  )
}
