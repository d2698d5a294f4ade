/** A code the member scans; it is asked until it is paid. A simulation says so and opens the page that plays the phone. */
import './pay.css'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Badge, Qr, call, t, toast, tr } from '#kernel/web/index.ts'
import { payments } from '../contract/endpoints.ts'
import type { PayCode } from '../contract/shapes.ts'
import { codePayment } from '../contract/states.ts'

export interface PayByCodeProps {
  /** Asks for the code; called once while the dialog is open. Money in yuan. */
  open: () => Promise<Pick<PayCode, 'orderNo' | 'payWay' | 'amount' | 'codeUrl' | 'label' | 'simulated'>>
  onPaid: (orderNo: string) => void
  onClose: () => void
}
const EVERY = 2000
const names = { 2: '微信', 3: '支付宝' } as const

export function PayByCode({ open, onPaid, onClose }: PayByCodeProps) {
  const [code, setCode] = useState<PayCode>()
  const [failed, setFailed] = useState(false)
  const [ask] = useState(() => open)
  const [told] = useState(() => onPaid)
  useEffect(() => {
    let gone = false
    // Failures are told by the catalogue.
    ask().then(
      (made) => gone || setCode(made),
      () => gone || setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [ask])
  useEffect(() => {
    if (!code) return
    const timer = setInterval(() => {
      call(payments['payments.state'], { orderNo: code.orderNo }, { quiet: true }).then(
        ({ status }) => {
          if (status === codePayment.is.waiting) return
          clearInterval(timer)
          if (status !== codePayment.is.paid) return setFailed(true)
          toast(t`${tr(names[code.payWay])}已付 ${showMoney(code.amount)}`, 'ok')
          told(code.orderNo)
        },
        () => undefined,
      )
    }, EVERY)
    return () => clearInterval(timer)
  }, [code, told])
  return (
    <Modal open onCancel={onClose} title={t`扫码支付`} footer={<Button onClick={onClose}>{t`关闭`}</Button>} width={340} centered>
      <div className="scan">
        {code?.simulated && <Badge tone="warn">{t`${tr(code.label)}：不会真的扣款`}</Badge>}
        {code && <strong className="num">{showMoney(code.amount)}</strong>}
        {failed ? (
          <p className="bad" role="alert">{t`二维码已失效，请关闭后重新出示`}</p>
        ) : code ? (
          <Qr of={code.codeUrl} size={44} />
        ) : (
          <p className="soft">{t`正在取二维码…`}</p>
        )}
        <p className="soft" role="status">
          {failed ? '' : t`请会员扫码，付款后自动确认`}
        </p>
        {code?.simulated && !failed && <a href={`/pay/phone/${code.orderNo}`} target="_blank" rel="noreferrer">{t`打开模拟手机`}</a>}
      </div>
    </Modal>
  )
}
