/** Beside an assessment: what is known of the risk. It stands here and is in no score. */
import { showDioptre, showNumber } from '#kernel/contract/index.ts'
import { EyeTag, Panel, t, useCall } from '#kernel/web/index.ts'
import { exams } from '../../contract/endpoints.ts'
import { alCr, alPercentile } from '../../contract/formulas/formulas.ts'
import type { ExamBioMeter } from '../../contract/shapes.ts'
import { usePlace } from '../visit/place.ts'

const percent = (p: number | string | null): string =>
  typeof p === 'number' ? `P${showNumber(p, 0)}` : (p?.replace(/^([<>])/, '$1 P') ?? '—')

export default function Risk() {
  const { pid } = usePlace()
  const curve = useCall(exams['examVisual.curve'], { pid }, { live: ['exams'] }).data
  const bio = useCall(exams['exam-bio-meter.list'], { pid, per_page: 1 }, { live: ['exams'] }).data?.list[0]
  if (!curve) return null
  const se = curve.se.at(-1)
  const al = curve.al.at(-1)
  return (
    <Panel title={t`风险因素`} note={t`不计入得分`}>
      <div className="growth-words">
        {al?.age != null && <p>{t`测量时 ${showNumber(al.age, 1)} 岁`}</p>}
        {(['od', 'os'] as const).map((eye) => {
          const length = al?.[eye] ?? null
          const ranked =
            length !== null && al?.age != null && curve.gender !== null ? percent(alPercentile(curve.gender, al.age, length)) : null
          return (
            <p key={eye} className="num">
              <EyeTag eye={eye} /> SE {se?.[eye] == null ? '—' : showDioptre(se[eye])} · AL {showNumber(length, 2)} {ranked} · AL/CR{' '}
              {ratioOf(bio, eye)}
            </p>
          )
        })}
      </div>
    </Panel>
  )
}
function ratioOf(bio: ExamBioMeter | undefined, eye: 'od' | 'os'): string {
  if (!bio) return '—'
  const [al, k1, k2] = eye === 'od' ? [bio.alOd, bio.k1Od, bio.k2Od] : [bio.alOs, bio.k1Os, bio.k2Os]
  return al === null || k1 === null || k2 === null ? '—' : showNumber(alCr(al, k1, k2).ratio, 3)
}
