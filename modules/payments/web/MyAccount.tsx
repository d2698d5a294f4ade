/** 我的账户: balance and payments of the store, renewal, coupons, prices, payment orders, own sessions. */
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Can, Figures, Screen, t, tr, useCall, useHolds, useTabs, useWho } from '#kernel/web/index.ts'
import { OwnSessions } from '#modules/account/web/door.tsx'
import { messages } from '#modules/messages/contract/endpoints.ts'
import { SmsCharge } from '#modules/messages/web/door.tsx'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { payments } from '../contract/endpoints.ts'
import './pay.css'
import { AccountDrawer, type AccountForm } from './AccountForms.tsx'
import { Coupons, Inviters, Orders, Prices, Records, Stores } from './lists.tsx'

const TABS: ReadonlyArray<{ key: string; label: string; can?: string; shows: (props: ListProps) => ReactNode }> = [
  { key: 'records', label: '余额明细', can: 'balance:view', shows: Records },
  { key: 'stores', label: '各店余额', can: 'balance:view', shows: Stores },
  { key: 'orders', label: '支付订单', can: 'payments:view', shows: Orders },
  { key: 'coupons', label: '优惠券', shows: Coupons },
  { key: 'prices', label: '服务价格', shows: Prices },
  { key: 'inviters', label: '推荐奖励', can: 'balance:view', shows: Inviters },
  { key: 'sessions', label: '登录设备', shows: OwnSessions },
]
type ListProps = { onForm: (form: AccountForm) => void }

export default function MyAccount() {
  const who = useWho()
  const holds = useHolds()
  const [form, setForm] = useState<AccountForm>()
  const [sms, setSms] = useState(false)
  const [tab, row] = useTabs(
    TABS.filter(({ can }) => !can || holds(can)).map(({ key, label }) => [key, tr(label)] as const),
    { className: 'account-tabs' },
  )
  const Shown = TABS.find(({ key }) => key === tab)!.shows
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
      {holds('balance:view') && <Held hid={who.hid} />}
      {row}
      <Shown onForm={setForm} />
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
