/**
 * Four rates by grade: a point this year, a bar for its interval, a tick for the same cohort a year before. A difference is said only where
 * it is one.
 */
import { t, tr, useCall, Until } from '#kernel/web/index.ts'
import { screening } from '../../contract/endpoints.ts'
import { measures, type ScreeningRate, type StatisticsRow } from '../../contract/shapes.results.ts'

const SHOWN = ['poorSight', 'screeningMyopia', 'uncorrected', 'forVisit'] as const
interface RatesProps {
  hid: number
  schoolId: number | undefined
  schoolYear: number | undefined
}
export function Rates({ hid, schoolId, schoolYear }: RatesProps) {
  const where = { hid, ...(schoolId === undefined ? {} : { schoolId }), ...(schoolYear === undefined ? {} : { schoolYear }) }
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
              rate={rateOf(total, key)}
              rows={(grades.data?.rows ?? []).map((row) => [tr(row.label), rateOf(row, key)] as const)}
            />
          ))}
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

const [WIDTH, HEIGHT, TOP, BASE] = [240, 104, 12, 84]
function Rate({
  label,
  rate,
  rows,
}: {
  label: string
  rate: ScreeningRate | undefined
  rows: ReadonlyArray<readonly [string, ScreeningRate | undefined]>
}) {
  const share = rate && shareOf(rate)
  const highest = Math.max(0.05, ...rows.map(([, r]) => r?.high ?? (r && shareOf(r)) ?? 0))
  const y = (value: number) => BASE - (value / highest) * (BASE - TOP)
  const x = (i: number) => ((i + 0.5) / Math.max(1, rows.length)) * WIDTH
  return (
    <figure className="rate">
      <figcaption>
        <strong>{label}</strong>
        <span className="num">{share === undefined ? '—' : `${percent(share)}%`}</span>
        {rate && rate.low !== null && rate.high !== null && <small className="soft">{`${percent(rate.low)}–${percent(rate.high)}`}</small>}
        {rate && <small className="soft">{change(rate)}</small>}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={rows.map(([name, r]) => `${name} ${r ? spoken(r) : '—'}`).join('，')}>
        <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="rate-axis" />
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
            {r && shareOf(r) !== undefined && <circle cx={x(i)} cy={y(shareOf(r)!)} r="3.5" className="rate-point" />}
            <text x={x(i)} y={HEIGHT - 6} textAnchor="middle" className="rate-name">
              {name}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}
const spoken = (rate: ScreeningRate): string => {
  const share = shareOf(rate)
  return share === undefined ? '—' : `${percent(share)}%`
}
