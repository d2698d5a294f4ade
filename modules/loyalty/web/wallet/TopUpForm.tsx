/** Top-up form. A scheme fills in the amounts; WeChat and Alipay are taken at the counter or by a code that books itself. */
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { show, showMoney, inUse } from '#kernel/contract/index.ts'
import { Choose, Form, call, t, toast, tr, queries, useWho, Act, type FormState, type SentOf } from '#kernel/web/index.ts'
import { StaffPicker } from '#modules/account/web/door.tsx'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { PayByCode } from '#modules/payments/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import { payWay } from '../../contract/fields.ts'
import type { ChargeBillInfo } from '../../contract/shapes.ts'
import { couponsInWords } from '../coupons/CouponActions.tsx'
import { stale } from '../stale.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

type Sent = SentOf<(typeof loyalty)['chargebill.scan']>
const member = (f: FormState, id: string) => (
  <PatientPicker id={id} autoFocus chosen={f.values.pid as number | undefined} onChange={(to) => f.set('pid', to)} />
)
const consultant = (f: FormState, id: string) => (
  <StaffPicker id={id} chosen={f.values.chargeConsultantId as number | undefined} onChange={(to) => f.set('chargeConsultantId', to)} />
)
const scheme = (f: FormState, id: string) => (
  <Choose
    id={id}
    of={loyalty['storage-scheme.list']}
    input={{ status: inUse.is.on, page_size: 200 }}
    value="id"
    label={(s) =>
      [s.name, s.moneyGift ? t`付 ${showMoney(s.money)} 送 ${showMoney(s.moneyGift)}` : showMoney(s.money), couponsInWords(s)]
        .filter(Boolean)
        .join(' · ')
    }
    chosen={f.values.storageSchemeId as number | undefined}
    placeholder={t`不用方案`}
    onChange={(to, row) =>
      f.setAll({ storageSchemeId: to as number | undefined, ...(row ? { money: row.money, moneyGift: row.moneyGift } : {}) })
    }
  />
)

export function TopUpForm({ pid, onDone, onClose }: { pid?: number; onDone: (bill: ChargeBillInfo) => void; onClose: () => void }) {
  const who = useWho()
  const [scan, setScan] = useState<Sent>()
  const paid = () => {
    setScan(undefined)
    void queries.invalidateQueries()
    toast(t`已储值`, 'ok')
    onClose()
  }
  return (
    <>
      <Form
        of={loyalty['chargebill.insert-and-pay']}
        fixed={{ hid: who.hid, ...(pid ? { pid } : {}) }}
        initial={{ payWay: PayWay.wechat, moneyGift: 0 }}
        invalidates={stale}
        saveLabel={t`储值`}
        onDone={onDone}
        onLeave={onClose}
        fields={[
          ...(pid ? [] : [{ key: 'pid' as const, span: 12, control: member }]),
          { key: 'storageSchemeId', span: 12, control: scheme },
          'money',
          'moneyGift',
          { key: 'payWay', span: 12 },
          { key: 'chargeConsultantId', control: consultant },
          'referrer',
          { key: 'note', span: 12 },
        ]}
        more={(f) =>
          (f.values.payWay === PayWay.wechat || f.values.payWay === PayWay.alipay) && (
            <Act
              icon={<QrCode size={14} />}
              unless={f.problems[0]?.sentence}
              onClick={() => setScan({ ...(f.values as object), hid: who.hid, ...(pid ? { pid } : {}) } as Sent)}
            >{t`出示${tr(show(payWay, f.values.payWay))}付款码`}</Act>
          )
        }
      />
      {scan && <PayByCode open={() => call(loyalty['chargebill.scan'], scan)} onPaid={paid} onClose={() => setScan(undefined)} />}
    </>
  )
}
