/** Plan of a withdrawal before it is made, in the server's words. */
import { Button } from 'antd'
import { useDeferredValue } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { t, trSentence, useCall } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import './wallet.css'

interface WithdrawalPlanProps {
  pid: number
  money: number | undefined
  /** Who is to be paid: principal that somebody else paid goes back in that name only. */
  refundName: string | undefined
  onName: (name: string) => void
}
export function WithdrawalPlan({ pid, money, refundName, onName }: WithdrawalPlanProps) {
  const deferred = useDeferredValue(money)
  const named = useDeferredValue(refundName)
  const input = { pid, ...(deferred ? { money: deferred } : {}), ...(named ? { refundName: named } : {}) }
  const query = useCall(loyalty['chargebill.withdrawal-plan'], input, { keep: true })
  const p = query.data
  if (!p) return null
  return (
    <section className="plan" aria-live="polite">
      <h3>{t`退给会员`}</h3>
      <ul className="num">
        <li>
          <span>{t`储值本金`}</span>
          <strong>{showMoney(p.money)}</strong>
        </li>
        {p.forfeited > 0 && (
          <li className="warn">
            <span>{t`收回赠金`}</span>
            <strong>{showMoney(-p.forfeited)}</strong>
          </li>
        )}
        {p.coupons.map((c) => (
          <li key={c.id} className="warn">
            <span>
              {t`收回卡券`} {c.name}
            </span>
            <span>{c.code}</span>
          </li>
        ))}
        <li>
          <span>{t`退后余额`}</span>
          <span>{t`本金 ${showMoney(p.moneyAfter)}，赠金 ${showMoney(p.moneyGiftAfter)}`}</span>
        </li>
      </ul>
      {p.why.length > 0 && (
        <ul className="plan-why soft">
          {p.why.map((w) => (
            <li key={w}>{trSentence(w)}</li>
          ))}
        </ul>
      )}
      {!p.cashAllowed && (
        <p className="soft">
          {t`收款人`}{' '}
          {p.names.map((n) => (
            <Button key={n} size="small" onClick={() => onName(n)}>
              {n}
            </Button>
          ))}
        </p>
      )}
    </section>
  )
}
