import { Checkbox } from 'antd'
import { useState } from 'react'
import { Act, Figures, Money, Until, t, toast, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { SupplierPicker } from '#modules/suppliers/web/door.tsx'
import { purchasing } from '../../contract/endpoints.ts'
import type { Payment } from '../../contract/shapes.payments.ts'
import { PayableLines } from './lines.tsx'
import '../purchasing.css'

/** Creates an order from selected payables; everything due is preselected. */
export function NewPayment({ onDone }: { onDone: (payment: Payment) => void }) {
  const [supplierId, setSupplier] = useState<number>()
  return (
    <div className="contract-view">
      <SupplierPicker chosen={supplierId} onChange={setSupplier} />
      {supplierId && <Choose key={supplierId} supplierId={supplierId} onDone={onDone} />}
    </div>
  )
}

function Choose({ supplierId, onDone }: { supplierId: number; onDone: (payment: Payment) => void }) {
  const { hid } = useWho()
  const owed = useCall(purchasing['payment-order.supplier'], { id: supplierId, hid }, { live: ['stock', 'purchasing'] })
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const send = useSend(purchasing['payment-order.create'], {
    invalidates: [purchasing['payment-order.list'], purchasing['payment-order.supplier']],
    onSuccess: (p) => (toast(t`付款单 ${p.paymentNo} 已提交，等待审核`, 'ok'), onDone(p)),
  })
  const list = owed.data?.list ?? []
  const chosen = list.filter((l) => !left.has(l.payableId))
  const sum = Math.round(chosen.reduce((n, l) => n + l.amount * 100, 0)) / 100
  const turn = (id: number) => setLeft(new Set(left.has(id) ? [...left].filter((each) => each !== id) : [...left, id]))
  const none = !chosen.length && t`请先选择要付的明细`
  return (
    <Until of={owed}>
      {owed.data && (
        <>
          <Figures
            items={[
              { label: '应付余额', value: <Money of={owed.data.balance} /> },
              { label: '到期应付', value: <Money of={owed.data.overdue} /> },
              { label: '付款中', value: <Money of={owed.data.underWay} /> },
              { label: '本次付款', value: <Money of={sum} /> },
            ]}
          />
          <PayableLines
            payables={list}
            before={(l) => <Checkbox aria-label={t`选择 ${l.docNo}`} checked={!left.has(l.payableId)} onChange={() => turn(l.payableId)} />}
          />
          <div className="screen-actions">
            <Act
              type="primary"
              unless={none || (sum <= 0 && t`付款金额应大于 0：退货和赔付不能多于应付`)}
              loading={send.isPending}
              onClick={() => send.mutate({ hid, supplierId, payableIds: chosen.map((l) => l.payableId) })}
            >{t`提交审核`}</Act>
          </div>
        </>
      )}
    </Until>
  )
}
