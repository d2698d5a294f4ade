/** Beside the curves: change a year between measurements, and the points that are left out, with why. */
import { showDioptre, showNumber } from '#kernel/contract/index.ts'
import { Empty, EyeTag, Panel, Rows, t, tr } from '#kernel/web/index.ts'
import { comparable } from '../../contract/growth/equivalent.ts'
import { excludedOf, type Excluded } from '../../contract/growth/excluded.ts'
import { intervalsOf, type Interval } from '../../contract/growth/rates.ts'
import type { Curve } from '../../contract/shapes.ts'
import { drawable } from '../measures/axial.ts'
import { How } from './How.tsx'

/** +0.35, −0.50: a change has its sign. */
const signed = (n: number | null) => showDioptre(n)
const spanOf = (i: Interval) => `${i.from.slice(0, 10)} – ${i.to.slice(0, 10)}`

export function Changes({ curve }: { curve: Curve }) {
  const lengths = intervalsOf(drawable(curve.al, curve.birth))
  const powers = curve.se.filter((p) => p.od !== null || p.os !== null)
  const { standing } = comparable(powers, curve.birth)
  const equivalents = intervalsOf(powers.filter((_, i) => standing[i] === 'line'))
  return (
    <>
      <Panel
        title={t`眼轴年增长`}
        note="mm/年"
        actions={
          <How
            of={t`眼轴年增长`}
            formula={t`（后 − 前）÷ 天数 × 365.25；相隔不足 60 天不计`}
            source={t`间隔过短时量到的是仪器误差：光学生物测量重复性 ±0.05 mm（Santodomingo-Rubido 2002，Br J Ophthalmol 86:458）`}
          />
        }
      >
        <Intervals rows={lengths} />
      </Panel>
      <Panel
        title={t`等效球镜年变化`}
        note="D/年"
        actions={
          <How
            of={t`等效球镜年变化`}
            formula={t`等效球镜 = 球镜 + 柱镜 ÷ 2；年变化 =（后 − 前）÷ 天数 × 365.25；相隔不足 60 天不计，散瞳与小瞳不相减`}
            source={t`验光重复性 ±0.75 D 以内（Zadnik 1992，Invest Ophthalmol Vis Sci 33:2325）`}
          />
        }
      >
        <Intervals rows={equivalents} />
      </Panel>
      <LeftOut rows={excludedOf(curve)} />
    </>
  )
}
const Intervals = ({ rows }: { rows: readonly Interval[] }) =>
  rows.length === 0 ? (
    <Empty text={t`相隔 60 天以上的两次测量才有年变化`} />
  ) : (
    <Rows
      rows={rows}
      rowKey={(r) => r.to}
      columns={[
        { title: t`从…到…`, cell: spanOf },
        { title: t`天数`, cell: (r) => r.days, right: true },
        { title: 'OD', cell: (r) => signed(r.od), right: true },
        { title: 'OS', cell: (r) => signed(r.os), right: true },
      ]}
    />
  )

const valuesOf = ({ measure, eye, values }: Excluded) => {
  const show = (n: number | null) => (measure === '眼轴' ? showNumber(n, 2) : showDioptre(n, 3))
  return eye ? show(values[eye]) : `${show(values.od)} / ${show(values.os)}`
}
/** Nothing disappears silently: what is on no line stands here. */
const LeftOut = ({ rows }: { rows: readonly Excluded[] }) => (
  <Panel className="whole" title={t`未计入曲线的点`} note={rows.length > 0 ? t`${rows.length} 个` : t`没有`}>
    {rows.length > 0 && (
      <Rows
        rows={rows}
        rowKey={(r) => `${r.measure}${r.id}${r.eye ?? ''}`}
        columns={[
          { title: t`日期`, cell: (r) => r.at.slice(0, 10) },
          { title: t`项目`, cell: (r) => tr(r.measure) },
          { title: t`眼别`, cell: (r) => (r.eye ? <EyeTag eye={r.eye} /> : t`双眼`) },
          { title: t`数值`, cell: valuesOf },
          { title: t`原因`, cell: (r) => (r.word ? `${tr(r.why)}（${tr(r.word)}）` : tr(r.why)) },
        ]}
      />
    )}
  </Panel>
)
