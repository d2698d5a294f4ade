/** Issued coupons of the store: member, use, staff. */
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Screen, Slot, t, useGo } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { besideCoupons } from '../../contract/events.ts'
import { CouponActions, IssueDrawer, worthOfCoupon } from './CouponActions.tsx'

export default function Receive() {
  const go = useGo()
  const [giving, setGiving] = useState(false)
  return (
    <Screen
      fill
      actions={
        <Can code="coupon:issue">
          <Button type="primary" icon={<Plus size={15} />} onClick={() => setGiving(true)}>
            {t`发放卡券`} <kbd>n</kbd>
          </Button>
        </Can>
      }
    >
      <Slot of={besideCoupons} told={{}} />
      <DataTable
        of={loyalty['receive-record.list']}
        rowKey="id"
        live={['loyalty', 'billing']}
        columns={[
          'code',
          'patientName',
          'name',
          { key: 'value', title: '面值', align: 'right', render: worthOfCoupon },
          'type',
          'status',
          { key: 'createdAt', title: '领取时间' },
          'expiresOn',
          { key: 'usedAt', title: '核销时间' },
        ]}
        filters={['key_word', 'coupon_type', 'status', 'type']}
        onNew={() => setGiving(true)}
        onOpen={(c) => go(`/patients/detail/${c.pid}/card`)}
        actions={(c) => <CouponActions coupon={c} />}
        empty={{ text: t`还没有发放卡券` }}
      />
      <IssueDrawer open={giving} onClose={() => setGiving(false)} />
    </Screen>
  )
}
