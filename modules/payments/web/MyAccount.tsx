/** 我的账户: what the store holds and paid, renewal, coupons, prices, payment orders, and one's own sessions. */
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Can, DataTable, Figures, Screen, t, useCall, useHolds, useSearch, useWho } from '#kernel/web/index.ts'
import { OwnSessions } from '#modules/account/web/door.tsx'
import { messages } from '#modules/messages/contract/endpoints.ts'
import { SmsCharge } from '#modules/messages/web/door.tsx'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { payments } from '../contract/endpoints.ts'
import './pay.css'
import { AccountDrawer, type AccountForm } from './AccountForms.tsx'

export default function MyAccount() {
  const who = useWho()
  const holds = useHolds()
  const [mayBalance, mayOrders] = [holds('balance:view'), holds('payments:view')]
  const [search, setSearch] = useSearch()
  const [form, setForm] = useState<AccountForm>()
  const [sms, setSms] = useState(false)
  const tabs = [
    ...(mayBalance
      ? [
          ['records', t`余额明细`],
          ['stores', t`各店余额`],
        ]
      : []),
    ...(mayOrders ? [['orders', t`支付订单`]] : []),
    ['coupons', t`优惠券`],
    ['prices', t`服务价格`],
    ...(mayBalance ? [['inviters', t`推荐奖励`]] : []),
    ['sessions', t`登录设备`],
  ] as Array<[string, string]>
  const tab = tabs.find(([key]) => key === search.tab)?.[0] ?? tabs[0]![0]
  return (
    <Screen
      fill
      actions={
        <>
          <Can code="balance:receive">
            <Button onClick={() => setForm('receive')}>{t`登记汇款`}</Button>
          </Can>
          <Can code="balance:transfer">
            <Button onClick={() => setForm('transfer')}>{t`转账`}</Button>
          </Can>
          <Can code="message:charge">
            <Button onClick={() => setSms(true)}>{t`短信充值`}</Button>
          </Can>
          <Can code="balance:recharge">
            <Button onClick={() => setForm('renew')}>{t`续费`}</Button>
          </Can>
          <Can code="balance:recharge">
            <Button type="primary" onClick={() => setForm('recharge')}>{t`账户充值`}</Button>
          </Can>
        </>
      }
    >
      {mayBalance && <Held hid={who.hid} />}
      <Segmented
        className="account-tabs"
        aria-label={t`查看`}
        value={tab}
        options={tabs.map(([value, label]) => ({ value, label }))}
        onChange={(v) => setSearch({ tab: v, page: undefined }, true)}
      />
      <Tab of={tab} onForm={setForm} />
      <SmsCharge open={sms} close={() => setSms(false)} />
      <AccountDrawer form={form} onClose={() => setForm(undefined)} />
    </Screen>
  )
}

function Held({ hid }: { hid: number }) {
  const store = useCall(institution['saler.index'], { hid }, { live: ['institution', 'payments'] })
  const balances = useCall(payments['sdx-account.balance-list'], { hid }, { live: ['payments', 'messages'] })
  const sms = useCall(messages['sms.balance'], { hid }, { live: ['messages'], enabled: useHolds()('message:view') })
  const own = balances.data?.list.find((s) => s.hid === hid)
  if (!own) return null
  const ends = store.data?.expireDate ?? own.expireDate
  return (
    <Figures
      items={[
        { label: '账户余额', value: showMoney(own.balance), note: t`短信、远程诊疗、续费从这里支付` },
        { label: '累计充值', value: showMoney(own.recharged) },
        { label: '累计消费', value: showMoney(own.spent) },
        ...(sms.data
          ? [
              {
                label: '短信余额（条）',
                value: sms.data.balance,
                ...(sms.data.balance < 50 ? { tone: 'warn' as const, note: t`余额将用完，请充值` } : {}),
              },
            ]
          : []),
        { label: '到期日', value: ends ?? t`长期有效` },
      ]}
    />
  )
}

function Tab({ of, onForm }: { of: string; onForm: (form: AccountForm) => void }) {
  const { hid, uid } = useWho()
  if (of === 'records')
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
  if (of === 'stores')
    return (
      <DataTable
        of={payments['sdx-account.balance-list']}
        input={{ hid }}
        rowKey="hid"
        live={['payments']}
        columns={['name', 'balance', 'recharged', 'spent', 'expireDate']}
      />
    )
  if (of === 'orders')
    return (
      <DataTable
        of={payments['payments.orders']}
        input={{ hid }}
        rowKey="orderNo"
        live={['payments']}
        columns={[
          'createdAt',
          'orderNo',
          'purpose',
          'subject',
          'payWay',
          'amount',
          'status',
          'booked',
          'paidAt',
          'tradeNo',
          'operatorName',
        ]}
        filters={['status', 'purpose', { range: ['startDate', 'endDate'] }]}
        rowTone={(o) => (o.status === 3 || (o.status === 1 && !o.booked) ? 'bad' : undefined)}
        empty={{ text: t`还没有支付订单` }}
      />
    )
  if (of === 'coupons')
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
  if (of === 'prices')
    return (
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
  if (of === 'inviters')
    return (
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
  return <OwnSessions />
}
