/** Minutes outdoors of fourteen days, and what is read again after a day was typed. */
import { OUTDOOR_GOAL } from '../../contract/eg.ts'
import { training } from '../../contract/endpoints.ts'

export const egStale = [training['eg.data'], training['eg.counts'], training['eg.user']]
export const EgTrend = ({ of: item }: { of: ReadonlyArray<number | null> }) => (
  <span className="eg-trend" role="img" aria-label={item.map((m) => m ?? '—').join(' ')}>
    {item.map((m, i) => (
      <i
        key={i}
        className={m === null ? 'none' : m >= OUTDOOR_GOAL ? 'ok' : ''}
        {...(m === null ? {} : { style: { height: 4 + Math.min(16, (m / (OUTDOOR_GOAL * 1.5)) * 16) } })}
      />
    ))}
  </span>
)
