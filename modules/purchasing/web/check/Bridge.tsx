import { showMoney } from '#kernel/contract/index.ts'
import { t } from '#kernel/web/index.ts'
import type { ReactNode } from 'react'
import type { Reconciliation } from '../../contract/shapes.statements.ts'

/** A sum with its operator; subtracting a negative sum is shown as adding. */
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
/** From one total to the other: theirs less accepted, disputed and open is ours. Without a statement: from opening to closing balance. */
export const Bridge = ({ totals }: { totals: Reconciliation }) => (
  <dl className="check-bridge" aria-live="polite">
    {totals.statement ? (
      <>
        <Part label={t`对账单 · 对方（${totals.statement.filename}）`} value={totals.theirs} />
        <Part label={t`已接受 ${totals.accepted.rows} 行`} value={totals.accepted.amount} sign="−" />
        <Part label={t`有争议 ${totals.disputed.rows} 行`} value={totals.disputed.amount} sign="−" />
        <Part label={t`待处理 ${totals.open.rows} 行`} value={totals.open.amount} sign="−" />
        <Part label={t`账本 · 我方`} value={totals.ours} sign="=" />
      </>
    ) : (
      <>
        <Part label={t`期初应付`} value={totals.opening} />
        <Part label={t`本期发生`} value={totals.movements} sign="+" />
        <Part label={t`本期付款`} value={totals.paid} sign="−" />
      </>
    )}
    <Part label={t`期末应付（${totals.toOn}）`} value={totals.closing} {...(totals.statement ? {} : { sign: '=' })} />
  </dl>
)
