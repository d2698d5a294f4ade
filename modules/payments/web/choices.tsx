/** Form controls: store, coupon, service, coupon holder. */
import { Choose, t, tr, useWho, type FormState } from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { payments } from '../contract/endpoints.ts'
import { rechargeCoupon } from '../contract/states.ts'

export const storeChoice = (name: string) => (f: FormState, id: string) => (
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
      input={{ uid, status: rechargeCoupon.is.unused, pageSize: 0 }}
      value="couponId"
      label={(c) => t`${c.name} ¥${c.money}（满 ${c.minMoney} 可用）`}
      chosen={form.values.couponId as number | undefined}
      placeholder={t`不用优惠券`}
      onChange={(to) => form.set('couponId', to)}
    />
  )
}
export const couponChoice = (f: FormState, id: string) => <Coupon form={f} id={id} />
export const serviceChoice = (f: FormState, id: string) => (
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
export const holderChoice = (f: FormState, id: string) => <Holder form={f} id={id} />
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
