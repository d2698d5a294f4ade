/** Stock of a lens by power: spheres down, cylinders across, more pieces a deeper tone. Belongs to no eye, so it has neither eye's colour. */
import '../stock.css'
import { useRef, useState, type KeyboardEvent } from 'react'
import { powerOf, showDioptre, showPower } from '#kernel/contract/index.ts'
import { Empty, t } from '#kernel/web/index.ts'
import type { StockGrid } from '../../contract/shapes.ts'

export interface PowerHeatmapProps {
  of: StockGrid
  /** Pieces below which a cell that is stocked is marked as thin. */
  thin?: number
  chosen?: { sph: number; cyl: number } | undefined
  onPick?: (power: { sph: number; cyl: number }) => void
}
const LEVELS = [1, 3, 6, 10] as const
const level = (n: number): number => LEVELS.filter((l) => n >= l).length
const keyOf = (sph: number, cyl: number): string => `${sph}/${cyl}`

export function PowerHeatmap({ of, thin = 0, chosen, onPick }: PowerHeatmapProps) {
  const { table, at, stop } = useArrows(of.sph.length, of.cyl.length)
  const cells = new Map(of.cells.map((c) => [keyOf(c.sph, c.cyl), c]))
  if (!of.sph.length) return <Empty text={t`这个商品没有光度范围，也没有带光度的库存`} />
  return (
    <figure className="heatmap">
      <div className="heatmap-scroll">
        <table ref={table} className="num">
          <caption className="sr">{t`${of.productName}：各光度库存`}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="soft">{t`球镜＼柱镜`}</span>
              </th>
              {of.cyl.map((cyl) => (
                <th key={cyl} scope="col">
                  {showDioptre(cyl)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {of.sph.map((sph, row) => (
              <tr key={sph}>
                <th scope="row">{showDioptre(sph)}</th>
                {of.cyl.map((cyl, column) => (
                  <Cell
                    key={cyl}
                    power={{ sph, cyl }}
                    stocked={cells.get(keyOf(sph, cyl))}
                    unit={of.unit}
                    thin={thin}
                    on={chosen?.sph === sph && chosen.cyl === cyl}
                    stop={stop(row, column)}
                    tabbed={at.row === row && at.column === column}
                    onPick={onPick}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend of={of} />
    </figure>
  )
}

interface CellProps {
  power: { sph: number; cyl: number }
  stocked: StockGrid['cells'][number] | undefined
  unit: string
  thin: number
  on: boolean
  /** What makes its button a stop of the arrow keys, and whether Tab comes to this one. */
  stop: ReturnType<Arrows['stop']>
  tabbed: boolean
  onPick: PowerHeatmapProps['onPick']
}
function Cell({ power, stocked, unit, thin, on, stop, tabbed, onPick }: CellProps) {
  const n = stocked?.quantity ?? 0
  const held = n - (stocked?.available ?? 0)
  const label = [t`${showPower(powerOf(power))}：${n} ${unit}`, held > 0 ? t`其中 ${held} 不可出库` : ''].filter(Boolean).join('，')
  const marks = [`level-${level(n)}`, on && 'on', held > 0 && 'held', n > 0 && n < thin && 'thin']
  return (
    <td className={marks.filter(Boolean).join(' ')}>
      <button
        type="button"
        {...stop}
        tabIndex={tabbed ? 0 : -1}
        aria-label={label}
        title={label}
        aria-disabled={!onPick || undefined}
        onClick={() => onPick?.(power)}
      >
        {n || '·'}
      </button>
    </td>
  )
}

const Legend = ({ of }: { of: StockGrid }) => (
  <figcaption>
    {LEVELS.map((from, i) => (
      <span key={from}>
        <i className={`level-${i + 1}`} aria-hidden />
        {LEVELS[i + 1] ? `${from}–${LEVELS[i + 1]! - 1}` : `≥ ${from}`}
      </span>
    ))}
    <span>
      <i className="held" aria-hidden />
      {t`含锁定或过期`}
    </span>
    <strong>{t`合计 ${of.total} ${of.unit}`}</strong>
  </figcaption>
)

/** Walks the cells by arrow keys; Tab comes to the cell where the walk stands. */
function useArrows(rows: number, columns: number) {
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState({ row: 0, column: 0 })
  const step = (event: KeyboardEvent, row: number, column: number) => {
    const to = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      Home: [row, 0],
      End: [row, columns - 1],
    }[event.key]
    if (!to) return
    event.preventDefault()
    const next = { row: Math.min(Math.max(to[0]!, 0), rows - 1), column: Math.min(Math.max(to[1]!, 0), columns - 1) }
    setAt(next)
    table.current?.querySelector<HTMLButtonElement>(`[data-at="${next.row}-${next.column}"]`)?.focus()
  }
  return {
    table,
    at,
    /** What the button of a cell takes. */
    stop: (row: number, column: number) => ({
      'data-at': `${row}-${column}`,
      onFocus: () => setAt({ row, column }),
      onKeyDown: (event: KeyboardEvent) => step(event, row, column),
    }),
  }
}
type Arrows = ReturnType<typeof useArrows>
