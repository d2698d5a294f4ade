import { showDioptre, showNumber } from '#kernel/contract/index.ts'
import { t, tr } from '#kernel/web/index.ts'
import type { FrameOrderInfo } from '../../../contract/shapes.ts'

/** Powers stand as powers, an axis in whole degrees, distances in tenths. */
function shown(what: string, n: number | null): string {
  if (n === null) return '—'
  if (what === '轴位') return String(n)
  return /子午线|柱镜|下加光|棱镜/.test(what) ? showDioptre(n) : showNumber(n, 1)
}

/** What was ordered, what was measured, and whether it holds, row by row. */
export function JudgedTable({ items }: { items: FrameOrderInfo['inspections'][number]['items'] }) {
  return (
    <table className="judged">
      <thead>
        <tr>
          <th>{t`项目`}</th>
          <th>{t`订单`}</th>
          <th>{t`实测`}</th>
          <th>{t`允差`}</th>
          <th>{t`判定`}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((i) => (
          <tr key={`${i.eye}${i.what}`} className={i.ok ? '' : 'wrong'}>
            <td>
              {i.eye === 'ou' ? t`双眼` : i.eye === 'od' ? t`右眼` : t`左眼`} {tr(i.what)}
            </td>
            <td className="num">{shown(i.what, i.ordered)}</td>
            <td className="num">{shown(i.what, i.measured)}</td>
            <td className="num">{i.tolerance === null ? '—' : `±${i.tolerance}`}</td>
            <td>{i.ok ? t`合格` : i.measured === null ? t`未测量` : t`超差`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
