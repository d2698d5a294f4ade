/** What is done with the account of a store: one drawer each. */
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Choose, Form, call, queries, t, toast, tr, useCall, useWho, type FormState, type SentOf } from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { payments } from '../contract/endpoints.ts'
import type { PayCode } from '../contract/shapes.ts'
import { PayByCode } from './PayByCode.tsx'

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

const store = (name: string) => (f: FormState, id: string) => (
  <Choose
    id={id}
    of={payments['inviter.list']}
    input={{}}
    value="hid"
    label={(s) => s.name}
    chosen={f.values[name] as number | undefined}
    onChange={(to) => f.set(name, to)}
  />
)
function Coupon({ form, id }: { form: FormState; id: string }) {
  const { uid } = useWho()
  return (
    <Choose
      id={id}
      of={payments['coupon.list']}
      input={{ uid, status: 0, pageSize: 0 }}
      value="couponId"
      label={(c) => t`${c.name} ¥${c.money}（满 ${c.minMoney} 可用）`}
      chosen={form.values.couponId as number | undefined}
      placeholder={t`不用优惠券`}
      onChange={(to) => form.set('couponId', to)}
    />
  )
}
const coupon = (f: FormState, id: string) => <Coupon form={f} id={id} />
const service = (f: FormState, id: string) => (
  <Choose
    id={id}
    of={payments['medical-fees']}
    input={{}}
    value="servicePriceId"
    label={(s) => tr(s.name)}
    chosen={f.values.servicePriceId as number | undefined}
    onChange={(to, row) => f.setAll({ servicePriceId: to, ...(row ? { price: row.price } : {}) })}
  />
)
const holder = (f: FormState, id: string) => <Holder form={f} id={id} />
function Holder({ form, id }: { form: FormState; id: string }) {
  const { hid } = useWho()
  return (
    <Choose
      id={id}
      of={account['staff.accounts']}
      input={{ hid, per_page: 0 }}
      value="uid"
      label={(s) => (s.account ? `${s.name} · ${s.account}` : s.name)}
      chosen={form.values.uid as number | undefined}
      onChange={(to) => form.set('uid', to)}
    />
  )
}

/** The menu and the warning of the expiry come with the account. */
function renewed(day: string, close: () => void): void {
  toast(t`已续费到 ${day}`, 'ok')
  close()
  setTimeout(() => location.reload(), 1200)
}

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
  const common = { invalidates: stale, onLeave: onClose }
  const done = (text: string) => () => (toast(text, 'ok'), onClose())
  return (
    <Drawer open={form !== undefined} onClose={onClose} title={form && titles[form]} size={480} destroyOnHidden>
      {form === 'recharge' && <Recharge hid={hid} onClose={onClose} />}
      {form === 'renew' && (
        <Form
          of={payments['account.hospital-renewal']}
          fixed={{ hid }}
          initial={{ years: 1 }}
          fields={[
            { key: 'years', span: 12 },
            { key: 'couponId', span: 12, control: coupon },
            { render: (f) => <Cost years={f.values.years as number} /> },
          ]}
          saveLabel={t`续费`}
          onDone={(r) => renewed(r.expireDate, onClose)}
          {...common}
        />
      )}
      {form === 'transfer' && (
        <Form
          of={payments['saler.transfer-accounts']}
          fixed={{ hid }}
          fields={[{ key: 'toHid', span: 12, control: store('toHid') }, 'transferAmount', 'confirmMoney', { key: 'note', span: 12 }]}
          rules={(v) =>
            v.confirmMoney !== undefined && v.transferAmount !== v.confirmMoney
              ? [{ field: 'confirmMoney', sentence: t`两次输入的金额不一致` }]
              : []
          }
          saveLabel={t`转账`}
          onDone={done(t`已转出`)}
          {...common}
        />
      )}
      {form === 'receive' && (
        <Form
          of={payments['payments.receive']}
          initial={{ hid, payWay: 4 }}
          fields={[{ key: 'hid', span: 12, control: store('hid') }, 'money', 'payWay', { key: 'note', span: 12 }]}
          onDone={done(t`已登记`)}
          {...common}
        />
      )}
      {form === 'reward' && (
        <Form
          of={payments['inviter.recharge']}
          fields={[
            { key: 'inviterHid', control: store('inviterHid') },
            { key: 'hid', control: store('hid') },
            { key: 'money', span: 12 },
          ]}
          onDone={done(t`已发放`)}
          {...common}
        />
      )}
      {form === 'price' && (
        <Form
          of={payments['payments.prices']}
          fields={[{ key: 'servicePriceId', control: service }, 'price']}
          onDone={done(t`已保存`)}
          {...common}
        />
      )}
      {form === 'coupon' && (
        <Form
          of={payments['payments.give-coupon']}
          initial={{ minMoney: 0 }}
          fields={[
            { key: 'uid', label: '发给', span: 12, control: holder },
            { key: 'name', span: 12 },
            'money',
            'minMoney',
            { key: 'validTo', span: 12 },
            { key: 'note', span: 12 },
          ]}
          onDone={done(t`已发放`)}
          {...common}
        />
      )}
    </Drawer>
  )
}

function Cost({ years }: { years: number }) {
  const prices = useCall(payments['medical-fees'], {}, { stale: 60_000 })
  const price = prices.data?.list.find((s) => s.code === 'renewal')?.price
  return price === undefined ? null : (
    <p className="soft">{t`每年 ${showMoney(price)}，共 ${showMoney(price * (years || 0))}，从账户余额支付`}</p>
  )
}

function Recharge({ hid, onClose }: { hid: number; onClose: () => void }) {
  const offer = useCall(payments['sdx.recharge'], { hid })
  const [code, setCode] = useState<() => Promise<PayCode>>()
  const alipay = (f: FormState) =>
    setCode(() => () => call(payments['pay.alipay'], { ...(f.values as object), hid } as SentOf<(typeof payments)['pay.alipay']>))
  const paid = () => {
    void queries.invalidateQueries()
    setCode(undefined)
    onClose()
  }
  return (
    <>
      <Form
        of={payments['pay.wx']}
        fixed={{ hid }}
        initial={{ money: 500 }}
        onLeave={onClose}
        saveLabel={t`微信付款码`}
        onDone={(made) => setCode(() => () => Promise.resolve(made))}
        invalidates={[payments['payments.orders']]}
        fields={[
          {
            render: (f) => (
              <div className="amounts">
                {(offer.data?.amounts ?? []).map((a) => (
                  <Button key={a} type={f.values.money === a ? 'primary' : 'default'} onClick={() => f.set('money', a)}>
                    {showMoney(a)}
                  </Button>
                ))}
              </div>
            ),
          },
          { key: 'money', span: 12, hint: offer.data && t`现在余额 ${showMoney(offer.data.balance)}` },
          { key: 'couponId', span: 12, control: coupon },
        ]}
        more={(f) => <Button disabled={f.problems.length > 0} onClick={() => alipay(f)}>{t`支付宝付款码`}</Button>}
      />
      {code && <PayByCode open={code} onPaid={paid} onClose={() => setCode(undefined)} />}
    </>
  )
}
