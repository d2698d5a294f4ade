/** A code the member scans, or the code of the member's wallet scanned at the till; asked until it is paid. A simulation says so and opens the page that plays the phone. */
import './pay.css'
import { Button, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Badge, Qr, call, t, toast, tr, useScanner } from '#kernel/web/index.ts'
import { payments } from '../contract/endpoints.ts'
import type { PayCode } from '../contract/shapes.ts'
import { codePayment } from '../contract/states.ts'

/** What became of a wallet's code: paid, asked for the password, or declined. */
export interface Taken {
  readonly orderNo: string
  readonly amount: number
  readonly payWay: 2 | 3
  readonly status: number
  readonly reason: string | null
}
type Shown = Pick<PayCode, 'orderNo' | 'payWay' | 'amount' | 'codeUrl' | 'label' | 'simulated'>
export interface PayByCodeProps {
  /** Asks for the code; called once while the dialog is open. Money in yuan. */
  open: () => Promise<Shown>
  /** Takes the code of the member's wallet instead, where the till has a scanner. */
  take?: (authCode: string) => Promise<Taken>
  onPaid: (orderNo: string, payWay: 2 | 3) => void
  onClose: () => void
}
const EVERY = 2000
const names = { 2: '微信', 3: '支付宝' } as const

export function PayByCode({ open, take, onPaid, onClose }: PayByCodeProps) {
  const [code, setCode] = useState<Shown>()
  const [failed, setFailed] = useState(false)
  const [ask] = useState(() => open)
  const [told] = useState(() => ({ onPaid }))
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
  usePaid(code, told.onPaid, () => setFailed(true))
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
        {take && <TakeCode take={take} onPaid={told.onPaid} />}
      </div>
    </Modal>
  )
}

function CodeOf({ code, failed }: { code: Shown | undefined; failed: boolean }) {
  if (failed) return <p className="bad" role="alert">{t`二维码已失效，请关闭后重新出示`}</p>
  return code ? <Qr of={code.codeUrl} size={44} /> : <p className="soft">{t`正在取二维码…`}</p>
}

/** Asks every two seconds what became of an order until it is said. */
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

/** The scanner of the till reads the code of the member's wallet; it may be typed too. */
function TakeCode({ take, onPaid }: Required<Pick<PayByCodeProps, 'take' | 'onPaid'>>) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Taken>()
  usePaid(asked, onPaid, () => (setAsked(undefined), setSaid(t`会员没有付款，请重新扫付款码`)))
  const go = (authCode: string) => {
    if (busy || asked || authCode.length < 16) return
    setBusy(true)
    setSaid('')
    take(authCode)
      .then((made) => {
        if (made.status === codePayment.is.paid) return onPaid(made.orderNo, made.payWay)
        if (made.status === codePayment.is.waiting) return setAsked(made)
        setSaid(t`付款未成功：${made.reason ?? ''}`)
      })
      // A refusal is told by the catalogue; the next code may be scanned.
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
        readOnly={busy || asked !== undefined}
        onChange={(e) => setText(e.target.value.replace(/\D/g, ''))}
        onPressEnter={() => go(text)}
      />
      {asked && <p className="soft" role="status">{t`等待会员输入密码…`}</p>}
      {said && (
        <p className="bad" role="alert">
          {said}
        </p>
      )}
    </>
  )
}
