/** Payments of a member, a tab of the member's page. */
import { Button } from 'antd'
import { useState } from 'react'
import { Can, DataTable, t, toast, useGo, useId, useSend } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { billing } from '../contract/endpoints.ts'
import { feeSummary, payWaysColumn } from './FeeList.tsx'

export default function PatientPaid() {
  const pid = useId('patientId')
  const go = useGo()
  const [total, setTotal] = useState<number>()
  const bring = useSend(billing['packages.synchronization'], {
    onSuccess: ({ changed }) => toast(changed ? t`更新了 ${changed} 份已购套餐` : t`已购套餐与现在的内容一致`, 'ok'),
  })
  return (
    <PatientPage
      fill
      note={total !== undefined ? t`${total} 单` : undefined}
      actions={
        <>
          <Can code="package:view">
            <Button
              loading={bring.isPending}
              title={t`套餐内容增加后，把会员已购的套餐补到一样`}
              onClick={() => bring.mutate({ pid })}
            >{t`同步已购套餐`}</Button>
          </Can>
          <Can code="feebill:save">
            <Button type="primary" onClick={() => go('/medical/fee-add', { pid })}>{t`新增收费`}</Button>
          </Can>
        </>
      }
    >
      <DataTable
        of={billing['feebill.list-by-patient']}
        input={{ pid }}
        rowKey="fbid"
        live={['billing']}
        columns={[
          'billNo',
          'billDate',
          'itemNames',
          'originalPrice',
          'billPrice',
          'due',
          'paid',
          'refunded',
          payWaysColumn,
          'status',
          'doctorName',
          'operatorName',
        ]}
        summary={feeSummary}
        onOpen={(r) => go(`/medical/fee-edit/${r.fbid}`)}
        onTotal={setTotal}
        empty={{ text: t`还没有消费记录` }}
      />
    </PatientPage>
  )
}
