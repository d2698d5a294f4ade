import { Button } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Form, call, queries, t, useCall, Act, type FormState, type SentOf } from '#kernel/web/index.ts'
import { payments } from '../contract/endpoints.ts'
import type { PayCode } from '../contract/shapes.ts'
import { couponChoice } from './choices.tsx'
import { PayByCode } from './PayByCode.tsx'

/** Recharges the store's account by a payment code. */
export function Recharge({ hid, onClose }: { hid: number; onClose: () => void }) {
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
        onDone={(payCode) => setCode(() => () => Promise.resolve(payCode))}
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
          { key: 'couponId', span: 12, control: couponChoice },
        ]}
        more={(f) => <Act unless={f.problems[0]?.sentence} onClick={() => alipay(f)}>{t`支付宝付款码`}</Act>}
      />
      {code && <PayByCode open={code} onPaid={paid} onClose={() => setCode(undefined)} />}
    </>
  )
}
