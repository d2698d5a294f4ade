/** Referrals: rewards, and who recommended whom. */
import { DataTable, t, useCall, useGo } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { PointsPage } from '../points/PointsPage.tsx'
import { RuleTable } from '../points/RuleTable.tsx'

export default function RecommendGifts() {
  const go = useGo()
  const rules = useCall(loyalty['points.rules.list'], {})
  return (
    <PointsPage fill of={rules}>
      <RuleTable
        title={t`推荐奖励`}
        note={t`新会员第一次付清收费单时发放一次；整单退费时收回`}
        rules={rules.data?.list.filter((r) => r.pointsRule === 'recommend' || r.pointsRule === 'recommended') ?? []}
      />
      <DataTable
        of={loyalty['points.recommended']}
        rowKey="pid"
        live={['loyalty', 'patients']}
        columns={['patientName', 'memberNo', 'mobile', 'inviterName', 'registeredAt', 'rewardedAt', 'points', 'ownPoints']}
        filters={['search', 'rewarded']}
        onOpen={(r) => go(`/patients/detail/${r.inviterPid}/recommend`)}
        empty={{ text: t`还没有会员是推荐来的` }}
      />
    </PointsPage>
  )
}
