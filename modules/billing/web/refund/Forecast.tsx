/** Forecast of a refund, before it is made. */
import { useEffect, useState, type ReactNode } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { call, t, tr, type CallFailed } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import { payWays } from '../../contract/fields.ts'
import type { RefundAnswer } from '../../contract/shapes.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

/** Asks the server for the forecast again whenever the choice changes. */
export function useForecast(request: {
  fbid: number
  items: Array<{ biid: number; refundAmount?: number; quantity: number }>
  goodsBack: boolean
}): { answer?: RefundAnswer; wrong?: string } {
  const [forecast, setSaid] = useState<{ answer?: RefundAnswer; wrong?: string }>({})
  const key = JSON.stringify([request.fbid, request.items, request.goodsBack])
  useEffect(() => {
    const [fbid, items, goodsBack] = JSON.parse(key) as [number, typeof request.items, boolean]
    setSaid({})
    if (!items.length) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call(billing['fee-bills.refund'], { fbid, items, goodsBack, dryRun: true }, { signal: stop.signal, quiet: true }).then(
        (answer) => setSaid({ answer }),
        (error: CallFailed) => stop.signal.aborted || setSaid({ wrong: error.message }),
      )
    }, 200)
    return () => (clearTimeout(timer), stop.abort())
  }, [key])
  return forecast
}

export const Forecast = ({ answer }: { answer: RefundAnswer }) => {
  const takenBack = takenBackLines(answer)
  return (
    <>
      <h3>{t`退给会员`}</h3>
      <ul className="num">
        {returnedLines(answer).map((line) => (
          <ForecastRow key={line.key} line={line} />
        ))}
      </ul>
      {takenBack.length > 0 && <h3>{t`收回`}</h3>}
      <ul className="num">
        {takenBack.map((line) => (
          <ForecastRow key={line.key} line={line} />
        ))}
      </ul>
      <p className="forecast-sum num">
        <span>{t`实退`}</span>
        <strong>{showMoney(answer.returned)}</strong>
      </p>
    </>
  )
}

interface ForecastLine {
  key: string
  text: ReactNode
  value: ReactNode
  warn?: boolean
}
const ForecastRow = ({ line: { text, value, warn } }: { line: ForecastLine }) => (
  <li className={warn ? 'warn' : undefined}>
    <span>{text}</span>
    <strong>{value}</strong>
  </li>
)

/** What the member gets back, including coupons that stay used. */
const returnedLines = (answer: RefundAnswer): ForecastLine[] => [
  ...answer.ways.map((w) => ({
    key: `way-${w.payWay}`,
    text: (
      <>
        {tr(payWays[w.payWay])}
        {w.payWay === PayWay.stored && <small className="soft">{t`本金 ${showMoney(w.stored)}，赠金 ${showMoney(w.gift)}`}</small>}
      </>
    ),
    value: showMoney(w.amount),
  })),
  ...(answer.pointsBack > 0 ? [{ key: 'points', text: t`退回抵扣的积分`, value: t`${answer.pointsBack} 分` }] : []),
  ...answer.coupons
    .filter((c) => c.back)
    .map((c) => ({ key: `coupon-${c.id}`, text: t`卡券退回：${c.name}`, value: c.amount > 0 ? showMoney(c.amount) : t`可再用` })),
  ...answer.coupons
    .filter((c) => !c.back)
    .map((c) => ({ key: `coupon-${c.id}`, text: t`${c.name} 不退回：整单退费时才退回`, value: t`不退`, warn: true })),
]

/** What the clinic takes back of the benefits of the purchase. */
const takenBackLines = (answer: RefundAnswer): ForecastLine[] => [
  ...(answer.pointsTaken > 0 ? [{ key: 'points', text: t`收回消费获得的积分`, value: t`${answer.pointsTaken} 分` }] : []),
  ...(answer.pointsShort > 0
    ? [{ key: 'short', text: t`已用掉 ${answer.pointsShort} 分，从退款中扣除`, value: showMoney(answer.deducted), warn: true }]
    : []),
  ...answer.sessions.map((x, i) => ({ key: `session-${i}`, text: t`收回套餐：${x.name}`, value: `×${x.quantity}` })),
  ...(answer.rewardTaken > 0 ? [{ key: 'reward', text: t`收回推荐奖励`, value: t`${answer.rewardTaken} 分` }] : []),
  ...answer.items
    .filter((i) => i.stockBack)
    .map((i) => ({ key: `stock-${i.biid}`, text: t`退回库存：${i.name}`, value: `×${i.quantity}` })),
]
