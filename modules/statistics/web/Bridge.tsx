/** From 销售 to 实收: every step with its lines, every total a figure that the steps above must sum to. */
import { Check, X } from 'lucide-react'
import { Panel, t, tr } from '#kernel/web/index.ts'
import type { Statistic } from '../contract/shapes.ts'
import { LedgerMark, Definition } from './Headline.tsx'
import { formatValue } from './values.tsx'

const SIGNS = { plus: '＋', minus: '－', total: '＝', note: '' } as const
export function Bridge({ statistic, open }: { statistic: Statistic; open: (figure: string) => void }) {
  if (!statistic.bridge.length) return null
  return (
    <Panel title={t`销售与实收`} note={t`两种口径逐项对上，一分不差`} className="stat-bridge">
      <table className="grid num">
        <tbody>
          {statistic.bridge.map(({ figure, is, gap }, i) => {
            const f = statistic.figures.find((candidate) => candidate.key === figure)
            return f ? (
              <tr
                key={figure}
                className={is === 'total' ? 'opens stat-total' : 'opens'}
                tabIndex={0}
                onClick={() => open(figure)}
                onKeyDown={(e) => e.key === 'Enter' && e.target === e.currentTarget && open(figure)}
              >
                <td>{i === 0 ? '' : SIGNS[is]}</td>
                <td>
                  <span className="stat-name" onClick={(e) => e.target !== e.currentTarget && e.stopPropagation()}>
                    {is === 'note' ? t`另：${tr(f.label)}` : tr(f.label)}
                    <Definition figure={f} />
                  </span>
                </td>
                <td className="right">{formatValue(f.unit, f)}</td>
                <td>
                  <Tied gap={gap} />
                  <LedgerMark figure={f} />
                </td>
              </tr>
            ) : null
          })}
        </tbody>
      </table>
    </Panel>
  )
}
/** ✓ when the lines above sum to the total, else the difference in red. */
function Tied({ gap }: { gap: number | null }) {
  if (gap === null) return null
  return gap === 0 ? (
    <span className="stat-book">
      <Check size={13} aria-hidden /> {t`与上面各行相符`}
    </span>
  ) : (
    <span className="stat-book wrong">
      <X size={13} aria-hidden /> {t`上面各行差 ${gap.toFixed(2)}`}
    </span>
  )
}
