/** The main chart, splits as bars, and weekdays by hours as a heat map. Every bar and cell opens its lines. */
import { useCallback } from 'react'
import { Chart, Panel, axisOf, language, t, tr, type Colours } from '#kernel/web/index.ts'
import type { Statistic, StatSplit } from '../contract/shapes.ts'
import { bucketWord } from './range.ts'
import { numberOf, shown } from './values.tsx'

/** As high as the map of weekdays and hours beside it, in pixels. */
const BESIDE_HOURS = 400
/** A day of the former period: with its year where that is not the one at the end of the range. */
const dayWord = (of: Statistic, day: string): string => (day.slice(0, 4) === of.endTime.slice(0, 4) ? day.slice(5) : day)

export function MainChart({ of, openDay }: { of: Statistic; openDay: (day: string) => void }) {
  const at = of.columns.findIndex((c) => c.key === of.main)
  const main = of.figures.find((f) => f.key === of.main)
  // Drawn anew when the numbers change, not whenever the page is.
  const option = useCallback(
    (c: Colours) =>
      optionOf(
        of.points.map((p): Point => [
          of.by === 'month' ? bucketWord(p.day, of.by) : p.day.slice(5),
          numberOf(p.values[at]),
          numberOf(p.former),
        ]),
        c,
      ),
    [of.points, of.by, at],
  )
  if (!main) return null
  return (
    <Panel
      title={tr(main.label)}
      note={t`细线为上期 ${dayWord(of, of.formerStart)} 至 ${dayWord(of, of.formerEnd)}，星期对齐`}
      className="stat-main"
    >
      <Chart
        height={of.splits.slice(0, 2).some((s) => s.key === 'hours') ? BESIDE_HOURS : 250}
        label={tr(main.label)}
        option={option}
        onPick={(i) => of.points[i] && openDay(of.points[i].day)}
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
/** What of a split is most, as bars. */
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
                <b className="num">{shown(unit, r.values[0])}</b>
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

/** Figures that follow one from the other, each with its share of the first. */
export function Steps({ of, open }: { of: Statistic; open: (figure: string) => void }) {
  const steps = of.steps.flatMap((key) => of.figures.find((f) => f.key === key) ?? [])
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
                {shown(f.unit, f)} {f === first ? '' : `${Math.round(((numberOf(f) ?? 0) / whole) * 100)}%`}
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
/** The day as the head of a narrow column: 一, Mon. */
const shortDay = (day: number): string => (language() === 'en' ? weekdayWord(day).slice(0, 3) : weekdayWord(day).slice(-1))
/** Weekdays by hours, a cell large enough to press: six steps of one hue, the busiest cell framed and said in words. */
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
                      aria-label={t`${weekdayWord(d)} ${h} 点 ${shown(unit, { amount: n, count: n })}`}
                      onClick={() => open(split.key, key)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {busiest && (
        <p className="stat-caption">
          {t`最忙 ${weekdayWord(Math.floor(Number(busiest.key) / 100))} ${Number(busiest.key) % 100} 点，共 ${shown(unit, busiest.values[0])}`}
        </p>
      )}
    </Panel>
  )
}
