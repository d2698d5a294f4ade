/** Axial length and spherical equivalent over the years with today's values in the title; acuity if neither was measured. */
import { showDioptre, showNumber } from '#kernel/contract/index.ts'
import { Empty, Link, Panel, t } from '#kernel/web/index.ts'
import { AxialCurve, EquivalentCurve, VisualCurve } from '#modules/exams/web/door.tsx'
import type { Curve } from '#modules/exams/contract/shapes.ts'
import type { Now } from '../contract/shapes.ts'
import { percentileWord } from './words.ts'

export function Trend({ curve, now }: { curve: Curve; now: Now }) {
  const [lengths, powers, sight] = [curve.al, curve.se, curve.visual].map((points) => points.some((p) => p.od !== null || p.os !== null))
  return (
    <Panel
      className="file-trend"
      title={lengths ? t`眼轴与等效球镜` : powers ? t`等效球镜` : t`视力`}
      note={<Figures now={now} />}
      actions={<Link to={`/patients/detail/${curve.pid}/examine/graph`}>{t`大图`}</Link>}
    >
      {lengths && <AxialCurve curve={curve} height={powers ? 232 : 320} compact />}
      {powers && <EquivalentCurve curve={curve} height={lengths ? 168 : 280} />}
      {!lengths && !powers && sight && <VisualCurve curve={curve} height={260} />}
      {!lengths && !powers && !sight && <Empty text={t`还没有检查。第一次验光或测眼轴后，这里是变化的曲线`} />}
    </Panel>
  )
}

/** Today's values, right eye first. */
function Figures({ now: { growth, se } }: { now: Now }) {
  const eyes = ['od', 'os'] as const
  return (
    <span className="file-figures num">
      {growth &&
        eyes.map((eye) => (
          <span key={eye} className={eye}>
            <b>{showNumber(growth[eye]?.al ?? null, 2)}</b> <small>{percentileWord(growth[eye]?.percentile)}</small>
          </span>
        ))}
      {growth && <small>mm</small>}
      {se &&
        eyes.map((eye) => (
          <b key={eye} className={eye}>
            {showDioptre(se[eye], 3)}
          </b>
        ))}
      {se && <small>D</small>}
    </span>
  )
}
