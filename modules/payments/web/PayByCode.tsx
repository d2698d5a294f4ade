/**
 * Shows a payment code, or scans the code of the member's wallet, and polls until it is paid. A simulation says so and opens the page of
 * the simulated phone.
 */
import './pay.css'
import { Button, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Badge, Qr, call, t, toast, tr, useScanner } from '#kernel/web/index.ts'
import { payments } from '../contract/endpoints.ts'
import type { PayCode } from '../contract/shapes.ts'
import { codePayment } from '../contract/states.ts'

/** Result of a wallet's code: paid, waiting for the password, or declined. */
export interface TakenPayment {
  readonly orderNo: string
  readonly amount: number
  readonly payWay: 2 | 3
  readonly status: number
  readonly reason: string | null
}
type Shown = Pick<PayCode, 'orderNo' | 'payWay' | 'amount' | 'codeUrl' | 'label' | 'simulated'>
export interface PayByCodeProps {
  /** Requests the code, once per opened dialog. Money in yuan. */
  open: () => Promise<Shown>
  /** Takes the code of the member's wallet instead, at tills with a scanner. */
  take?: (authCode: string) => Promise<TakenPayment>
  onPaid: (orderNo: string, payWay: 2 | 3) => void
  onClose: () => void
}
const EVERY = 2000
const names = { 2: '微信', 3: '支付宝' } as const

export function PayByCode({ open, take, onPaid, onClose }: PayByCodeProps) {
  const [code, setCode] = useState<Shown>()
  const [failed, setFailed] = useState(false)
  const [request] = useState(() => open)
  const [handler] = useState(() => ({ onPaid }))
  useEffect(() => {
    let isStale = false
    // Failures are reported by the call itself.
    request().then(
      (shownOrder) => isStale || setCode(shownOrder),
      () => isStale || setFailed(true),
    )
    return () => {
      isStale = true
    }
  }, [request])
  usePaid(code, handler.onPaid, () => setFailed(true))
  return (
    <Modal open onCancel={onClose} title={t`扫码支付`} footer={<Button onClick={onClose}>{t`关闭`}</Button>} width={340} centered>
      <div className="scan">
        {code?.simulated && <Badge tone="warn">{t`${tr(code.label)}：不会真的扣款`}</Badge>}
        {code && <strong className="num">{showMoney(code.amount)}</strong>}
        <CodeOf code={code} failed={failed} />
        <p className="soft" role="status">
          {failed ? '' : t`请会员扫码，付款后自动确认`}
        </p>
        {code?.simulated && !failed && <a href={`/pay/phone/${code.orderNo}`} target="_blank" rel="noreferrer">{t`打开模拟手机`}</a>}
        {take && <TakeCode take={take} onPaid={handler.onPaid} />}
      </div>
    </Modal>
  )
}

function CodeOf({ code, failed }: { code: Shown | undefined; failed: boolean }) {
  if (failed) return <p className="bad" role="alert">{t`二维码已失效，请关闭后重新出示`}</p>
  return code ? <Qr of={code.codeUrl} size={44} /> : <p className="soft">{t`正在取二维码…`}</p>
}

/** Polls an order every two seconds until its state is final. */
function usePaid(
  order: Pick<Shown, 'orderNo' | 'payWay' | 'amount'> | undefined,
  onPaid: PayByCodeProps['onPaid'],
  onClosed: () => void,
): void {
  const [closed] = useState(() => onClosed)
  useEffect(() => {
    if (!order) return
    const timer = setInterval(() => {
      call(payments['payments.state'], { orderNo: order.orderNo }, { quiet: true }).then(
        ({ status }) => {
          if (status === codePayment.is.waiting) return
          clearInterval(timer)
          if (status !== codePayment.is.paid) return closed()
          toast(t`${tr(names[order.payWay])}已付 ${showMoney(order.amount)}`, 'ok')
          onPaid(order.orderNo, order.payWay)
        },
        () => undefined,
      )
    }, EVERY)
    return () => clearInterval(timer)
  }, [order, onPaid, closed])
}

/** Reads the code of the member's wallet by scanner or keyboard. */
function TakeCode({ take, onPaid }: Required<Pick<PayByCodeProps, 'take' | 'onPaid'>>) {
  const [text, setText] = useState('')
  const [problem, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<TakenPayment>()
  usePaid(result, onPaid, () => (setResult(undefined), setSaid(t`会员没有付款，请重新扫付款码`)))
  const go = (authCode: string) => {
    if (busy || result || authCode.length < 16) return
    setBusy(true)
    setSaid('')
    take(authCode)
      .then((shownOrder) => {
        if (shownOrder.status === codePayment.is.paid) return onPaid(shownOrder.orderNo, shownOrder.payWay)
        if (shownOrder.status === codePayment.is.waiting) return setResult(shownOrder)
        setSaid(t`付款未成功：${shownOrder.reason ?? ''}`)
      })
      // The call reports a refusal; the next code can be scanned.
      .catch(() => undefined)
      .finally(() => (setBusy(false), setText('')))
  }
  useScanner(go)
  return (
    <>
      <Input
        data-scan="1"
        inputMode="numeric"
        maxLength={32}
        aria-label={t`付款码`}
        placeholder={t`或扫会员的付款码`}
        value={text}
        readOnly={busy || result !== undefined}
        onChange={(e) => setText(e.target.value.replace(/\D/g, ''))}
        onPressEnter={() => go(text)}
      />
      {result && <p className="soft" role="status">{t`等待会员输入密码…`}</p>}
      {problem && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
