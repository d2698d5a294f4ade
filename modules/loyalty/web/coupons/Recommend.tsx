/** Members a member recommended, and the reward. */
import { DataTable, t, useGo, useId } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'

export default function Recommend() {
  const pid = useId('patientId')
  const go = useGo()
  return (
    <PatientPage fill>
      <DataTable
        of={loyalty['points.recommended-records']}
        input={{ pid }}
        rowKey="pid"
        live={['loyalty', 'patients']}
        columns={['patientName', 'memberNo', 'mobile', 'registeredAt', 'rewardedAt', 'points', 'ownPoints']}
        onOpen={(r) => go(`/patients/detail/${r.pid}/home`)}
        empty={{ text: t`还没有推荐过会员` }}
      />
    </PatientPage>
  )
}
