/** All curves of a member's development together. */
import { Panel, t } from '#kernel/web/index.ts'
import type { Curve } from '../../contract/shapes.ts'
import { EquivalentCurve, HeightCurve, VisualCurve } from './Curves.tsx'
import { AxialCurve } from '../door.tsx'

export const Development = ({ curve }: { curve: Curve }) => (
  <div className="curves">
    <Panel className="whole" title={t`眼轴曲线`} note="mm">
      <AxialCurve curve={curve} height={340} />
    </Panel>
    <Panel title={t`等效球镜`} note="D">
      <EquivalentCurve curve={curve} />
    </Panel>
    <Panel title={t`裸眼视力`} note={t`五分记录`}>
      <VisualCurve curve={curve} />
    </Panel>
    <Panel title={t`身高`} note="cm">
      <HeightCurve curve={curve} />
    </Panel>
  </div>
)
