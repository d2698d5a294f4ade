/** The numbers as tables: by day, week or month, or by a split. */
import type { ReactNode } from 'react'
import { Panel, t, tr, useTabs, weekday } from '#kernel/web/index.ts'
import type { Statistic } from '../contract/shapes.ts'
import type { Unit } from '../contract/views/view.ts'
import { bucketWord } from './range.ts'
import { formatValue } from './values.tsx'

interface Open {
  day: (day: string, figure?: string) => void
  split: (split: string, key: string, figure?: string) => void
}
export function Tables({ statistic, open }: { statistic: Statistic; open: Open }) {
  const [tab, tabs] = useTabs(
    [['days', t`按日期`], ...statistic.splits.filter((s) => s.key !== 'hours').map((s) => [s.key, tr(s.label)] as const)],
    { name: 'table' },
  )
  const split = statistic.splits.find((s) => s.key === tab)
  return (
    <Panel title={tabs} className="stat-table">
      {split ? (
        <Numbers
          head={tr(split.label)}
          columns={split.columns}
          rows={split.rows.map((r) => ({ key: r.key, label: tr(r.label), values: r.values }))}
          open={(key, figure) => open.split(split.key, key, figure)}
        />
      ) : (
        <Numbers
          head={t`日期`}
          columns={statistic.columns}
          total={statistic.columns.map((c) => statistic.figures.find((f) => f.key === c.key))}
          rows={statistic.points.toReversed().map((p) => ({
            key: p.day,
            label: statistic.by === 'day' ? `${p.day.slice(5)} ${weekday(p.day)}` : bucketWord(p.day, statistic.by),
            values: p.values,
          }))}
          open={open.day}
        />
      )}
    </Panel>
  )
}
type Value = Parameters<typeof formatValue>[1]
interface NumbersProps {
  head: string
  columns: ReadonlyArray<{ key: string; label: string; unit: Unit }>
  rows: ReadonlyArray<{ key: string; label: ReactNode; values: readonly Value[] }>
  total?: readonly Value[]
  open: (key: string, figure?: string) => void
}
const Numbers = ({ head, columns, rows, total, open }: NumbersProps) => (
  <table className="grid num">
    <thead>
      <tr>
        <th>{head}</th>
        {columns.map((c) => (
          <th key={c.key} className="right">
            {tr(c.label)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {total && (
        <tr className="stat-total">
          <td>{t`合计`}</td>
          {columns.map((c, i) => (
            <td key={c.key} className="right">
              {formatValue(c.unit, total[i])}
            </td>
          ))}
        </tr>
      )}
      {rows.map((r) => (
        <tr key={r.key} className="opens" tabIndex={0} onClick={() => open(r.key)} onKeyDown={(e) => e.key === 'Enter' && open(r.key)}>
          <td>{r.label}</td>
          {columns.map((c, i) => (
            <td
              key={c.key}
              className="right"
              onClick={(e) => {
                e.stopPropagation()
                open(r.key, c.key)
              }}
            >
              {formatValue(c.unit, r.values[i])}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
