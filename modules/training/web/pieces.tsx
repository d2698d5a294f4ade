/** Small pictures of training: fourteen days, a trend with its goal, a verdict, what is left of a card. */
import { daysBetween, metaOf } from '#kernel/contract/index.ts'
import { Dot, t, tr } from '#kernel/web/index.ts'
import { cardUnits } from '../contract/brands.ts'
import { goalEye, measures, moduleNames, type MeasureName } from '../contract/fields.ts'
import { LEAST_ADHERENCE, verdict as verdictField, type TrainTrend, type TrainVerdict } from '../contract/verdict.ts'
import './train.css'

const { options: words = {}, tones = {} } = metaOf(verdictField)
export const eyeWord = (eye: string): string => tr(metaOf(goalEye).options?.[eye] ?? '')
export const modulesWord = (list: ReadonlyArray<keyof typeof moduleNames>): string => list.map((m) => tr(moduleNames[m])).join(' + ') || '—'
/** A measure's value with its unit: 4.8, 60″, 11 周/分. */
export const measured = (name: MeasureName, value: number): string =>
  `${name === 'bcva' ? value.toFixed(1) : value}${measures[name].unit ? ` ${tr(measures[name].unit)}` : ''}`
export const measureWord = (trend: Pick<TrainTrend, 'measure' | 'eye'>): string =>
  [trend.eye === 'ou' ? '' : eyeWord(trend.eye), trend.measure === 'bcva' ? 'BCVA' : tr(measures[trend.measure].label)]
    .filter(Boolean)
    .join(' ')

export const VerdictDot = ({ of: item }: { of: TrainVerdict }) => <Dot tone={tones[item] ?? 'neutral'}>{tr(words[item] ?? item)}</Dot>

/** Fourteen days: full = trained, outline = missed, grey = none planned. Below 60 % amber. */
export function DayBlocks({ of: item }: { of: TrainTrend }) {
  const low = item.adherence !== null && item.adherence < LEAST_ADHERENCE
  return (
    <span className="train-days">
      <span role="img" aria-label={t`近 14 天练了 ${item.days.filter((d) => d === 'trained').length} 天`}>
        {item.days.map((day, i) => (
          <i key={i} className={day} />
        ))}
      </span>
      <b className={low ? 'num low' : 'num'}>{item.adherence === null ? '—' : `${item.adherence}%`}</b>
    </span>
  )
}

const W = 74
const H = 20
/** The last six measurements as a line, the goal dashed, the end in the colour of the verdict. */
function Spark({ of: item }: { of: TrainTrend }) {
  const points = item.points.slice(-6)
  if (!points.length) return <span className="soft">{t`还没测`}</span>
  const scale = (v: number) => (measures[item.measure].log ? Math.log10(v) : v)
  const flip = measures[item.measure].lower ? -1 : 1
  const values = [...points.map((p) => scale(p.value)), scale(item.goal)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const y = (v: number) => {
    const share = high === low ? 0.5 : (scale(v) - low) / (high - low)
    return 3 + (flip === 1 ? 1 - share : share) * (H - 6)
  }
  const first = Date.parse(points[0]?.day ?? '')
  const span = Date.parse(points.at(-1)?.day ?? '') - first
  const x = (day: string) => 2 + (span ? (Date.parse(day) - first) / span : 1) * (W - 8)
  const last = points.at(-1)
  return (
    <svg
      className="train-spark"
      width={W}
      height={H}
      role="img"
      aria-label={`${measureWord(item)} ${points.map((p) => measured(item.measure, p.value)).join(' → ')}`}
    >
      <line x1={0} x2={W} y1={y(item.goal)} y2={y(item.goal)} className="goal" />
      <polyline points={points.map((p) => `${x(p.day)},${y(p.value)}`).join(' ')} />
      {last && <circle cx={x(last.day)} cy={y(last.value)} r={3} className={item.verdict} />}
    </svg>
  )
}
export const TrendCell = ({ of: item }: { of: TrainTrend | null }) =>
  item ? (
    <span className="train-trend">
      <Spark of={item} />
      <VerdictDot of={item.verdict} />
      <span className="soft">{measureWord(item)}</span>
    </span>
  ) : (
    <span className="soft">{t`没有方案`}</span>
  )

/** What is left: red from seven down, and when the card ends within a week. */
export const CardLeft = ({ left, unit, endsOn, today }: { left: number; unit: 0 | 1; endsOn: string | null; today: string }) => {
  if (endsOn === null) return <span className="soft">—</span>
  const soon = left <= 7 || endsOn <= today || daysBetween(today, endsOn) < 7
  return (
    <span className={soon ? 'num bad' : 'num'} title={t`有效期至 ${endsOn}`}>
      {left} {tr(cardUnits[unit])}
    </span>
  )
}
