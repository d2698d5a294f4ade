/** All lines of the points accounts of the store's members. */
import { DataTable, t, useGo } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { Paper } from '../Paper.tsx'
import { Signed } from './PointButtons.tsx'
import { PointsPage } from './PointsPage.tsx'

const REASONS = ['收费', '退费', '积分调整', '积分转赠', '积分兑换', '取消兑换', '积分抽奖', '积分过期', '推荐奖励'] as const
export default function PointDetail() {
  const go = useGo()
  return (
    <PointsPage fill>
      <DataTable
        of={loyalty['points.record']}
        rowKey="lineId"
        live={['loyalty', 'billing']}
        columns={[
          'at',
          'patientName',
          'memberNo',
          'reason',
          { key: 'amount', render: (r) => <Signed points={r.amount} /> },
          'balance',
          { key: 'ref', render: (r) => <Paper entry={r} /> },
          'note',
          'operatorName',
        ]}
        filters={[
          'search',
          { key: 'reason', options: REASONS.map((value) => ({ value, label: value })) },
          { range: ['startTime', 'endTime'] },
        ]}
        onOpen={(r) => go(`/patients/detail/${r.pid}/credit`)}
        empty={{ text: t`没有积分流水` }}
      />
    </PointsPage>
  )
}
