/** Curves over age beside the axial one: spherical equivalent, acuity, height. */
import { showDioptre, showNumber } from '#kernel/contract/index.ts'
import { Chart, Empty, t, tr } from '#kernel/web/index.ts'
import { useMemo } from 'react'
import { refractionKinds } from '../../contract/fields.ts'
import { comparable, isCycloplegic } from '../../contract/growth/equivalent.ts'
import type { Usual } from '../../contract/aids/usual.ts'
import type { Trend } from '../../contract/kinds/kind.ts'
import type { Reference } from '../../contract/references/reference.ts'
import type { Curve } from '../../contract/shapes.ts'
import { ageText, massIndexes } from '../measures/axial.ts'
import { linesOption, type GrowthLinesProps } from './lines.ts'

function Lines(lines: GrowthLinesProps) {
  const { label, birth, points, series, show, height, beside: extra } = lines
  if (points.length === 0) return <Empty text={t`还没有记录`} />
  const rows = points
    .map((p, i) => [
      p.at.slice(0, 10),
      ageText(birth, p),
      ...p.values.map((v, n) => (v === null ? (p.words?.[n] ? tr(p.words[n]) : '—') : show(v))),
      ...(extra ? [extra.of(i)] : []),
    ])
    .reverse()
  return (
    <Chart
      label={label}
      option={(c) => linesOption(lines, c)}
      height={height}
      table={{ columns: [t`日期`, t`年龄`, ...series.map((s) => s.name), ...(extra ? [extra.title] : [])], rows }}
    />
  )
}

const EYES = [
  { name: 'OD', colour: 'od' },
  { name: 'OS', colour: 'os' },
] as const
const dioptres = (n: number) => showDioptre(n, 3)
const quarters = (n: number) => showDioptre(n)
/** The chart's lines and those near it (GB 11533-2011): a gain of two lines looks the same in every member. */
const CHART = [3, 5.3] as const
const grades = (n: number) => n.toFixed(1)
const centimetres = (n: number) => showNumber(n, 1)

/**
 * Like with like: refractions under cycloplegia filled, those without hollow; the line is of the state measured on more days, the other
 * stands apart.
 */
export function EquivalentCurve({ curve, height = 240 }: { curve: Curve; height?: number }) {
  const { points, drawn, apart, hollow, cycloplegic } = useMemo(() => {
    const measured = curve.se.filter((p) => p.od !== null || p.os !== null)
    const { standing, cycloplegic: under } = comparable(measured, curve.birth)
    const places = (isOne: (i: number) => boolean) => new Set(measured.flatMap((_, i) => (isOne(i) ? [i] : [])))
    return {
      points: measured,
      cycloplegic: under,
      drawn: places((i) => standing[i] === 'line'),
      apart: places((i) => standing[i] === 'apart'),
      hollow: places((i) => !measured.slice(i, i + 1).some(isCycloplegic)),
    }
  }, [curve])
  return (
    <>
      <Lines
        label={t`${curve.name} 的等效球镜曲线`}
        birth={curve.birth}
        height={height}
        show={dioptres}
        tick={quarters}
        gap={0.25}
        drawn={drawn}
        apart={apart}
        hollow={hollow}
        series={EYES}
        points={points.map((p) => ({ at: p.at, age: p.age, values: [p.od, p.os], words: [p.notOd, p.notOs] }))}
        beside={{ title: t`验光方式`, of: (i) => refractionKinds[points[i]!.kind] }}
      />
      {points.length > 0 && (
        <p className="growth-source">{cycloplegic ? t`实心为散瞳，连线；空心为小瞳，不连线` : t`空心为小瞳，连线；实心为散瞳，不连线`}</p>
      )}
    </>
  )
}
export const VisualCurve = ({ curve, height = 240 }: { curve: Curve; height?: number }) => (
  <Lines
    label={t`${curve.name} 的裸眼视力曲线`}
    birth={curve.birth}
    height={height}
    show={grades}
    gap={0.1}
    from={CHART}
    series={EYES}
    points={curve.visual
      .filter((p) => p.od !== null || p.os !== null)
      .map((p) => ({ at: p.at, age: p.age, values: [p.od, p.os], words: [p.notOd, p.notOs] }))}
  />
)
const CENTIMETRES = [{ name: 'cm', colour: 'primary' }] as const
const MASS_INDEX = [{ name: 'kg/m²', colour: 'primary' }] as const
interface BodyProps {
  curve: Curve
  reference: Reference
  height?: number
}
const underOf = (reference: Reference, { gender }: Curve) => (gender === null ? undefined : { reference, gender })
export const HeightCurve = ({ curve, reference, height = 240 }: BodyProps) => (
  <Lines
    label={t`${curve.name} 的身高曲线`}
    birth={curve.birth}
    height={height}
    show={centimetres}
    series={CENTIMETRES}
    under={underOf(reference, curve)}
    points={curve.height.filter((p) => p.height !== null).map((p) => ({ at: p.at, age: p.age, values: [p.height] }))}
  />
)
export const MassIndexCurve = ({ curve, reference, height = 240 }: BodyProps) => (
  <Lines
    label={t`${curve.name} 的体质指数曲线`}
    birth={curve.birth}
    height={height}
    show={centimetres}
    series={MASS_INDEX}
    under={underOf(reference, curve)}
    points={massIndexes(curve).map((p) => ({ at: p.at, age: p.age, values: [p.value] }))}
  />
)
/** What is usual in sight, and a unit to spare either side: what an instrument errs is not drawn as high as a change. */
function around(points: Curve['trends'][number]['points'], usual?: Usual): readonly [number, number] {
  const values = [
    ...points.flatMap(({ age }) => (usual && (age !== null || !usual.ages) ? usual.at(age ?? 0) : [])),
    ...points.flatMap((p) => [p.od, p.os, p.value].filter((n) => n !== null)),
  ]
  return [Math.floor(Math.min(...values) - 1), Math.ceil(Math.max(...values) + 1)]
}
export function trendNote({ unit, usual }: Trend): string {
  if (!usual) return unit
  if (usual.ages) return t`${unit} · 阴影为 ${usual.ages[0]}–${usual.ages[1]} 岁的常见范围（${tr(usual.source)}）`
  const [least, most] = usual.at(0)
  return t`${unit} · 阴影为常见范围 ${least} 至 ${most}（${tr(usual.source)}）`
}
/** A line for each thing a kind declares as a trend, of both eyes or of the person. */
export const TrendCurve = ({
  curve,
  trend,
  declared,
  height = 220,
}: {
  curve: Curve
  trend: Curve['trends'][number]
  declared: Trend
  height?: number
}) => {
  const ofEyes = trend.points.some((p) => p.od !== null || p.os !== null)
  return (
    <Lines
      label={t`${curve.name} 的${tr(declared.label)}曲线`}
      birth={curve.birth}
      height={height}
      show={(n) => showNumber(n, 2)}
      series={ofEyes ? EYES : [{ name: tr(declared.unit), colour: 'primary' }]}
      points={trend.points.map((p) => ({ at: p.at, age: p.age, values: ofEyes ? [p.od, p.os] : [p.value], words: [p.notOd, p.notOs] }))}
      from={declared.from ?? around(trend.points, declared.usual)}
      {...(declared.usual ? { usual: declared.usual } : {})}
    />
  )
}
