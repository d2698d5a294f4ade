/** Earning rules: points per yuan, by way of payment, by kind of item. */
import { Until, t, useCall } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { PointsPage } from './PointsPage.tsx'
import { RuleTable } from './RuleTable.tsx'

export default function PointConfig() {
  const rules = useCall(loyalty['points.rules.list'], {})
  const shares = useCall(loyalty['points.rules.earning'], {})
  const sharesOf = (prefix: string) => shares.data?.filter((r) => r.pointsRule.startsWith(prefix)) ?? []
  return (
    <PointsPage of={rules}>
      <Until of={shares}>
        <>
          <RuleTable
            title={t`消费得积分`}
            note={t`会员等级的积分倍数另乘`}
            rules={rules.data?.list.filter((r) => r.pointsRule === 'earn') ?? []}
          />
          <RuleTable title={t`按支付方式`} note={t`该方式付的钱有百分之几计积分`} rules={sharesOf('way:')} />
          <RuleTable title={t`按项目类别`} note={t`该类项目的金额有百分之几计积分`} rules={sharesOf('kind:')} />
        </>
      </Until>
    </PointsPage>
  )
}
