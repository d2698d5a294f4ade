/** Axial length over age: both eyes beside the middle half of others. Right is round and solid, left square and dashed. */
import { t } from '#kernel/web/i18n.ts'
import type { PhoneReport } from '../../contract/shapes.ts'

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT] = [328, 170, 4, 66, 12, 24] as const
interface Drawn {
  readonly al: PhoneReport['al']
  readonly band: PhoneReport['band']
}
type AgedPoint = { age: number; value: number }
const pointsOf = (al: PhoneReport['al'], eye: 'od' | 'os'): AgedPoint[] =>
  al.flatMap(({ age, [eye]: value }) => (age === null || value === null ? [] : [{ age, value }]))

export function Curve({ al, band }: Drawn) {
  const [od, os] = [pointsOf(al, 'od'), pointsOf(al, 'os')]
  const all = [...od, ...os]
  if (new Set(all.map((p) => p.age)).size < 2) return null
  const ages = all.map((p) => p.age)
  const values = [...all.map((p) => p.value), ...band.flatMap((b) => [b.low, b.high])]
  const [from, to, low, high] = [Math.min(...ages), Math.max(...ages), Math.min(...values) - 0.1, Math.max(...values) + 0.1]
  const x = (age: number) => LEFT + 10 + ((age - from) / (to - from)) * (WIDTH - LEFT - RIGHT - 10)
  const y = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - FOOT)
  const line = (points: readonly AgedPoint[]) => points.map((p) => `${x(p.age).toFixed(1)},${y(p.value).toFixed(1)}`).join(' ')
  const area = [...band.map((b) => `${x(b.age)},${y(b.high)}`), ...band.toReversed().map((b) => `${x(b.age)},${y(b.low)}`)].join(' ')
  // The band's word stands at its edge that is farther from both eyes.
  const edges = [y(band[0]?.low ?? low) - 6, y(band[0]?.high ?? high) + 14]
  const clear = (edge: number) => Math.min(...[od[0], os[0]].map((p) => (p ? Math.abs(y(p.value) - edge + 4) : HEIGHT)))
  const wordTop = edges.reduce((best, edge) => (clear(edge) > clear(best) ? edge : best))
  const [lastOd, lastOs] = [od.at(-1), os.at(-1)]
  const gap = lastOd && lastOs && Math.abs(y(lastOd.value) - y(lastOs.value)) < 14 ? (lastOd.value >= lastOs.value ? -7 : 7) : 0
  return (
    <svg className="h5-curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t`眼轴随年龄的变化，数值见下表`}>
      {band.length > 1 && <polygon points={area} className="h5-band" />}
      {band.length > 1 && (
        <text x={x(from) + 4} y={wordTop} className="h5-band-word">
          {t`一半的同龄孩子在这里`}
        </text>
      )}
      <polyline points={line(od)} className="h5-od" />
      <polyline points={line(os)} className="h5-os" strokeDasharray="5 3" />
      {od.map((p) => (
        <circle key={p.age} cx={x(p.age)} cy={y(p.value)} r="3.4" className="h5-od-mark" />
      ))}
      {os.map((p) => (
        <rect key={p.age} x={x(p.age) - 3} y={y(p.value) - 3} width="6" height="6" className="h5-os-mark" />
      ))}
      {lastOd && (
        <text x={WIDTH - RIGHT + 8} y={y(lastOd.value) + 4 + gap} className="h5-od-word">
          {t`右 ${lastOd.value.toFixed(2)}`}
        </text>
      )}
      {lastOs && (
        <text x={WIDTH - RIGHT + 8} y={y(lastOs.value) + 4 - gap} className="h5-os-word">
          {t`左 ${lastOs.value.toFixed(2)}`}
        </text>
      )}
      <text x={x(from)} y={HEIGHT - 6} className="h5-axis">
        {t`${from.toFixed(1)} 岁`}
      </text>
      <text x={x(to)} y={HEIGHT - 6} className="h5-axis" textAnchor="end">
        {t`${to.toFixed(1)} 岁`}
      </text>
    </svg>
  )
}
