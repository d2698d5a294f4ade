/**
 * The hyperopia reserve of a child at the last refraction under cycloplegia, beside what its age should have: the judgement screenings
 * make.
 */
import { showDioptre } from '#kernel/contract/index.ts'
import { t, tr } from '#kernel/web/index.ts'
import { isCycloplegic } from '../../contract/growth/equivalent.ts'
import type { Curve } from '../../contract/shapes.ts'
import { reserveOn } from '../../contract/standards/evaluate.ts'
import { How } from './How.tsx'

export function ReserveWords({ curve: { se, birth } }: { curve: Curve }) {
  const last = se.findLast((point) => isCycloplegic(point) && (point.od !== null || point.os !== null))
  if (!last || birth === null) return null
  const day = last.at.slice(0, 10)
  const eyes = [
    [t`右眼`, last.od],
    [t`左眼`, last.os],
  ] as const
  const reserves = eyes.flatMap(([eye, value]) => {
    const reserve = value === null ? undefined : reserveOn(birth, day, value)
    return value === null || !reserve ? [] : [{ eye, value, ...reserve }]
  })
  const [first] = reserves
  if (!first) return null
  return (
    <div className="growth-words">
      <p>
        {day} {t`远视储备`}{' '}
        {reserves.map(({ eye, value, isLow }) => (
          <span key={eye}>
            {eye} <strong className="num">{showDioptre(value)} D</strong> {isLow ? t`不足` : t`足够`}{' '}
          </span>
        ))}
        · {t`同龄不低于 ${showDioptre(first.limit)} D`}{' '}
        <How
          of={t`远视储备`}
          formula={t`散瞳等效球镜低于同龄下限为不足`}
          source={tr(first.source)}
          {...(first.unverified ? { note: t`待核对原文` } : {})}
        />
      </p>
    </div>
  )
}
