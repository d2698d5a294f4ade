/**
 * Stock of a lens by power: spheres down, cylinders across, darker for more pieces. It concerns no eye, so it uses neither eye colour.
 */
import '../stock.css'
import { useRef, useState, type KeyboardEvent } from 'react'
import { powerOf, showDioptre, showPower } from '#kernel/contract/index.ts'
import { Empty, t } from '#kernel/web/index.ts'
import type { StockGrid } from '../../contract/shapes.ts'

export interface PowerHeatmapProps {
  grid: StockGrid
  /** A stocked cell with fewer pieces is marked as thin. */
  thin?: number
  chosen?: { sph: number; cyl: number } | undefined
  onPick?: (power: { sph: number; cyl: number }) => void
}
const LEVELS = [1, 3, 6, 10] as const
const level = (n: number): number => LEVELS.filter((l) => n >= l).length
const keyOf = (sph: number, cyl: number): string => `${sph}/${cyl}`

export function PowerHeatmap({ grid, thin = 0, chosen, onPick }: PowerHeatmapProps) {
  const { table, at: cursor, stop } = useArrows(grid.sph.length, grid.cyl.length)
  const cells = new Map(grid.cells.map((c) => [keyOf(c.sph, c.cyl), c]))
  if (!grid.sph.length) return <Empty text={t`这个商品没有光度范围，也没有带光度的库存`} />
  return (
    <figure className="heatmap">
      <div className="heatmap-scroll">
        <table ref={table} className="num">
          <caption className="sr">{t`${grid.productName}：各光度库存`}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="soft">{t`球镜＼柱镜`}</span>
              </th>
              {grid.cyl.map((cyl) => (
                <th key={cyl} scope="col">
                  {showDioptre(cyl)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.sph.map((sph, row) => (
              <tr key={sph}>
                <th scope="row">{showDioptre(sph)}</th>
                {grid.cyl.map((cyl, column) => (
                  <Cell
                    key={cyl}
                    power={{ sph, cyl }}
                    stocked={cells.get(keyOf(sph, cyl))}
                    unit={grid.unit}
                    thin={thin}
                    on={chosen?.sph === sph && chosen.cyl === cyl}
                    stop={stop(row, column)}
                    tabbed={cursor.row === row && cursor.column === column}
                    onPick={onPick}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend grid={grid} />
    </figure>
  )
}

interface CellProps {
  power: { sph: number; cyl: number }
  stocked: StockGrid['cells'][number] | undefined
  unit: string
  thin: number
  on: boolean
  /** Props that make the cell a stop of the arrow keys, and of Tab. */
  stop: ReturnType<Arrows['stop']>
  tabbed: boolean
  onPick: PowerHeatmapProps['onPick']
}
function Cell({ power, stocked, unit, thin, on, stop, tabbed, onPick }: CellProps) {
  const n = stocked?.quantity ?? 0
  const heldBack = n - (stocked?.available ?? 0)
  const label = [t`${showPower(powerOf(power))}：${n} ${unit}`, heldBack > 0 ? t`其中 ${heldBack} 不可出库` : ''].filter(Boolean).join('，')
  const marks = [`level-${level(n)}`, on && 'on', heldBack > 0 && 'held', n > 0 && n < thin && 'thin']
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

const Legend = ({ grid }: { grid: StockGrid }) => (
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
    <strong>{t`合计 ${grid.total} ${grid.unit}`}</strong>
  </figcaption>
)

/** Moves between cells by arrow keys; Tab returns to the current cell. */
function useArrows(rows: number, columns: number) {
  const table = useRef<HTMLTableElement>(null)
  const [position, setPosition] = useState({ row: 0, column: 0 })
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
    setPosition(next)
    table.current?.querySelector<HTMLButtonElement>(`[data-at="${next.row}-${next.column}"]`)?.focus()
  }
  return {
    table,
    at: position,
    /** Props of a cell's button. */
    stop: (row: number, column: number) => ({
      'data-at': `${row}-${column}`,
      onFocus: () => setPosition({ row, column }),
      onKeyDown: (event: KeyboardEvent) => step(event, row, column),
    }),
  }
}
type Arrows = ReturnType<typeof useArrows>
