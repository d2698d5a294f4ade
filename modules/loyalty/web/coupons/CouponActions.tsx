/** Manual actions on coupons and issuing one; used by the member's tab and the store's list. */
import { Button, Drawer } from 'antd'
import { inUse, showMoney, type StateIn } from '#kernel/contract/index.ts'
import { Can, Choose, Form, confirm, t, toast, useSend, type FormState } from '#kernel/web/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import type { CouponKind, ReceiveRecord } from '../../contract/shapes.coupons.ts'
import { coupon } from '../../contract/states.ts'

export const staleCoupons = [
  loyalty['receive-record.list'],
  loyalty['receive-record.patient'],
  loyalty['receive-record.patient-cancel'],
  loyalty['card-volume.list'],
]

/** Worth of a coupon, in words. */
export const worthOfCoupon = (c: Pick<CouponKind, 'couponType' | 'value' | 'discount' | 'fromPrice'>): string =>
  [
    c.couponType === 2 ? t`${c.discount ?? 10} 折` : c.couponType === 5 ? t`兑换` : showMoney(c.value),
    c.fromPrice > 0 && t`满 ${showMoney(c.fromPrice)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Coupon names with their number. */
export const couponsInWords = ({ coupons }: { coupons: ReadonlyArray<{ name: string; quantity: number }> }): string =>
  coupons.map((c) => `${c.name} ×${c.quantity}`).join('、')

export function CouponActions({ coupon: c }: { coupon: ReceiveRecord }) {
  const send = useSend(loyalty['receive-record.status'], { invalidates: staleCoupons, onSuccess: () => toast(t`已完成`, 'ok') })
  const confirmStatus = async (status: StateIn<typeof coupon, 'byHand'>, message: string) => {
    const answer = await confirm({ message, ...(status === coupon.is.redeemed ? {} : { reason: { label: t`原因`, required: true } }) })
    if (answer) send.mutate({ id: c.id, status, ...(typeof answer === 'string' ? { note: answer } : {}) })
  }
  return (
    <>
      <Can code="coupon:redeem">
        {c.usable && (c.couponType === 5 || c.couponType === 1) && (
          <Button size="small" type="primary" onClick={() => void confirmStatus(coupon.is.redeemed, t`核销 ${c.name}？`)}>{t`核销`}</Button>
        )}
        {c.status === coupon.is.redeemed && c.usedRef === `coupon:${c.id}` && (
          <Button size="small" onClick={() => void confirmStatus(coupon.is.unused, t`撤销 ${c.name} 的核销？`)}>{t`撤销`}</Button>
        )}
      </Can>
      <Can code="coupon:issue">
        {c.status === coupon.is.unused && !c.lockedRef && (
          <Button size="small" onClick={() => void confirmStatus(coupon.is.handedBack, t`会员退回 ${c.name}？`)}>{t`退回`}</Button>
        )}
        {c.status === coupon.is.unused && !c.lockedRef && (
          <Button size="small" onClick={() => void confirmStatus(coupon.is.voided, t`作废 ${c.name}？`)}>{t`作废`}</Button>
        )}
      </Can>
    </>
  )
}

const member = (f: FormState, id: string) => (
  <PatientPicker id={id} autoFocus chosen={f.values.pid as number | undefined} onChange={(to) => f.set('pid', to)} />
)
const kind = (f: FormState, id: string) => (
  <Choose
    id={id}
    of={loyalty['card-volume.list']}
    input={{ status: inUse.is.on, page_size: 200 }}
    value="id"
    label={(k) => `${k.name}  ${worthOfCoupon(k)}`}
    chosen={f.values.kindId as number | undefined}
    onChange={(to) => f.set('kindId', to)}
  />
)
/** Issues a coupon to the page's member, or to one found by search. */
export function IssueDrawer({ open, pid, onClose }: { open: boolean; pid?: number; onClose: () => void }) {
  return (
    <Drawer open={open} onClose={onClose} title={t`发放卡券`} size={480} destroyOnHidden>
      {open && (
        <Form
          of={loyalty['receive-record.create']}
          fixed={pid ? { pid } : {}}
          initial={{ quantity: 1 }}
          invalidates={staleCoupons}
          saveLabel={t`发放`}
          onLeave={onClose}
          onDone={(a) => (toast(t`已发放 ${a.issued} 张`, 'ok'), onClose())}
          fields={[
            ...(pid ? [] : [{ key: 'pid' as const, span: 12, control: member }]),
            { key: 'kindId', span: 12, control: kind },
            { key: 'quantity', span: 12 },
            { key: 'note', span: 12, hint: t`写明为什么送` },
          ]}
        />
      )}
    </Drawer>
  )
}
