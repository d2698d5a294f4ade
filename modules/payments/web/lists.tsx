/** Lists of 我的账户, one per tab. */
import { Button } from 'antd'
import { Can, DataTable, t, useWho } from '#kernel/web/index.ts'
import { payments } from '../contract/endpoints.ts'
import type { AccountForm } from './AccountForms.tsx'
import { codePayment } from '../contract/states.ts'

export function Records() {
  const { hid } = useWho()
  return (
    <DataTable
      of={payments['sdx.money-records']}
      input={{ category: 1, hid }}
      rowKey="balanceRecordId"
      live={['payments', 'messages']}
      columns={['at', 'kind', 'amount', 'balance', 'reason', 'payWay', 'otherStore', 'operatorName']}
      filters={['kind', { range: ['startDate', 'endDate'] }]}
      empty={{ text: t`账户还没有变动` }}
    />
  )
}

export function Stores() {
  const { hid } = useWho()
  return (
    <DataTable
      of={payments['sdx-account.balance-list']}
      input={{ hid }}
      rowKey="hid"
      live={['payments']}
      columns={['name', 'balance', 'recharged', 'spent', 'expireDate']}
    />
  )
}

export function Orders() {
  const { hid } = useWho()
  return (
    <DataTable
      of={payments['payments.orders']}
      input={{ hid }}
      rowKey="orderNo"
      live={['payments']}
      columns={['createdAt', 'orderNo', 'purpose', 'subject', 'payWay', 'amount', 'status', 'booked', 'paidAt', 'tradeNo', 'operatorName']}
      filters={['status', 'purpose', { range: ['startDate', 'endDate'] }]}
      rowTone={(o) => (o.status === codePayment.is.otherAmount || (o.status === codePayment.is.paid && !o.booked) ? 'bad' : undefined)}
      empty={{ text: t`还没有支付订单` }}
    />
  )
}

export function Coupons({ onForm }: { onForm: (form: AccountForm) => void }) {
  const { uid } = useWho()
  return (
    <DataTable
      of={payments['coupon.list']}
      input={{ uid }}
      rowKey="couponId"
      live={['payments']}
      columns={['name', 'money', 'minMoney', 'validTo', 'status', 'usedAt', 'usedRef', 'note']}
      filters={['status']}
      tools={
        <Can code="balance:coupon">
          <Button onClick={() => onForm('coupon')}>{t`发放优惠券`}</Button>
        </Can>
      }
      empty={{ text: t`还没有优惠券` }}
    />
  )
}

export const Prices = ({ onForm }: { onForm: (form: AccountForm) => void }) => (
  <DataTable
    of={payments['medical-fees']}
    rowKey="servicePriceId"
    live={['payments']}
    columns={['name', 'unit', 'price']}
    tools={
      <Can code="balance:price">
        <Button onClick={() => onForm('price')}>{t`修改价格`}</Button>
      </Can>
    }
  />
)

export const Inviters = ({ onForm }: { onForm: (form: AccountForm) => void }) => (
  <DataTable
    of={payments['inviter.list']}
    rowKey="hid"
    live={['payments']}
    columns={['name', 'invited', 'rewarded']}
    tools={
      <Can code="balance:reward">
        <Button onClick={() => onForm('reward')}>{t`发放推荐奖励`}</Button>
      </Can>
    }
  />
)
