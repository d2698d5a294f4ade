/** Coupons and gift cards of a member: usable ones, manual redemption, issuing, taking back. */
import { Button } from 'antd'
import { useState } from 'react'
import { Can, DataTable, Money, t, useId } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import { CouponActions, IssueDrawer, worthOfCoupon } from './CouponActions.tsx'

export default function MemberCards() {
  const pid = useId('patientId')
  const [giving, setGiving] = useState(false)
  return (
    <PatientPage
      fill
      actions={
        <Can code="coupon:issue">
          <Button type="primary" onClick={() => setGiving(true)}>
            {t`发放卡券`} <kbd>n</kbd>
          </Button>
        </Can>
      }
    >
      <DataTable
        of={loyalty['receive-record.patient']}
        input={{ pid }}
        rowKey="id"
        live={['loyalty', 'billing']}
        columns={[
          'code',
          'name',
          'couponType',
          { key: 'value', title: '面值', align: 'right', render: worthOfCoupon },
          { key: 'left', render: (c) => (c.left > 0 ? <Money of={c.left} /> : '—') },
          'status',
          'expiresOn',
          { key: 'usedAt', title: '核销时间' },
          'note',
        ]}
        onNew={() => setGiving(true)}
        actions={(c) => <CouponActions coupon={c} />}
        empty={{ text: t`还没有卡券` }}
      />
      <IssueDrawer open={giving} pid={pid} onClose={() => setGiving(false)} />
    </PatientPage>
  )
}
