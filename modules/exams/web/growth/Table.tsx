/** The development of refraction as a table, a row for each day; what is computed says its formula. */
import { showDioptre, showNumber } from '#kernel/contract/index.ts'
import { Empty, Panel, t } from '#kernel/web/index.ts'
import { developmentOf, type DevelopmentRow, type Pair } from '../../contract/growth.table.ts'
import type { Place, Reference } from '../../contract/references/reference.ts'
import type { Curve } from '../../contract/shapes.ts'

const grade = (n: number) => n.toFixed(1)
const dioptres = (n: number) => showDioptre(n, 2)
const decimals = (places: number) => (n: number) => showNumber(n, places)
const placeWord = (place: Place) => (typeof place === 'number' ? `P${showNumber(place, 0)}` : place.replace(/(\d)/, 'P$1'))
/** Right eye first; what was not measured is a dash. */
const sides = <V,>(pair: Pair<V>, show: (value: V) => string): string =>
  pair.od === null && pair.os === null ? '—' : [pair.od, pair.os].map((v) => (v === null ? '—' : show(v))).join(' / ')

interface Column {
  title: string
  unit?: string
  formula?: string
  cell: (row: DevelopmentRow) => string
}
const columns = (): readonly Column[] => [
  { title: t`裸眼视力`, cell: (row) => sides(row.ucva, grade) },
  { title: t`等效球镜`, unit: 'D', cell: (row) => sides(row.se, dioptres) + stateOf(row) },
  { title: t`眼轴`, unit: 'mm', cell: (row) => sides(row.al, decimals(2)) },
  { title: t`平均K`, unit: 'D', cell: (row) => sides(row.k, decimals(2)) },
  { title: 'AL/CR', formula: t`眼轴 ÷（337.5 ÷ 平均K）`, cell: (row) => sides(row.ratio, decimals(2)) },
  { title: t`百分位`, cell: (row) => sides(row.place, placeWord) },
  { title: t`远用瞳距`, unit: 'mm', cell: (row) => (row.pd === null ? '—' : showNumber(row.pd, 1)) },
  { title: t`身高`, unit: 'cm', cell: (row) => (row.height === null ? '—' : showNumber(row.height, 1)) },
  {
    title: t`眼轴年增长`,
    unit: 'mm/年',
    formula: t`（后 − 前）÷ 天数 × 365.25；相隔不足 60 天不计`,
    cell: (row) => sides(row.alYear, dioptres),
  },
  {
    title: t`等效球镜年变化`,
    unit: 'D/年',
    formula: t`等效球镜 = 球镜 + 柱镜 ÷ 2；年变化 =（后 − 前）÷ 天数 × 365.25；相隔不足 60 天不计，散瞳与小瞳不相减`,
    cell: (row) => sides(row.seYear, dioptres),
  },
]
function stateOf({ cycloplegic, se }: DevelopmentRow): string {
  if (cycloplegic === null || (se.od === null && se.os === null)) return ''
  return ` ${cycloplegic ? t`散瞳` : t`小瞳`}`
}

export function DevelopmentTable({ curve, reference }: { curve: Curve; reference: Reference }) {
  const rows = developmentOf(curve, reference)
  return (
    <Panel className="whole" title={t`屈光发育表`} note={t`右眼 / 左眼`}>
      {rows.length === 0 ? (
        <Empty text={t`还没有记录`} />
      ) : (
        <div className="wide-table" tabIndex={0} role="region" aria-label={t`屈光发育表`}>
          <table className="grid compact num">
            <thead>
              <tr>
                <th scope="col">{t`日期`}</th>
                <th scope="col" className="right">{t`年龄`}</th>
                {columns().map(({ title, unit, formula }) => (
                  <th key={title} scope="col" className="right" title={formula}>
                    {title}
                    {unit && <i className="unit"> {unit}</i>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.day}>
                  <th scope="row">{row.day}</th>
                  <td className="right">{row.age === null ? '—' : showNumber(row.age, 1)}</td>
                  {columns().map(({ title, cell }) => (
                    <td key={title} className="right">
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
