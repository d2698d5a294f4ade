/** Simulated phone of the member (本地模拟): the wallet's page after scanning. No money moves; production has no such page. */
import './phone.css'
import { useEffect, useState } from 'react'
import { wordOf, type StateOf } from '#kernel/contract/machine.ts'
import { showMoney } from '#kernel/contract/format.ts'
import { call } from '#kernel/web/calls/api.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { useParams } from '#kernel/web/nav.tsx'
import { codePayment } from '../contract/states.ts'

interface Shown {
  storeName: string
  subject: string
  /** Yuan. */
  amount: number
  payWay: 2 | 3
  status: StateOf<typeof codePayment>
}

const { is } = codePayment

export default function Phone() {
  const orderNo = useParams().orderNo ?? ''
  const [order, setOrder] = useState<Shown>()
  const [gone, setGone] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    document.title = t`模拟手机`
    call({ method: 'GET', path: '/pay/phone/{orderNo}' }, { orderNo }, { quiet: true }).then(
      (o) => setOrder(o as Shown),
      (error: Error) => setGone(error.message),
    )
  }, [orderNo])
  const answer = (act: 'pay' | 'refuse') => {
    setBusy(true)
    call({ method: 'POST', path: '/pay/phone/{orderNo}' }, { orderNo, act }).then(
      (result) => setOrder((o) => o && { ...o, status: (result as Pick<Shown, 'status'>).status }),
      (error: Error) => setGone(error.message),
    )
  }
  return (
    <main className={`phone way-${order?.payWay ?? 0}`}>
      <p className="phone-label">{t`本地模拟：不会真的扣款`}</p>
      {gone ? <p role="alert">{gone}</p> : <OrderOf of={order} busy={busy} answer={answer} />}
    </main>
  )
}

interface OrderProps {
  of: Shown | undefined
  busy: boolean
  answer: (act: 'pay' | 'refuse') => void
}
function OrderOf({ of: order, busy, answer }: OrderProps) {
  if (!order) return <p className="soft">{t`正在读取订单…`}</p>
  return (
    <section>
      <h1>{order.payWay === 2 ? t`微信支付` : t`支付宝`}</h1>
      <p>{order.storeName}</p>
      <p className="soft">{order.subject}</p>
      <p className="phone-sum">{showMoney(order.amount)}</p>
      {order.status === is.waiting ? (
        <div className="phone-acts">
          <button type="button" className="pay" disabled={busy} onClick={() => answer('pay')} autoFocus>{t`立即支付`}</button>
          <button type="button" disabled={busy} onClick={() => answer('refuse')}>{t`取消`}</button>
        </div>
      ) : (
        <End status={order.status} />
      )}
    </section>
  )
}

function End({ status }: { status: Exclude<Shown['status'], typeof is.waiting> }) {
  const ended = {
    [is.paid]: t`支付成功`,
    [is.closed]: t`已取消支付`,
    [is.otherAmount]: tr(wordOf(codePayment, is.otherAmount)),
  } satisfies Record<typeof status, string>
  return (
    <p className={status === is.paid ? 'phone-end ok' : 'phone-end'} role="status">
      {status === is.paid && '✓ '}
      {ended[status]}
    </p>
  )
}
