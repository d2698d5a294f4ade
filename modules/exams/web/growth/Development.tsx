/** All curves of a member's development together, each on the reference that was chosen for it. */
import { Panel, Slot, t, tr } from '#kernel/web/index.ts'
import { everyKind } from '../../contract/kinds/index.ts'
import type { Curve } from '../../contract/shapes.ts'
import { developmentTable } from '../../contract/slots.ts'
import { AxialCurve } from '../door.tsx'
import { Changes } from './Changes.tsx'
import { EquivalentCurve, HeightCurve, MassIndexCurve, TrendCurve, trendNote, VisualCurve } from './Curves.tsx'
import { How } from './How.tsx'
import { BodyWords } from './Places.tsx'
import { ReserveWords } from './Reserve.tsx'
import { ReferencePick, ReferenceSource, useReference } from './Reference.tsx'

export function Development({ curve }: { curve: Curve }) {
  const [al, chooseAl] = useReference('al')
  const [height, chooseHeight] = useReference('height')
  const [mass, chooseMass] = useReference('bmi')
  return (
    <div className="curves">
      <Panel className="whole" title={t`眼轴曲线`} note="mm" actions={<ReferencePick of="al" chosen={al} onChoose={chooseAl} />}>
        <AxialCurve curve={curve} height={340} reference={al} />
      </Panel>
      <Panel
        title={t`等效球镜`}
        note="D"
        actions={<How of={t`等效球镜`} formula={t`球镜 + 柱镜 ÷ 2，不取整`} source={t`Thibos 等，Optom Vis Sci 1997;74:367`} />}
      >
        <EquivalentCurve curve={curve} />
        <ReserveWords curve={curve} />
      </Panel>
      <Panel title={t`裸眼视力`} note={t`五分记录`}>
        <VisualCurve curve={curve} />
      </Panel>
      <Slot of={developmentTable} told={{ curve, reference: al }} />
      <Changes curve={curve} />
      {trendsOf(curve).map(({ trend, declared }) => (
        <Panel key={`${trend.kind}.${trend.of}`} title={tr(declared.label)} note={trendNote(declared)}>
          <TrendCurve curve={curve} trend={trend} declared={declared} />
        </Panel>
      ))}
      <Panel title={t`身高`} note="cm" actions={<ReferencePick of="height" chosen={height} onChoose={chooseHeight} />}>
        <HeightCurve curve={curve} reference={height} />
        <BodyWords curve={curve} of="height" reference={height} />
        {curve.height.length > 0 && <ReferenceSource of={height} />}
      </Panel>
      <Panel title={t`体质指数`} note="kg/m²" actions={<ReferencePick of="bmi" chosen={mass} onChoose={chooseMass} />}>
        <MassIndexCurve curve={curve} reference={mass} />
        <BodyWords curve={curve} of="bmi" reference={mass} />
        {curve.height.length > 0 && <ReferenceSource of={mass} />}
      </Panel>
    </div>
  )
}

/** What the kinds declare and this member has. */
const trendsOf = ({ trends }: Curve) =>
  trends.flatMap((trend) => {
    const declared = everyKind.find((k) => k.kind === trend.kind)?.trends.find((d) => d.of === trend.of)
    return declared && trend.points.length > 0 ? [{ trend, declared }] : []
  })
