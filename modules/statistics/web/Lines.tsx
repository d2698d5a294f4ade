/** Lines behind a figure, each linked to its document. */
import { Button, Drawer } from 'antd'
import { Download } from 'lucide-react'
import { Link, Until, download, t, tr, useCall, useHolds } from '#kernel/web/index.ts'
import { statistics } from '../contract/endpoints.ts'
import type { Statistic, StatLine, StatValue } from '../contract/shapes.ts'
import type { Clicked } from './range.ts'
import { numberOf, formatValue } from './values.tsx'

const MOST = 200
export function Lines({ statistic, clicked, onClose }: { statistic: Statistic; clicked: Clicked | undefined; onClose: () => void }) {
  const figure = statistic.figures.find((f) => f.key === clicked?.figure)
  const row = statistic.splits.find((s) => s.key === clicked?.split)?.rows.find((r) => r.key === clicked?.key)
  const title = [figure && tr(figure.label), row && tr(row.label), clicked && `${clicked.startTime} – ${clicked.endTime}`]
    .filter(Boolean)
    .join(' · ')
  return (
    <Drawer open={clicked !== undefined} onClose={onClose} title={title} size={640} destroyOnHidden>
      {clicked && <Listed statistic={statistic} clicked={clicked} />}
    </Drawer>
  )
}
function Listed({ statistic, clicked }: { statistic: Statistic; clicked: Clicked }) {
  const holds = useHolds()
  const { split, key, figure, ...days } = clicked
  const query = { hid: statistic.hid, figure, ...(split === undefined || key === undefined ? {} : { split, key }) }
  const input = { ...query, view: statistic.view, ...days }
  const own = useCall(
    statistics['statistics.performance-lines'],
    { ...query, ...days, per_page: MOST },
    { enabled: statistic.view === 'performance' },
  )
  const any = useCall(
    statistics['statistics.lines'],
    { ...query, view: statistic.view, ...days, per_page: MOST },
    { enabled: statistic.view !== 'performance' },
  )
  const lines = statistic.view === 'performance' ? own : any
  const list = lines.data?.list ?? []
  const total = lines.data?.total ?? 0
  return (
    <Until of={lines}>
      <header className="stat-lines-head">
        <span>{total > MOST ? t`共 ${total} 行，这里是前 ${MOST} 行` : t`共 ${total} 行`}</span>
        {holds('stat:export') && (
          <Button
            icon={<Download size={14} />}
            onClick={() => void download(statistics['statistics.detail-export'], input).catch(() => undefined)}
          >{t`导出`}</Button>
        )}
      </header>
      <table className="grid num">
        {total === list.length && list[0] && (
          <tfoot>
            <tr className="stat-total">
              <td colSpan={3}>{t`合计`}</td>
              <td className="right">{formatValue(list[0].amount === null ? 'count' : 'money', summed(list))}</td>
            </tr>
          </tfoot>
        )}
        <tbody>
          {list.map((l, i) => (
            <tr key={`${l.at} ${i}`}>
              <td>{l.at.slice(0, 16)}</td>
              <td>{l.path ? <Link to={l.path}>{l.what}</Link> : l.what}</td>
              <td>{l.storeName}</td>
              <td className="right">{formatValue(l.amount === null ? 'count' : 'money', l)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Until>
  )
}
/** Sum of the lines, which are all money or all counts. */
function summed(list: readonly StatLine[]): StatValue {
  const sum = Math.round(list.reduce((n, l) => n + (numberOf(l) ?? 0) * 100, 0)) / 100
  return list[0]?.amount === null ? { amount: null, count: sum } : { amount: sum, count: null }
}
