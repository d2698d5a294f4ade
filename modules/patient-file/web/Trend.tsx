/** Axial length and spherical equivalent over the years, today's figures in the title; acuity where neither was measured. */
import { showDioptre, showNumber } from '#kernel/contract/index.ts'
import { Empty, Link, Panel, t } from '#kernel/web/index.ts'
import { AxialCurve, EquivalentCurve, VisualCurve } from '#modules/exams/web/door.tsx'
import type { Curve } from '#modules/exams/contract/shapes.ts'
import type { Now } from '../contract/shapes.ts'
import { percentileWord } from './words.ts'

export function Trend({ of, now }: { of: Curve; now: Now }) {
  const [lengths, powers, sight] = [of.al, of.se, of.visual].map((points) => points.some((p) => p.od !== null || p.os !== null))
  return (
    <Panel
      className="file-trend"
      title={lengths ? t`眼轴与等效球镜` : powers ? t`等效球镜` : t`视力`}
      note={<Figures of={now} />}
      actions={<Link to={`/patients/detail/${of.pid}/examine/graph`}>{t`大图`}</Link>}
    >
      {lengths && <AxialCurve curve={of} height={powers ? 232 : 320} compact />}
      {powers && <EquivalentCurve curve={of} height={lengths ? 168 : 280} />}
      {!lengths && !powers && sight && <VisualCurve curve={of} height={260} />}
      {!lengths && !powers && !sight && <Empty text={t`还没有检查。第一次验光或测眼轴后，这里是变化的曲线`} />}
    </Panel>
  )
}

/** Today's figures, right eye first. */
function Figures({ of: { growth, se } }: { of: Now }) {
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
