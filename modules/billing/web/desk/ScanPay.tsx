/** The code the member scans; the till asks until it is paid. A simulation says so in large letters. */
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Badge, Qr, call, t, toast, tr } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import { payWays } from '../../contract/fields.ts'
import type { Scan } from '../../contract/shapes.ts'

export interface ScanPayProps {
  fbid: number
  payWay: 2 | 3
  /** Fen. */
  amount: number
  onPaid: (payWay: 2 | 3, orderNo: string, amount: number) => void
  onClose: () => void
}
const EVERY = 2000

export function ScanPay({ fbid, payWay, amount, onPaid, onClose }: ScanPayProps) {
  const [scan, setScan] = useState<Scan>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    // Failures are told by the catalogue.
    call(billing['pay.wx4fee'], { fbid, payWay, amount: amount / 100 }).then((made) => gone || setScan(made), () => gone || setFailed(true))
    return () => {
      gone = true
    }
  }, [fbid, payWay, amount])
  useEffect(() => {
    if (!scan) return
    const timer = setInterval(() => {
      call(billing['pay.status'], { orderNo: scan.orderNo }, { quiet: true }).then(({ status }) => {
        if (status === 0) return
        clearInterval(timer)
        if (status !== 1) return setFailed(true)
        toast(t`${tr(payWays[payWay])}已付 ${showMoney(amount / 100)}`, 'ok')
        onPaid(payWay, scan.orderNo, amount)
      }, () => undefined)
    }, EVERY)
    return () => clearInterval(timer)
  }, [scan, payWay, amount, onPaid])
  return (
    <Modal open onCancel={onClose} title={t`${tr(payWays[payWay])}扫码`} footer={<Button onClick={onClose}>{t`关闭`}</Button>} width={340} centered>
      <div className="scan">
        {scan?.simulated && <Badge tone="warn">{t`${tr(scan.label)}：不会真的扣款`}</Badge>}
        <strong className="num">{showMoney(amount / 100)}</strong>
        {failed ? <p className="bad" role="alert">{t`二维码已失效，请关闭后重新出示`}</p> : scan ? <Qr of={scan.codeUrl} /> : <p className="soft">{t`正在取二维码…`}</p>}
        <p className="soft" role="status">{failed ? '' : t`请会员扫码，付款后自动确认`}</p>
      </div>
    </Modal>
  )
}
