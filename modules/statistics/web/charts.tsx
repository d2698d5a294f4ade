/** Main chart, splits as bars, weekdays by hours as a heat map. Every bar and cell opens its lines. */
import { useCallback } from 'react'
import { Chart, Panel, axisOf, language, t, tr, type Colours } from '#kernel/web/index.ts'
import type { Statistic, StatSplit } from '../contract/shapes.ts'
import { bucketWord } from './range.ts'
import { numberOf, formatValue } from './values.tsx'

/** Same height as the heat map next to it, pixels. */
const BESIDE_HOURS = 400
/** A day of the former period, with its year where it differs from the end of the range. */
const dayWord = (statistic: Statistic, day: string): string => (day.slice(0, 4) === statistic.endTime.slice(0, 4) ? day.slice(5) : day)

export function MainChart({ statistic, openDay }: { statistic: Statistic; openDay: (day: string) => void }) {
  const index = statistic.columns.findIndex((c) => c.key === statistic.main)
  const main = statistic.figures.find((f) => f.key === statistic.main)
  // Recalculated when the numbers change, not on every render.
  const option = useCallback(
    (c: Colours) =>
      optionOf(
        statistic.points.map((p): Point => [
          statistic.by === 'month' ? bucketWord(p.day, statistic.by) : p.day.slice(5),
          numberOf(p.values[index]),
          numberOf(p.former),
        ]),
        c,
      ),
    [statistic.points, statistic.by, index],
  )
  if (!main) return null
  return (
    <Panel
      title={tr(main.label)}
      note={t`细线为上期 ${dayWord(statistic, statistic.formerStart)} 至 ${dayWord(statistic, statistic.formerEnd)}，星期对齐`}
      className="stat-main"
    >
      <Chart
        height={statistic.splits.slice(0, 2).some((s) => s.key === 'hours') ? BESIDE_HOURS : 250}
        label={tr(main.label)}
        option={option}
        onPick={(i) => statistic.points[i] && openDay(statistic.points[i].day)}
      />
    </Panel>
  )
}
type Point = readonly [word: string, now: number | null, former: number | null]
const optionOf = (points: readonly Point[], c: Colours) => ({
  legend: { show: false },
  grid: { left: 8, right: 12, top: 18, bottom: 6, containLabel: true },
  tooltip: { trigger: 'axis' },
  xAxis: { ...axisOf(c), type: 'category', data: points.map(([word]) => word) },
  yAxis: { ...axisOf(c), type: 'value', splitNumber: 3, axisLine: { show: false } },
  series: [
    {
      name: t`本期`,
      type: 'bar',
      data: points.map(([, now]) => now ?? 0),
      barMaxWidth: 26,
      itemStyle: { color: c.primary, opacity: 0.86, borderRadius: [2, 2, 0, 0] },
    },
    {
      name: t`上期`,
      type: 'line',
      data: points.map(([, , former]) => former ?? 0),
      symbol: 'none',
      lineStyle: { color: c.ink2, width: 1.4 },
    },
  ],
})

const BARS = 8
/** Largest values of a split as bars. */
export function Bars({ split, open }: { split: StatSplit; open: (split: string, key: string) => void }) {
  const rows = split.rows.slice(0, BARS)
  const unit = split.columns[0]?.unit ?? 'count'
  const most = Math.max(...rows.map((r) => Math.abs(numberOf(r.values[0]) ?? 0)), 0.01)
  return (
    <Panel title={tr(split.label)} note={tr(split.columns[0]?.label ?? '')}>
      {rows.length ? (
        <ul className="stat-bars">
          {rows.map((r) => (
            <li key={r.key}>
              <button type="button" onClick={() => open(split.key, r.key)}>
                <span>{tr(r.label)}</span>
                <i style={{ width: `${(Math.abs(numberOf(r.values[0]) ?? 0) / most) * 100}%` }} aria-hidden />
                <b className="num">{formatValue(unit, r.values[0])}</b>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="stat-none">{t`这段时间没有记录`}</p>
      )}
    </Panel>
  )
}

/** Funnel: each figure with its share of the first. */
export function Steps({ statistic, open }: { statistic: Statistic; open: (figure: string) => void }) {
  const steps = statistic.steps.flatMap((key) => statistic.figures.find((f) => f.key === key) ?? [])
  const [first] = steps
  const whole = first && numberOf(first)
  if (!first || !whole) return null
  const most = Math.max(...steps.map((f) => numberOf(f) ?? 0))
  return (
    <Panel title={steps.map((f) => tr(f.label)).join(' → ')} note={t`当日发生的数，除以${tr(first.label)}`} className="stat-steps">
      <ul className="stat-bars">
        {steps.map((f) => (
          <li key={f.key}>
            <button type="button" onClick={() => open(f.key)}>
              <span>{tr(f.label)}</span>
              <i style={{ width: `${((numberOf(f) ?? 0) / most) * 100}%` }} aria-hidden />
              <b className="num">
                {formatValue(f.unit, f)} {f === first ? '' : `${Math.round(((numberOf(f) ?? 0) / whole) * 100)}%`}
              </b>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const HOURS = Array.from({ length: 13 }, (_, i) => 8 + i)
const weekdayWord = (day: number): string => [t`星期一`, t`星期二`, t`星期三`, t`星期四`, t`星期五`, t`星期六`, t`星期日`][day - 1] ?? ''
/** Day as a narrow column head: 一, Mon. */
const shortDay = (day: number): string => (language() === 'en' ? weekdayWord(day).slice(0, 3) : weekdayWord(day).slice(-1))
/** The busiest cell in words: weekday × 100 + hour. */
function Busiest({ time, amount }: { time: number; amount: string }) {
  const day = weekdayWord(Math.floor(time / 100))
  return <p className="stat-caption">{t`最忙 ${day} ${time % 100} 点，共 ${amount}`}</p>
}
/** Weekdays by hours in pressable cells: six shades of one colour; the busiest cell is framed and described. */
export function HourMap({ split, open }: { split: StatSplit; open: (split: string, key: string) => void }) {
  const cells = new Map(split.rows.map((r) => [r.key, numberOf(r.values[0]) ?? 0]))
  const busiest = split.rows.reduce<StatSplit['rows'][number] | undefined>(
    (a, b) => (a && (numberOf(a.values[0]) ?? 0) >= (numberOf(b.values[0]) ?? 0) ? a : b),
    undefined,
  )
  const most = Math.max(...cells.values(), 0.01)
  const unit = split.columns[0]?.unit ?? 'count'
  return (
    <Panel title={tr(split.label)} note={tr(split.columns[0]?.label ?? '')}>
      <table className="stat-hours">
        <thead>
          <tr>
            <th />
            {WEEKDAYS.map((d) => (
              <th key={d} scope="col" abbr={weekdayWord(d)}>
                {shortDay(d)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {HOURS.map((h) => (
            <tr key={h}>
              <th scope="row">{h}:00</th>
              {WEEKDAYS.map((d) => {
                const key = String(d * 100 + h)
                const n = cells.get(key) ?? 0
                return (
                  <td key={d}>
                    <button
                      type="button"
                      data-step={n > 0 ? Math.ceil((n / most) * 6) : 0}
                      className={busiest?.key === key ? 'busiest' : ''}
                      aria-label={t`${weekdayWord(d)} ${h} 点 ${formatValue(unit, { amount: n, count: n })}`}
                      onClick={() => open(split.key, key)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {busiest && <Busiest time={Number(busiest.key)} amount={formatValue(unit, busiest.values[0])} />}
    </Panel>
  )
}
