/** A chart and its table. No chart animates; colours come from the palette; the right eye is `od`, the left `os`. */
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { ECharts, EChartsCoreOption } from './draw.ts'
import { looked, type Colours } from './look.ts'
import { t } from '../i18n.ts'
import { Rows } from '../table/Rows.tsx'
import { useMode } from '../theme/mode.ts'
import { palette } from '../theme/tokens.ts'

export type { Colours }
export interface ChartProps {
  /** What the chart shows, for those who cannot see it. */
  label: string
  /** The option, given the colours of the page. */
  option: (colours: Colours) => EChartsCoreOption
  height?: number
  /** The same as a table; a switch shows it. */
  table?: { columns: readonly string[]; rows: ReadonlyArray<readonly ReactNode[]> }
  /** A bar or point was clicked: its place in the data. By keyboard the same is reached in a table beside it. */
  onPick?: (at: number) => void
}

export function Chart({ label, option, height = 260, table, onPick }: ChartProps) {
  const [asTable, setAsTable] = useState(false)
  const box = useDrawn(option, asTable, onPick)
  return (
    <figure className="chart">
      {table && (
        <button type="button" className="link chart-switch" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t`看图` : t`看表`}
        </button>
      )}
      {asTable && table ? (
        <div className="chart-table" style={{ maxHeight: height }}>
          <Rows
            rows={table.rows}
            rowKey={(_, i) => i}
            columns={table.columns.map((title, i) => ({ title, cell: (row: readonly ReactNode[]) => row[i] }))}
          />
        </div>
      ) : (
        <div ref={box} role="img" aria-label={label} style={{ height }} />
      )}
    </figure>
  )
}

/** The box the option is drawn into, in the colours of the page and as wide as it is; not while the table is shown. */
function useDrawn(option: ChartProps['option'], asTable: boolean, onPick: ChartProps['onPick']): RefObject<HTMLDivElement | null> {
  const pick = useRef(onPick)
  pick.current = onPick
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(undefined)
  const mode = useMode()
  useEffect(() => {
    const into = box.current
    if (!into || asTable) return
    let gone = false
    const watch = new ResizeObserver(() => chart.current?.resize())
    void import('./draw.ts').then(({ draw }) => {
      if (gone) return
      if (!chart.current) {
        chart.current = draw(into)
        chart.current.on('click', (e) => typeof e.dataIndex === 'number' && pick.current?.(e.dataIndex))
      }
      chart.current.setOption(looked(palette[mode], option(palette[mode])), true)
      watch.observe(into)
    })
    return () => {
      gone = true
      watch.disconnect()
    }
  }, [option, mode, asTable])
  useEffect(() => {
    if (!asTable) return () => (chart.current?.dispose(), (chart.current = undefined))
    return undefined
  }, [asTable])
  return box
}

/** Axis looks shared by charts: `{ ...axisOf(colours), type: 'category', data }`. */
export const axisOf = (c: Colours) => ({
  axisLine: { lineStyle: { color: c.lineStrong } },
  axisTick: { show: false },
  axisLabel: { color: c.ink2 },
  splitLine: { lineStyle: { color: c.line } },
})
