/** What members of the store were given by hand, by whom and why. */
import { DataTable, Screen, t, useGo } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'

export default function Grants() {
  const go = useGo()
  return (
    <Screen fill note={t`卡券、积分、没有方案的赠金和手工设定的等级；超过上限的有批准人`}>
      <DataTable
        of={loyalty['hand-grants.list']}
        name="hand-grants"
        rowKey="grantId"
        live={['loyalty', 'patients']}
        columns={['at', 'kind', 'patientName', 'memberNo', 'what', 'quantity', 'worth', 'reason', 'operatorName', 'approverName']}
        filters={['kind', { range: ['startTime', 'endTime'] }]}
        onOpen={(row) => go(`/patients/detail/${row.pid}/home`)}
        empty={{ text: t`还没有手工赠送` }}
      />
    </Screen>
  )
}
