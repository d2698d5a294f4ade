/** Cumulative shares by day: the best group filled against those left in peace, labels at the end instead of a legend. */
import { t } from '#kernel/web/index.ts'
import type { Effect } from '../../../contract/shapes.ts'
import { armWord } from './words.ts'

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [330, 230, 26, 84, 12, 22]
type Line = Effect['curves'][number]
const endOf = ({ shares }: Line): number => shares.at(-1) ?? 0
export function Curves({ curves, days }: { curves: Effect['curves']; days: number }) {
  if (!curves.length) return <p className="panel-body soft">{t`还没有人做到`}</p>
  const most = Math.min(1, Math.max(0.01, ...curves.map(endOf)) * 1.12)
  const x = (day: number) => LEFT + (day / Math.max(1, days)) * (WIDTH - LEFT - RIGHT)
  const y = (share: number) => HEIGHT - BOTTOM - (share / most) * (HEIGHT - TOP - BOTTOM)
  const path = ({ shares }: Line) => shares.map((share, day) => `${day ? 'L' : 'M'}${x(day).toFixed(1)} ${y(share).toFixed(1)}`).join('')
  const control = curves.find((c) => c.arm === 0)
  const written = curves.filter((c) => c.arm !== 0).sort((a, b) => endOf(b) - endOf(a))
  const [best] = written
  const area =
    best && control
      ? `${path(best)}L${[...control.shares.entries()]
          .reverse()
          .map(([day, share]) => `${x(day).toFixed(1)} ${y(share).toFixed(1)}`)
          .join('L')}Z`
      : undefined
  const labels = placed(curves.map((c) => ({ arm: c.arm, share: endOf(c), top: y(endOf(c)) })))
  return (
    <svg className="effect-curves" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={labels.map((l) => l.text).join('，')}>
      {[0, most / 2, most].map((share) => (
        <g key={share}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(share)} y2={y(share)} className="grid" />
          <text x={LEFT - 4} y={y(share) + 4} textAnchor="end">
            {(share * 100).toFixed(share && most < 0.1 ? 1 : 0)}
          </text>
        </g>
      ))}
      {area && <path d={area} className="area" />}
      {written.map((line, nth) => (
        <path key={line.arm} d={path(line)} className={nth === 0 ? 'line' : 'line other'} />
      ))}
      {control && <path d={path(control)} className="line control" />}
      {curves.map((line) => (
        <circle
          key={line.arm}
          cx={x(line.shares.length - 1)}
          cy={y(endOf(line))}
          r={3}
          className={line.arm === 0 ? 'end control' : 'end'}
        />
      ))}
      {labels.map(({ arm, top, text }) => (
        <text key={arm} x={x((curves[0]?.shares.length ?? 1) - 1) + 6} y={top + 4} className={arm === 0 ? 'end control' : 'end'}>
          {text}
        </text>
      ))}
      <text x={LEFT} y={HEIGHT - 6}>{t`发出`}</text>
      <text x={WIDTH - RIGHT} y={HEIGHT - 6} textAnchor="end">{t`${days} 天`}</text>
    </svg>
  )
}
const APART = 16
/** Labels at the ends of their lines, moved apart where they would cover each other. */
function placed(labels: Array<{ arm: number; share: number; top: number }>): Array<{ arm: number; top: number; text: string }> {
  let last = -APART
  return labels
    .sort((a, b) => a.top - b.top)
    .map(({ arm, share, top }) => {
      last = Math.max(top, last + APART)
      return { arm, top: last, text: `${arm === 0 ? t`对照` : armWord(arm)} ${(share * 100).toFixed(1)}%` }
    })
}
