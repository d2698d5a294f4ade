/** The axial length of a member over age on a reference of the same sex, with what it means in words. */
import { ageOn, showNumber } from '#kernel/contract/index.ts'
import { Chart, Empty, EyeTag, Slot, Until, t, today, useCall, type Colours } from '#kernel/web/index.ts'
import { useCallback, useMemo } from 'react'
import { exams } from '../contract/endpoints.ts'
import type { Curve } from '../contract/shapes.ts'
import { underCurve } from '../contract/slots.ts'
import { he2023 } from '../contract/references/axial-length.ts'
import type { Reference } from '../contract/references/index.ts'
import { AGES, axialOption, spanOf, type LivePoint } from './growth/axialOption.ts'
import { How } from './growth/How.tsx'
import { placeWords } from './growth/Places.tsx'
import { originOf, ReferenceSource } from './growth/Reference.tsx'
import { ageText, drawable, growthOf, type EyeGrowth } from './measures/axial.ts'
import './exams.css'

/** Curve, table and words. `compact` leaves the words out, for a narrow panel. */
export function AxialLengthChart({ pid, ...shown }: { pid: number } & Shown) {
  const query = useCall(exams['examVisual.curve'], { pid }, { live: ['exams'] })
  return <Until of={query}>{query.data && <AxialCurve curve={query.data} {...shown} />}</Until>
}

interface Shown {
  height?: number
  compact?: boolean
  /** Lengths that are typed and not saved yet: a hollow point, with its percentile and its mm a year. */
  live?: LivePoint | undefined
  /** What the lengths are compared with; He 2023 where nobody chose. */
  reference?: Reference
}

export function AxialCurve({ curve, height = 260, compact = false, live, reference = he2023 }: { curve: Curve } & Shown) {
  const points = useMemo(() => drawable(curve.al, curve.birth), [curve])
  const [liveOd, liveOs, liveAt] = [live?.od ?? null, live?.os ?? null, live?.at]
  const typed = useMemo(
    () => (liveAt === undefined || (liveOd === null && liveOs === null) ? undefined : { at: liveAt, od: liveOd, os: liveOs }),
    [liveAt, liveOd, liveOs],
  )
  const withAge = curve.birth !== null
  const span = spanOf({ curve: { ...curve, al: points }, live: typed, today: today() })
  const draw = useCallback(
    (c: Colours) => axialOption({ curve: { ...curve, al: points }, live: typed, today: today(), reference }, c),
    [curve, points, typed, reference],
  )
  const growth = useMemo(() => {
    const age = typed && curve.birth ? (ageOn(curve.birth, typed.at)?.decimal ?? null) : null
    const all = typed ? [...points, { ...typed, age }] : points
    return (['od', 'os'] as const).map((eye) => growthOf(all, eye, curve.gender, curve.birth))
  }, [points, typed, curve])
  if (curve.al.length === 0 && !typed) return <Empty text={t`还没有眼轴记录`} />
  const mm = (n: number | null) => showNumber(n, 2)
  return (
    <>
      <Chart
        label={t`${curve.name} 的眼轴曲线`}
        option={draw}
        height={height}
        table={{
          columns: [t`日期`, t`年龄`, 'OD mm', 'OS mm'],
          rows: [...curve.al].reverse().map((p) => [p.at.slice(0, 10), ageText(curve.birth, p), mm(p.od), mm(p.os)]),
        }}
      />
      {span && curve.birth && (
        <div style={{ paddingLeft: AGES.left, paddingRight: AGES.right }}>
          <Slot of={underCurve} told={{ pid: curve.pid, birth: curve.birth, from: span.from, to: span.to }} />
        </div>
      )}
      <div className="growth-words">
        {growth.map((g) => g && <GrowthWords key={g.eye} of={g} gender={curve.gender} reference={reference} />)}
      </div>
      {!compact && withAge && curve.gender !== null && <ReferenceSource of={reference} />}
    </>
  )
}

function paceOf({ perYear, doubted }: EyeGrowth): string {
  if (doubted) return t`与上次相差过大，请先核对，不计算增速`
  return perYear === null ? t`间隔过短或只有一次，不计算增速` : t`增长 ${showNumber(Math.round(perYear * 100) / 100, 2)} mm/年`
}
function GrowthWords({ of: growth, gender, reference }: { of: EyeGrowth; gender: number | null; reference: Reference }) {
  const place = placeWords(gender, gender === null || growth.age === null ? null : reference.placeOf(gender, growth.age, growth.al))
  return (
    <p>
      <EyeTag eye={growth.eye} /> <strong className="num">{showNumber(growth.al, 2)} mm</strong>
      {place && (
        <>
          {' '}
          · {place} <How {...originOf(reference)} />
        </>
      )}{' '}
      · {paceOf(growth)}
    </p>
  )
}

export { Conflict, useHeld } from './held.tsx'
export { useSister } from './sister.ts'
export { KindTable } from './print/ReportTables.tsx'
export { default as Gallery } from './images/Gallery.tsx'
export { EquivalentCurve, VisualCurve } from './growth/Curves.tsx'
export { DrawTogether, Picture } from './images/Picture.tsx'
