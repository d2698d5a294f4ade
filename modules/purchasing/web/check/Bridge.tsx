import { showMoney } from '#kernel/contract/index.ts'
import { t } from '#kernel/web/index.ts'
import type { ReactNode } from 'react'
import type { Reconciliation } from '../../contract/shapes.statements.ts'

/** A sum with what is done with it; what is taken away and is itself less than nothing is added. */
const Part = ({ label, value, sign }: { label: ReactNode; value: number; sign?: '+' | '−' | '=' }) => {
  const added = sign === '−' && value < 0
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {sign && <i>{added ? '+' : sign} </i>}
        {showMoney(added ? -value : value)}
      </dd>
    </div>
  )
}
/** How one total leads to the other: theirs less what was accepted, is disputed and waits is ours. Without a statement, how the opening balance leads to the closing one. */
export const Bridge = ({ of }: { of: Reconciliation }) => (
  <dl className="check-bridge" aria-live="polite">
    {of.statement ? (
      <>
        <Part label={t`对账单 · 对方（${of.statement.filename}）`} value={of.theirs} />
        <Part label={t`已接受 ${of.accepted.rows} 行`} value={of.accepted.amount} sign="−" />
        <Part label={t`有争议 ${of.disputed.rows} 行`} value={of.disputed.amount} sign="−" />
        <Part label={t`待处理 ${of.open.rows} 行`} value={of.open.amount} sign="−" />
        <Part label={t`账本 · 我方`} value={of.ours} sign="=" />
      </>
    ) : (
      <>
        <Part label={t`期初应付`} value={of.opening} />
        <Part label={t`本期发生`} value={of.movements} sign="+" />
        <Part label={t`本期付款`} value={of.paid} sign="−" />
      </>
    )}
    <Part label={t`期末应付（${of.toOn}）`} value={of.closing} {...(of.statement ? {} : { sign: '=' })} />
  </dl>
)
