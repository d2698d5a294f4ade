/** What was done against the growth of the eyes, as ribbons on the ages of the curve above: a row a kind, an eye alone in its colour. */
import { ageOn, metaOf } from '#kernel/contract/index.ts'
import { t, today, tr, useCall } from '#kernel/web/index.ts'
import { records } from '../../contract/endpoints.ts'
import { Treatment } from '../../contract/treatment.ts'
import './ribbons.css'

interface Ages {
  birth: string
  /** Ages of the two ends, years. */
  from: number
  to: number
}
/** Where a treatment begins and how long it is, as shares of the axis; undefined outside of it. What goes on reaches today. */
export function placeOf({ start, end }: Pick<Treatment, 'start' | 'end'>, { birth, from, to }: Ages, now: string) {
  const ageAt = (day: string) => ageOn(birth, day)?.decimal ?? 0
  const [first, last] = [Math.max(from, ageAt(start)), Math.min(to, ageAt(end ?? now))]
  return last < first ? undefined : { left: (first - from) / (to - from), width: (last - first) / (to - from) }
}

const wordsOf = ({ kind, eye }: Treatment) =>
  [metaOf(Treatment.shape.kind).options?.[kind] ?? '', metaOf(Treatment.shape.eye).options?.[eye] ?? ''].map(tr)
export default function Ribbons({ pid, ...ages }: Ages & { pid: number }) {
  const list = useCall(records['treatments.list'], { pid }, { live: ['records'], keep: true }).data?.list ?? []
  const rows = new Map(list.map(({ kind }) => [kind, list.filter((one) => one.kind === kind)]))
  if (rows.size === 0) return null
  return (
    <div className="ribbons" role="list" aria-label={t`干预`}>
      {[...rows].map(([kind, ribbons]) => (
        <div key={kind} className="ribbon-row">
          {ribbons.map((one) => {
            const place = placeOf(one, ages, today())
            const [name, eye] = wordsOf(one)
            const parts = [one.eye === 'ou' ? name : `${name} ${eye}`, `${one.start} – ${one.end ?? t`至今`}`, one.what, one.reason]
            return (
              place && (
                <span
                  key={one.id}
                  role="listitem"
                  className={`ribbon ${one.eye}`}
                  title={parts.filter(Boolean).join('　')}
                  style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%` }}
                >
                  {name}
                </span>
              )
            )
          })}
        </div>
      ))}
    </div>
  )
}
