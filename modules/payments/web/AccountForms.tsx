/** Actions on a store's account: one drawer each. */
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Form, t, toast, useCall, useWho } from '#kernel/web/index.ts'
import { payments } from '../contract/endpoints.ts'
import { couponChoice, holderChoice, serviceChoice, storeChoice } from './choices.tsx'
import { Recharge } from './Recharge.tsx'

export type AccountForm = 'recharge' | 'renew' | 'transfer' | 'receive' | 'reward' | 'price' | 'coupon'
const stale = [
  payments['sdx-account.balance-list'],
  payments['sdx.money-records'],
  payments['sdx.recharge'],
  payments['payments.orders'],
  payments['coupon.list'],
  payments['medical-fees'],
  payments['inviter.list'],
]

export function AccountDrawer({ form, onClose }: { form: AccountForm | undefined; onClose: () => void }) {
  const { hid } = useWho()
  const titles: Readonly<Record<AccountForm, string>> = {
    recharge: t`账户充值`,
    renew: t`账户续费`,
    transfer: t`余额转账`,
    receive: t`登记汇款`,
    reward: t`发放推荐奖励`,
    price: t`修改价格`,
    coupon: t`发放优惠券`,
  }
  const Shown = form && forms[form]
  return (
    <Drawer open={form !== undefined} onClose={onClose} title={form && titles[form]} size={480} destroyOnHidden>
      {Shown && <Shown hid={hid} onClose={onClose} />}
    </Drawer>
  )
}

interface FormProps {
  hid: number
  onClose: () => void
}
/** Shared by the forms: reloads the account and closes, with a message on success. */
const common = (onClose: () => void) => ({ invalidates: stale, onLeave: onClose })
const telling = (text: string, onClose: () => void) => ({ ...common(onClose), onDone: () => (toast(text, 'ok'), onClose()) })

/** Menu and expiry warning are part of the account. */
function renewed(day: string, close: () => void): void {
  toast(t`已续费到 ${day}`, 'ok')
  close()
  setTimeout(() => location.reload(), 1200)
}
const Renew = ({ hid, onClose }: FormProps) => (
  <Form
    of={payments['account.hospital-renewal']}
    fixed={{ hid }}
    initial={{ years: 1 }}
    fields={[
      { key: 'years', span: 12 },
      { key: 'couponId', span: 12, control: couponChoice },
      { render: (f) => <Cost years={f.values.years as number} /> },
    ]}
    saveLabel={t`续费`}
    onDone={(r) => renewed(r.expireDate, onClose)}
    {...common(onClose)}
  />
)

function Cost({ years }: { years: number }) {
  const prices = useCall(payments['medical-fees'], {}, { stale: 60_000 })
  const price = prices.data?.list.find((s) => s.code === 'renewal')?.price
  return price === undefined ? null : (
    <p className="soft">{t`每年 ${showMoney(price)}，共 ${showMoney(price * (years || 0))}，从账户余额支付`}</p>
  )
}

const Transfer = ({ hid, onClose }: FormProps) => (
  <Form
    of={payments['saler.transfer-accounts']}
    fixed={{ hid }}
    fields={[{ key: 'toHid', span: 12, control: storeChoice('toHid') }, 'transferAmount', 'confirmMoney', { key: 'note', span: 12 }]}
    rules={(v) =>
      v.confirmMoney !== undefined && v.transferAmount !== v.confirmMoney
        ? [{ field: 'confirmMoney', sentence: t`两次输入的金额不一致` }]
        : []
    }
    saveLabel={t`转账`}
    {...telling(t`已转出`, onClose)}
  />
)

const Receive = ({ hid, onClose }: FormProps) => (
  <Form
    of={payments['payments.receive']}
    initial={{ hid, payWay: 4 }}
    fields={[{ key: 'hid', span: 12, control: storeChoice('hid') }, 'money', 'payWay', { key: 'note', span: 12 }]}
    {...telling(t`已登记`, onClose)}
  />
)

const Reward = ({ onClose }: FormProps) => (
  <Form
    of={payments['inviter.recharge']}
    fields={[
      { key: 'inviterHid', control: storeChoice('inviterHid') },
      { key: 'hid', control: storeChoice('hid') },
      { key: 'money', span: 12 },
    ]}
    {...telling(t`已发放`, onClose)}
  />
)

const Price = ({ onClose }: FormProps) => (
  <Form
    of={payments['payments.prices']}
    fields={[{ key: 'servicePriceId', control: serviceChoice }, 'price']}
    {...telling(t`已保存`, onClose)}
  />
)

const GiveCoupon = ({ onClose }: FormProps) => (
  <Form
    of={payments['payments.give-coupon']}
    initial={{ minMoney: 0 }}
    fields={[
      { key: 'uid', label: '发给', span: 12, control: holderChoice },
      { key: 'name', span: 12 },
      'money',
      'minMoney',
      { key: 'validTo', span: 12 },
      { key: 'note', span: 12 },
    ]}
    {...telling(t`已发放`, onClose)}
  />
)

const forms: Readonly<Record<AccountForm, (props: FormProps) => ReactNode>> = {
  recharge: Recharge,
  renew: Renew,
  transfer: Transfer,
  receive: Receive,
  reward: Reward,
  price: Price,
  coupon: GiveCoupon,
}
