/** The axial length of a member over age on the percentiles of Chinese children of the same sex, with what it means in words. */
import { showNumber } from '#kernel/contract/index.ts'
import { Chart, Empty, EyeTag, Until, axisOf, t, useCall, type Colours } from '#kernel/web/index.ts'
import { useCallback, useMemo } from 'react'
import { exams } from '../contract/endpoints.ts'
import type { Curve } from '../contract/shapes.ts'
import { ageText, bandOf, drawable, growthOf, type Eye, type EyeGrowth } from './measures/axial.ts'
import './exams.css'

/** Curve, table and words. `compact` leaves the words out, for a narrow panel. */
export function AxialLengthChart({ pid, height = 260, compact = false }: { pid: number; height?: number; compact?: boolean }) {
  const query = useCall(exams['examVisual.curve'], { pid }, { live: ['exams'] })
  return <Until of={query}>{query.data && <AxialCurve curve={query.data} height={height} compact={compact} />}</Until>
}

export function AxialCurve({ curve, height = 260, compact = false }: { curve: Curve; height?: number; compact?: boolean }) {
  const points = useMemo(() => drawable(curve.al, curve.birth), [curve])
  const withAge = curve.birth !== null
  const draw = useCallback((c: Colours) => optionOf({ ...curve, al: points }, c), [curve, points])
  const growth = useMemo(() => (['od', 'os'] as const).map((eye) => growthOf(points, eye, curve.gender, curve.birth)), [points, curve])
  if (curve.al.length === 0) return <Empty text={t`还没有眼轴记录`} />
  const mm = (n: number | null) => showNumber(n, 2)
  return (
    <>
      <Chart
        label={t`${curve.name} 的眼轴曲线`}
        option={draw}
        height={height}
        table={{
          columns: [t`日期`, t`年龄`, 'OD mm', 'OS mm'],
          rows: [...curve.al].reverse().map((p) => [p.at.slice(0, 10), ageText(curve.birth, p), mm(p.od), mm(p.os)]),
        }}
      />
      <div className="growth-words">{growth.map((g) => g && <GrowthWords key={g.eye} of={g} gender={curve.gender} />)}</div>
      {!compact && withAge && curve.gender !== null && (
        <p className="growth-source">{t`百分位：中国 4–18 岁儿童青少年，He X 等，Br J Ophthalmol 2023;107:167（P3–P95）`}</p>
      )}
    </>
  )
}

function placeAmong(peers: string, percentile: EyeGrowth['percentile']): string {
  if (percentile === null) return ''
  if (percentile === '<3') return t`低于${peers}第 3 百分位`
  return percentile === '>95' ? t`高于${peers}第 95 百分位` : t`${peers}第 ${Math.round(percentile)} 百分位`
}
function paceOf({ perYear, doubted }: EyeGrowth): string {
  if (doubted) return t`与上次相差过大，请先核对，不计算增速`
  return perYear === null ? t`间隔过短或只有一次，不计算增速` : t`增长 ${showNumber(Math.round(perYear * 100) / 100, 2)} mm/年`
}
function GrowthWords({ of, gender }: { of: EyeGrowth; gender: number | null }) {
  const peers = gender === 0 ? t`同龄男孩` : t`同龄女孩`
  const place = placeAmong(peers, of.percentile)
  return (
    <p>
      <EyeTag eye={of.eye} /> <strong className="num">{showNumber(of.al, 2)} mm</strong>
      {place && ` · ${place}`} · {paceOf(of)}
    </p>
  )
}

function optionOf(curve: Curve, c: Colours) {
  const axis = axisOf(c)
  const dated = curve.birth === null
  const at = (p: Curve['al'][number]): number | string => (dated ? p.at.slice(0, 10) : p.age!)
  const ages = curve.al.map((p) => p.age ?? 0)
  const [from, to] = [Math.floor(Math.min(...ages) - 0.5), Math.ceil(Math.max(...ages) + 0.5)]
  const band = dated || curve.gender === null ? [] : bandOf(curve.gender, from, to).filter((b) => b.line.length > 0)
  const lengths = [...curve.al.flatMap((p) => [p.od, p.os]), ...band.flatMap((b) => b.line.map(([, mm]) => mm))].filter(
    (n): n is number => n !== null,
  )
  const eye = (name: string, key: Eye, colour: string) => ({
    name,
    type: 'line',
    data: curve.al.filter((p) => p[key] !== null).map((p) => [at(p), p[key]]),
    symbol: 'circle',
    symbolSize: 7,
    lineStyle: { width: 2, color: colour },
    itemStyle: { color: c.panel, borderColor: colour, borderWidth: 2 },
    z: 3,
  })
  return {
    // The names of the percentiles stand beyond the axis.
    ...(band.length > 0 ? { grid: { left: 8, right: 36, top: 32, bottom: 8, containLabel: true } } : {}),
    legend: { data: ['OD', 'OS'], top: 0, left: 0, itemWidth: 14, textStyle: { color: c.ink2 } },
    xAxis: dated
      ? { ...axis, type: 'time' }
      : { ...axis, type: 'value', min: from, max: to, minInterval: 1, name: t`岁`, nameLocation: 'end', splitLine: { show: false } },
    yAxis: { ...axis, type: 'value', min: Math.floor(Math.min(...lengths) * 2) / 2, max: Math.ceil(Math.max(...lengths) * 2) / 2 },
    tooltip: {
      trigger: 'axis',
      formatter: (items: ReadonlyArray<{ seriesName: string; value: [number, number] }>) =>
        items
          .filter((i) => i.seriesName === 'OD' || i.seriesName === 'OS')
          .map((i) => `${i.seriesName} ${showNumber(i.value[1], 2)} mm`)
          .join('<br>'),
    },
    series: [
      ...band.map((b) => ({
        name: `P${b.p}`,
        type: 'line',
        data: b.line,
        symbol: 'none',
        silent: true,
        lineStyle: { width: 1, type: b.p === 50 ? 'solid' : 'dashed', color: b.p === 50 ? c.ink3 : c.lineStrong },
        endLabel: { show: true, formatter: `P${b.p}`, color: c.ink3, fontSize: 11 },
        z: 1,
      })),
      eye('OD', 'od', c.od),
      eye('OS', 'os', c.os),
    ],
  }
}
export { Conflict, useHeld } from './held.tsx'
export { useSister } from './sister.ts'
export { EquivalentCurve, VisualCurve } from './growth/Curves.tsx'
