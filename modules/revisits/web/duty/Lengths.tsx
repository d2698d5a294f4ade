import { t } from '#kernel/web/index.ts'
import type { CardData } from './CardView.tsx'

const WIDTH = 300
const HEIGHT = 110
const LEFT = 34
const RIGHT = 78
/** Axial length of both eyes over the last visits, each line named at its end. */
export function Lengths({ of: card }: { of: CardData['al'] }) {
  const values = card.flatMap((p) => [p.od, p.os]).filter((v): v is number => v !== null)
  if (values.length === 0)
    return (
      <section>
        <h3>{t`眼轴`}</h3>
        <p className="soft">{t`没有眼轴记录`}</p>
      </section>
    )
  const [low, high] = [Math.min(...values) - 0.1, Math.max(...values) + 0.1]
  const times = card.map((p) => Date.parse(p.at))
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const x = (moment: string) => LEFT + (to === from ? 0.5 : (Date.parse(moment) - from) / (to - from)) * (WIDTH - LEFT - RIGHT)
  const y = (mm: number) => 12 + (1 - (mm - low) / (high - low)) * (HEIGHT - 34)
  const line = (eye: 'od' | 'os') => card.flatMap((p) => (p[eye] === null ? [] : [{ x: x(p.at), y: y(p[eye]), mm: p[eye] }]))
  const grid = [low + 0.1, high - 0.1]
  return (
    <section>
      <h3>
        {t`眼轴`} <span>mm</span>
      </h3>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t`眼轴 ${values.length} 个值`} className="duty-lengths">
        {grid.map((mm) => (
          <g key={mm}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(mm)} y2={y(mm)} className="grid" />
            <text x={LEFT - 6} y={y(mm) + 4} textAnchor="end">
              {mm.toFixed(1)}
            </text>
          </g>
        ))}
        {(['od', 'os'] as const).map((eye) => {
          const points = line(eye)
          const end = points.at(-1)
          return (
            <g key={eye} className={eye}>
              <polyline points={points.map((p) => `${p.x},${p.y}`).join(' ')} />
              {points.map((p) => (
                <circle key={p.x} cx={p.x} cy={p.y} r={3} />
              ))}
              {end && (
                <text x={end.x + 8} y={end.y + (eye === upper(card) ? -3 : 12)}>
                  {`${eye.toUpperCase()} ${end.mm.toFixed(2)}`}
                </text>
              )}
            </g>
          )
        })}
        <Days first={card[0]?.at} last={card.length > 1 ? card.at(-1)?.at : undefined} />
      </svg>
    </section>
  )
}
/** The eye whose last value is higher: its name stands above its line's end. */
const upper = (lengthOf: CardData['al']): 'od' | 'os' => {
  const last = lengthOf.at(-1)
  return (last?.os ?? 0) > (last?.od ?? 0) ? 'os' : 'od'
}
const Days = ({ first, last }: { first: string | undefined; last: string | undefined }) => (
  <>
    <text x={LEFT} y={HEIGHT - 4}>
      {first?.slice(2, 7)}
    </text>
    <text x={WIDTH - RIGHT} y={HEIGHT - 4} textAnchor="end">
      {last?.slice(2, 7)}
    </text>
  </>
)
