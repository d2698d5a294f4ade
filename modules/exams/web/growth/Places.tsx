/** Where values stand in a reference, in words, with how that is computed. */
import { showNumber } from '#kernel/contract/index.ts'
import { t, tr } from '#kernel/web/index.ts'
import type { ReferenceMeasure, Percentile, Reference } from '../../contract/references/index.ts'
import type { Curve } from '../../contract/shapes.ts'
import { drawable, massIndexes } from '../measures/axial.ts'
import { How } from './How.tsx'
import { originOf } from './Reference.tsx'

/** 同龄女孩第 65 百分位; empty without a place. */
export function placeWords(gender: number | null, place: Percentile | null): string {
  if (place === null) return ''
  const peers = gender === 0 ? t`同龄男孩` : t`同龄女孩`
  if (typeof place === 'number') return t`${peers}第 ${Math.round(place)} 百分位`
  return place.startsWith('<') ? t`低于${peers}第 ${place.slice(1)} 百分位` : t`高于${peers}第 ${place.slice(1)} 百分位`
}

const heights = ({ height }: Curve) => height.flatMap((p) => (p.height === null ? [] : [{ at: p.at, age: p.age, value: p.height }]))
const MASS = { formula: '体重 kg ÷（身高 m）²', source: 'WHO Technical Report Series 894 (2000)' } as const
/** The last height, or the last body mass index, and its place. */
export function BodyWords({ curve, of: kind, reference }: { curve: Curve; of: Exclude<ReferenceMeasure, 'al'>; reference: Reference }) {
  const { gender } = curve
  const last = drawable(kind === 'bmi' ? massIndexes(curve) : heights(curve), curve.birth).at(-1)
  if (!last) return null
  const place = gender !== null && last.age !== null ? { gender, age: last.age } : undefined
  const words =
    place &&
    (reference.wordOf
      ? tr(reference.wordOf(place.gender, place.age, last.value) ?? '')
      : placeWords(gender, reference.placeOf(place.gender, place.age, last.value)))
  return (
    <div className="growth-words">
      <p>
        {last.at.slice(0, 10)}{' '}
        <strong className="num">
          {showNumber(last.value, 1)} {reference.unit}
        </strong>
        {kind === 'bmi' && <How of={t`体质指数`} formula={tr(MASS.formula)} source={MASS.source} />}
        {words && (
          <>
            {' '}
            · {words} <How {...originOf(reference)} />
          </>
        )}
      </p>
    </div>
  )
}
