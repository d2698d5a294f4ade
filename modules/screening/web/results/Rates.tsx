/**
 * Four rates by grade of those the rules about people choose: a point this year, a bar for its interval, a tick for the same cohort a year
 * before. A difference is said only where it is one.
 */
import { t, tr, useCall, Until } from '#kernel/web/index.ts'
import { screening } from '../../contract/endpoints.ts'
import { measures, type ScreeningRate, type StatisticsQuery, type StatisticsRow } from '../../contract/shapes.results.ts'

const SHOWN = ['poorSight', 'screeningMyopia', 'uncorrected', 'forVisit'] as const
/** What counts as a case, as the standards say it. */
const CASES = {
  poorSight: '裸眼低于该年龄下限',
  screeningMyopia: '且等效低于界值',
  uncorrected: '需要矫正者中',
  forVisit: '任一项要就诊',
} as const
export function Rates({ where }: { where: Omit<StatisticsQuery, 'by' | 'isOutside'> }) {
  const whole = useCall(screening['eyefile.results.statistics'], { ...where, by: 'all' }, { live: ['screening'], keep: true })
  const grades = useCall(screening['eyefile.results.statistics'], { ...where, by: 'grade' }, { live: ['screening'], keep: true })
  const total = whole.data?.rows[0]
  return (
    <Until of={[whole, grades]}>
      {total && (
        <section className="panel rates" aria-label={t`各年级检出率`} tabIndex={0}>
          {SHOWN.map((key) => (
            <Rate
              key={key}
              label={tr(measures[key])}
              note={tr(CASES[key])}
              rate={rateOf(total, key)}
              rows={(grades.data?.rows ?? []).map((row) => [tr(row.label), rateOf(row, key)] as const)}
            />
          ))}
          <p className="rates-key soft">{t`点 = 所选学年，浅条 = 95% 区间（Wilson），横线 = 同一批孩子上一年；出门的表少于 10 人的格不印`}</p>
        </section>
      )}
    </Until>
  )
}
const rateOf = (row: StatisticsRow, key: (typeof SHOWN)[number]): ScreeningRate | undefined => row.rates.find((r) => r.measure === key)
const percent = (share: number): string => (share * 100).toFixed(1)
const shareOf = ({ hits, total }: ScreeningRate): number | undefined => (hits === null || total === 0 ? undefined : hits / total)

/** What became of the rate since a year ago; nothing where the interval of the difference holds zero. */
function change(rate: ScreeningRate): string {
  const now = shareOf(rate)
  if (now === undefined || rate.formerHits === null || !rate.formerTotal || rate.changeLow === null || rate.changeHigh === null) return ''
  const former = rate.formerHits / rate.formerTotal
  const same = rate.changeLow <= 0 && rate.changeHigh >= 0
  if (same) return t`去年 ${percent(former)}，分不出高低`
  const points = percent(Math.abs(now - former))
  return now > former ? t`去年 ${percent(former)}，高 ${points} 点` : t`去年 ${percent(former)}，低 ${points} 点`
}

const [WIDTH, HEIGHT, TOP, BASE, LEFT] = [240, 104, 16, 86, 24]
/** Tops of the scale: the lowest that holds every interval. */
const TOPS = [0.06, 0.12, 0.24, 0.4, 0.7, 1] as const
function Rate({
  label,
  note,
  rate,
  rows,
}: {
  label: string
  note: string
  rate: ScreeningRate | undefined
  rows: ReadonlyArray<readonly [string, ScreeningRate | undefined]>
}) {
  const share = rate && shareOf(rate)
  const most = Math.max(0, ...rows.map(([, r]) => r?.high ?? (r && shareOf(r)) ?? 0))
  const highest = TOPS.find((top) => top >= most) ?? 1
  const y = (value: number) => BASE - (value / highest) * (BASE - TOP)
  const x = (i: number) => LEFT + ((i + 0.5) / Math.max(1, rows.length)) * (WIDTH - LEFT)
  return (
    <figure className="rate">
      <figcaption>
        <strong>{label}</strong>
        <small className="soft rate-case">{note}</small>
        <span className="num">{share === undefined ? '—' : `${percent(share)}%`}</span>
        {rate && rate.low !== null && rate.high !== null && <small className="soft">{`${percent(rate.low)}–${percent(rate.high)}`}</small>}
        {rate && <small className="soft">{change(rate)}</small>}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={rows.map(([name, r]) => `${name} ${r ? spoken(r) : '—'}`).join('，')}>
        {[0, highest / 2, highest].map((share) => (
          <g key={share}>
            <line x1={LEFT} x2={WIDTH} y1={y(share)} y2={y(share)} className="rate-axis" />
            <text x={LEFT - 5} y={y(share) + 3} textAnchor="end" className="rate-name">
              {Math.round(share * 100)}
            </text>
          </g>
        ))}
        {rows.map(([name, r], i) => (
          <g key={name}>
            {r && r.low !== null && r.high !== null && (
              <rect x={x(i) - 3} width="6" y={y(r.high)} height={Math.max(1, y(r.low) - y(r.high))} className="rate-interval" />
            )}
            {r && r.formerHits !== null && r.formerTotal ? (
              <line
                x1={x(i) - 7}
                x2={x(i) + 7}
                y1={y(r.formerHits / r.formerTotal)}
                y2={y(r.formerHits / r.formerTotal)}
                className="rate-former"
              />
            ) : null}
            {r && <Point x={x(i)} y={y} rate={r} isEnd={i === 0 || i === rows.length - 1} />}
            <text x={x(i)} y={HEIGHT - 6} textAnchor="middle" className="rate-name">
              {name}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}
/** The rate of a grade; the first and the last say their value above the interval. */
function Point({ x, y, rate, isEnd }: { x: number; y: (share: number) => number; rate: ScreeningRate; isEnd: boolean }) {
  const share = shareOf(rate)
  if (share === undefined) return null
  return (
    <>
      <circle cx={x} cy={y(share)} r="3.5" className="rate-point" />
      {isEnd && (
        <text x={x} y={y(Math.max(share, rate.high ?? 0)) - 4} textAnchor="middle" className="rate-value">
          {percent(share)}
        </text>
      )}
    </>
  )
}
const spoken = (rate: ScreeningRate): string => {
  const share = shareOf(rate)
  return share === undefined ? '—' : `${percent(share)}%`
}
