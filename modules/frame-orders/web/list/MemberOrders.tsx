import { Button } from 'antd'
import { Can, DataTable, t, useGo, useId } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { frameOrders } from '../../contract/endpoints.ts'
import { orderColumns } from '../columns.tsx'

/** Frame glasses of one member. */
export default function MemberOrders() {
  const go = useGo()
  const pid = useId('patientId')
  return (
    <PatientPage
      fill
      actions={
        <Can code="frame:edit">
          <Button type="primary" onClick={() => go('/process/add', { pid })}>{t`新增订单`}</Button>
        </Can>
      }
    >
      <DataTable
        of={frameOrders['frame.list-by-patient']}
        input={{ pid }}
        rowKey="recordFrameId"
        live={['frame-orders']}
        columns={orderColumns.filter((c) => typeof c === 'string' || c.key !== 'patientName')}
        onOpen={(r) => go(`/process/edit/${r.recordFrameId}`)}
        empty={{ text: t`这位会员还没有配过框架眼镜。` }}
      />
    </PatientPage>
  )
}
