/** Measures side by side on one time axis, the goal dashed; right eye brown, left eye blue. */
import { useMemo } from 'react'
import { Chart, Panel, t, tr, type Colours } from '#kernel/web/index.ts'
import { measures, type MeasureName } from '../../contract/fields.ts'
import type { Plan, Series } from '../../contract/plans.ts'
import { projectionOf, slopeOf, type Projection } from '../../contract/verdict.ts'
import { eyeWord, measured, VerdictDot } from '../pieces.tsx'

const MOST = 3
export function SeriesCharts({ of: item }: { of: Plan }) {
  const names = [...new Set(item.series.map((s) => s.measure))].slice(0, MOST)
  return (
    <Panel title={t`目标与测量`} note={t`近 6 次判走势，每 4 周复测一次，下次 ${item.nextMeasureOn}`}>
      {names.length === 0 ? (
        <p className="soft train-pad">{t`还没有测量，先做一次检查`}</p>
      ) : (
        <div className="train-series">
          {names.map((name) => (
            <One key={name} name={name} plan={item} series={item.series.filter((s) => s.measure === name)} />
          ))}
        </div>
      )}
    </Panel>
  )
}
function One({ name, plan, series }: { name: MeasureName; plan: Plan; series: readonly Series[] }) {
  const m = measures[name]
  const goal = plan.goalMeasure === name ? plan.goal : undefined
  const main = series.find((s) => s.eye === plan.goalEye) ?? series[0]
  const slope = main && slopeOf(name, main.points)
  const projection = main && projectionOf(name, main.points, goal)
  const option = useMemo(
    () => (c: Colours) => optionOf(name, series, { goal, ahead: main && projectionOf(name, main.points, goal), eye: main?.eye }, c),
    [name, series, goal, main],
  )
  const rows = [...new Set(series.flatMap((s) => s.points.map((p) => p.day)))].sort().reverse()
  return (
    <section>
      <h3>
        <span>
          {name === 'bcva' ? 'BCVA' : tr(m.label)} <small className="soft">{m.lower ? t`越低越好` : tr(m.unit)}</small>
        </span>
        {main && <VerdictDot of={main.verdict} />}
      </h3>
      <p className="soft">
        {slope && !m.log
          ? t`${main ? eyeWord(main.eye) : ''}每 4 周 ${signed(slope.perMonth)}（${signed(slope.low)} 到 ${signed(slope.high)}）`
          : t`测了 ${main?.points.length ?? 0} 次`}
        {projection?.goalOn && <b> {t`照此 ${projection.goalOn} 前后到目标`}</b>}
      </p>
      <Chart
        label={`${tr(m.label)} ${series.map((s) => `${eyeWord(s.eye)} ${s.points.map((p) => p.value).join(' ')}`).join('；')}`}
        option={option}
        height={190}
        table={{
          columns: [t`日期`, ...series.map((s) => eyeWord(s.eye))],
          rows: rows.map((day) => [
            day,
            ...series.map((s) => {
              const found = s.points.find((p) => p.day === day)
              return found ? measured(name, found.value) : '—'
            }),
          ]),
        }}
      />
    </section>
  )
}
/** A change in hundredths with its sign; nought has none. */
const signed = (value: number): string => {
  const hundredths = Math.round(value * 100)
  return hundredths === 0 ? '0.00' : `${hundredths > 0 ? '+' : '−'}${(Math.abs(hundredths) / 100).toFixed(2)}`
}
interface Drawn {
  readonly goal: number | undefined
  readonly ahead: Projection | undefined
  readonly eye: Series['eye'] | undefined
}
/** The trend beyond the last measurement, dashed, with the interval of its slope as a band. */
const aheadOf = ({ points }: Projection, colour: string) => {
  const line = { type: 'line', symbol: 'none', silent: true, color: colour, tooltip: { show: false } }
  return [
    { ...line, lineStyle: { type: 'dotted', width: 2 }, data: points.map((p) => [p.day, p.value]) },
    { ...line, stack: 'ahead', lineStyle: { opacity: 0 }, data: points.map((p) => [p.day, p.low]) },
    { ...line, stack: 'ahead', lineStyle: { opacity: 0 }, areaStyle: { opacity: 0.18 }, data: points.map((p) => [p.day, p.high - p.low]) },
  ]
}
function optionOf(name: MeasureName, series: readonly Series[], { goal, ahead, eye }: Drawn, c: Colours) {
  const m = measures[name]
  const colour = { od: c.od, os: c.os, ou: c.ink2 }
  const symbol = { od: 'circle', os: 'rect', ou: 'circle' }
  // A band has no place on a logarithmic axis: its height is a difference.
  const shown = m.log ? undefined : ahead
  const values = [
    ...series.flatMap((s) => s.points.map((p) => p.value)),
    ...(goal === undefined ? [] : [goal]),
    ...(shown?.points.flatMap((p) => [p.low, p.high]) ?? []),
  ]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const gap = Math.max(m.step, (high - low) * 0.15)
  return {
    grid: { left: 4, right: 14, top: 26, bottom: 4, containLabel: true },
    xAxis: {
      type: 'time',
      axisLabel: { color: c.ink2, hideOverlap: true, formatter: '{MM}-{dd}' },
      axisLine: { lineStyle: { color: c.line } },
    },
    yAxis: {
      type: m.log ? 'log' : 'value',
      inverse: m.lower,
      logBase: 2,
      min: m.log ? low / 2 : Math.round((low - gap) * 100) / 100,
      max: m.log ? high * 2 : Math.round((high + gap) * 100) / 100,
      axisLabel: { color: c.ink2, formatter: (v: number) => String(Math.round(v * 100) / 100) },
      splitLine: { lineStyle: { color: c.line } },
    },
    series: [
      ...series.map((s, i) => ({
        name: eyeWord(s.eye),
        type: 'line',
        color: colour[s.eye],
        symbol: symbol[s.eye],
        symbolSize: 6,
        data: s.points.map((p) => [p.day, p.value]),
        ...(i === 0 && goal !== undefined
          ? {
              markLine: {
                silent: true,
                symbol: 'none',
                lineStyle: { color: c.ok, type: 'dashed' },
                label: { color: c.ok, position: 'insideEndTop', formatter: t`目标 ${measured(name, goal)}` },
                data: [{ yAxis: goal }],
              },
            }
          : {}),
      })),
      ...(shown ? aheadOf(shown, colour[eye ?? 'ou']) : []),
    ],
  }
}
