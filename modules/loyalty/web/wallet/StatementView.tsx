/** The statement of a member: every cent and every point, entry by entry, with what was held after it. */
import type { ReactNode } from 'react'
import { showCount, showMoney } from '#kernel/contract/index.ts'
import { DateRange, Empty, Until, t, tr, useCall, useSearch } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { Paper } from '../Paper.tsx'
import './wallet.css'

const Moved = ({ by, money }: { by: number; money: boolean }): ReactNode => {
  if (by === 0) return <span className="soft">—</span>
  const shown = money ? showMoney(Math.abs(by)) : showCount(Math.abs(by))
  return (
    <span className={by < 0 ? 'bad' : ''}>
      {by > 0 ? '+' : '−'}
      {shown}
    </span>
  )
}

export function StatementView({ pid }: { pid: number }) {
  const [search, setSearch] = useSearch()
  const { from, to } = search
  const query = useCall(
    loyalty['loyalty.statement'],
    { pid, ...(from ? { startDate: from } : {}), ...(to ? { endDate: to } : {}) },
    { live: ['loyalty', 'billing'], keep: true },
  )
  const s = query.data
  const sums = (of: { money: number; moneyGift: number; points: number }) =>
    t`本金 ${showMoney(of.money)} · 赠金 ${showMoney(of.moneyGift)} · 积分 ${showCount(of.points)}`
  return (
    <section className="panel plain">
      <div className="filters">
        <DateRange label={t`日期`} from={from} to={to} onChange={(first, last) => setSearch({ from: first, to: last })} />
      </div>
      <Until of={query}>
        {s && (
          <>
            <p className="statement-sum num">
              {from && (
                <span>
                  {t`期初`} {sums(s.opening)}
                </span>
              )}
              <strong>
                {t`期末`} {sums(s.closing)}
              </strong>
            </p>
            {s.list.length ? (
              <div className="statement">
                <table className="grid num">
                  <thead>
                    <tr>
                      <th>{t`时间`}</th>
                      <th>{t`事项`}</th>
                      <th className="right">{t`本金`}</th>
                      <th className="right">{t`赠金`}</th>
                      <th className="right">{t`积分`}</th>
                      <th className="right">{t`本金余额`}</th>
                      <th className="right">{t`赠金余额`}</th>
                      <th className="right">{t`积分余额`}</th>
                      <th>{t`单据`}</th>
                      <th>{t`说明`}</th>
                      <th>{t`操作人`}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {s.list.map((l) => (
                      <tr key={l.entryId}>
                        <td className="move">{l.at.slice(0, 16)}</td>
                        <td className="move">
                          {tr(l.reason)}
                          {l.reverses && <small className="soft"> {t`冲正`}</small>}
                        </td>
                        <td className="right">
                          <Moved by={l.money} money />
                        </td>
                        <td className="right">
                          <Moved by={l.moneyGift} money />
                        </td>
                        <td className="right">
                          <Moved by={l.points} money={false} />
                        </td>
                        <td className="right">{showMoney(l.moneyAfter)}</td>
                        <td className="right">{showMoney(l.moneyGiftAfter)}</td>
                        <td className="right">{showCount(l.pointsAfter)}</td>
                        <td className="move">
                          <Paper of={l} />
                        </td>
                        <td>{l.note}</td>
                        <td className="move">
                          {l.operatorName}
                          {l.storeName && <small className="soft"> {l.storeName}</small>}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            ) : (
              <Empty text={t`这段时间没有变动`} />
            )}
          </>
        )}
      </Until>
    </section>
  )
}
