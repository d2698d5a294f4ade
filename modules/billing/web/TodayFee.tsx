/** Today's fee bills. */
import { useState } from 'react'
import { DataTable, Screen, t, today, useGo } from '#kernel/web/index.ts'
import { billing } from '../contract/endpoints.ts'
import { feeColumns, feeSummary } from './FeeList.tsx'

export default function TodayFee() {
  const go = useGo()
  const [total, setTotal] = useState<number>()
  return (
    <Screen fill note={total !== undefined ? t`${total} 单` : undefined}>
      <DataTable
        of={billing['fee-bills.list']}
        input={{ startTime: today(), endTime: today() }}
        rowKey="fbid"
        live={['billing']}
        columns={[...feeColumns]}
        summary={feeSummary}
        filters={['search', 'status', 'payWay']}
        onOpen={(r) => go(`/medical/fee-edit/${r.fbid}`)}
        onNew={() => go('/medical/fee-add')}
        onTotal={setTotal}
        empty={{ text: t`今天还没有收费单` }}
      />
    </Screen>
  )
}
