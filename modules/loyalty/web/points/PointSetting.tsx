/** Settings of points: worth, validity, refunds, lottery. */
import { t, useCall } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { PointsPage } from './PointsPage.tsx'
import { RuleTable } from './RuleTable.tsx'

const GROUPS = [
  ['抵扣', ['value', 'share']],
  ['有效期', ['expiry']],
  ['退费', ['refund_spent']],
  ['抽奖', ['lottery_cost', 'lottery_daily']],
] as const
export default function PointSetting() {
  const rules = useCall(loyalty['points.rules.list'], {})
  const titles = [t`抵扣`, t`有效期`, t`退费`, t`抽奖`]
  return (
    <PointsPage of={rules}>
      {GROUPS.map(([key, codes], i) => (
        <RuleTable
          key={key}
          title={titles[i]!}
          rules={rules.data?.list.filter((r) => (codes as readonly string[]).includes(r.pointsRule)) ?? []}
        />
      ))}
    </PointsPage>
  )
}
