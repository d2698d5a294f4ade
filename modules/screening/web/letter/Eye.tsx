/** One eye on the line from "unclear" to "clear from 5.0": disc or square now, ring before, an arrow between. */
import { t } from '#kernel/web/i18n.ts'

const [LEFT, WIDTH, WORST, BEST, CLEAR] = [60, 240, 4, 5.3, 5] as const
const places: Readonly<Record<string, string>> = { CF: '指数', HM: '手动', LP: '光感', NLP: '无光感' }
const xOf = (line: number): number => LEFT + (WIDTH * (Math.min(BEST, Math.max(WORST, line)) - WORST)) / (BEST - WORST)

interface EyeProps {
  readonly side: 'od' | 'os'
  readonly label: string
  readonly now: string | null
  readonly former: string | null
}
export function Eye({ side, label, now, former }: EyeProps) {
  const colour = `var(--c-${side})`
  const [x, before] = [now === null ? null : xOf(Number(now) || WORST), former === null ? null : xOf(Number(former) || WORST)]
  const word = now === null ? t`没有测` : (places[now] ?? now)
  const step = x !== null && before !== null && Math.abs(before - x) > 20
  return (
    <svg
      className="letter-eye"
      viewBox="0 0 324 54"
      role="img"
      aria-label={former ? t`${label} ${word}，上次 ${former}` : `${label} ${word}`}
    >
      <text x="0" y="32" fontSize="16" fontWeight="600" fill={colour}>
        {label}
      </text>
      <rect x={LEFT} y="24" width={WIDTH} height="6" rx="3" fill="var(--c-line)" />
      <rect x={xOf(CLEAR)} y="24" width={LEFT + WIDTH - xOf(CLEAR)} height="6" rx="3" fill="var(--c-ok)" opacity=".45" />
      {before !== null && (
        <>
          {side === 'od' ? (
            <circle cx={before} cy="27" r="5" fill="var(--c-panel)" stroke="var(--c-ink3)" strokeWidth="1.5" />
          ) : (
            <rect x={before - 4.5} y="22.5" width="9" height="9" fill="var(--c-panel)" stroke="var(--c-ink3)" strokeWidth="1.5" />
          )}
          <text x={before} y="49" textAnchor="middle" fontSize="12.5" fill="var(--c-ink3)">{t`上次 ${former ?? ''}`}</text>
        </>
      )}
      {step && x !== null && before !== null && (
        <path d={`M${before + (x < before ? -8 : 8)} 27H${x + (x < before ? 13 : -13)}`} stroke="var(--c-ink3)" strokeWidth="1.5" />
      )}
      {x === null ? (
        <text x={LEFT} y="16" fontSize="14" fill="var(--c-ink2)">
          {word}
        </text>
      ) : (
        <>
          {side === 'od' ? (
            <circle cx={x} cy="27" r="8" fill={colour} />
          ) : (
            <rect x={x - 7.2} y="19.8" width="14.4" height="14.4" fill={colour} />
          )}
          <text x={x} y="14" textAnchor="middle" fontSize="16" fontWeight="600" fill={colour}>
            {word}
          </text>
        </>
      )}
    </svg>
  )
}
