/** How thick the lenses would be in the frame as it stands, index by index. */
import { t, useCall } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import type { GlassesChoice } from './choice.ts'

const mm = (n: number | null): string => (n === null ? '—' : n.toFixed(1))

export function Thickness({ id, choice }: { id: number; choice: GlassesChoice }) {
  const { ownFrame, frameProductId, frameA, frameDbl, frameEd } = choice
  // Empty ones are left out: the server takes the size the frame states.
  const filters = Object.fromEntries(Object.entries({ frameProductId, frameA, frameDbl, frameEd }).filter(([, v]) => v !== null))
  const { data } = useCall(frameOrders['frame.simulated'], { id, ownFrame, ...filters }, { keep: true })
  if (!data?.indices.some((i) => i.eyes.some((e) => e.edge !== null))) return null
  return (
    <details>
      <summary>{t`各折射率的厚度（估算）`}</summary>
      <table className="judged">
        <thead>
          <tr>
            <th>{t`折射率`}</th>
            {data.eyes.map(({ eye }) => (
              <th key={eye}>{eye === 'od' ? t`右眼 中心 / 边缘 mm` : t`左眼 中心 / 边缘 mm`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.indices.map(({ index, eyes }) => (
            <tr key={index}>
              <td className="num">{index.toFixed(2)}</td>
              {eyes.map((e) => (
                <td key={e.eye} className="num">
                  {mm(e.centre)} / {mm(e.edge)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
