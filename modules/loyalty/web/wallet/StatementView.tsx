/** Statement of a member: every movement by entry, with the balances after it. */
import type { ReactNode } from 'react'
import { showCount, showMoney } from '#kernel/contract/index.ts'
import { DateRange, Empty, Rows, Until, t, tr, useCall, useSearch } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import type { MemberStatement } from '../../contract/shapes.stored.ts'
import { Paper } from '../Paper.tsx'
import './wallet.css'

const Moved = ({ by, money }: { by: number; money: boolean }): ReactNode => {
  if (by === 0) return <span className="soft">—</span>
  const amount = money ? showMoney(Math.abs(by)) : showCount(Math.abs(by))
  return (
    <span className={by < 0 ? 'bad' : ''}>
      {by > 0 ? '+' : '−'}
      {amount}
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
                  {t`期初`} {inWords(s.opening)}
                </span>
              )}
              <strong>
                {t`期末`} {inWords(s.closing)}
              </strong>
            </p>
            {s.list.length ? <Entries entries={s.list} /> : <Empty text={t`这段时间没有变动`} />}
          </>
        )}
      </Until>
    </section>
  )
}

const inWords = (sums: { money: number; moneyGift: number; points: number }): string =>
  t`本金 ${showMoney(sums.money)} · 赠金 ${showMoney(sums.moneyGift)} · 积分 ${showCount(sums.points)}`

const Entries = ({ entries }: { entries: MemberStatement['list'] }) => (
  <div className="statement">
    <Rows
      rows={entries}
      rowKey={(l) => l.entryId}
      columns={[
        { title: t`时间`, className: 'move', cell: (l) => l.at.slice(0, 16) },
        {
          title: t`事项`,
          className: 'move',
          cell: (l) => (
            <>
              {tr(l.reason)}
              {l.reverses && <small className="soft"> {t`冲正`}</small>}
            </>
          ),
        },
        { title: t`本金`, right: true, cell: (l) => <Moved by={l.money} money /> },
        { title: t`赠金`, right: true, cell: (l) => <Moved by={l.moneyGift} money /> },
        { title: t`积分`, right: true, cell: (l) => <Moved by={l.points} money={false} /> },
        { title: t`本金余额`, right: true, cell: (l) => showMoney(l.moneyAfter) },
        { title: t`赠金余额`, right: true, cell: (l) => showMoney(l.moneyGiftAfter) },
        { title: t`积分余额`, right: true, cell: (l) => showCount(l.pointsAfter) },
        { title: t`单据`, className: 'move', cell: (l) => <Paper entry={l} /> },
        { title: t`说明`, cell: (l) => l.note },
        {
          title: t`操作人`,
          className: 'move',
          cell: (l) => (
            <>
              {l.operatorName}
              {l.storeName && <small className="soft"> {l.storeName}</small>}
            </>
          ),
        },
      ]}
    />
  </div>
)
