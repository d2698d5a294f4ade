/** Orders that are stopped because their prescription, fitting or consent fell; nothing where none is. */
import { metaOf } from '#kernel/contract/index.ts'
import { Money, t, tr, trSentence, useCall, useGo, useWho } from '#kernel/web/index.ts'
import { pathOf } from '#modules/lens-orders/contract/kinds/paths.ts'
import { desk } from '../../contract/endpoints.ts'
import { StoppedWork } from '../../contract/shapes.ts'
import { Opens, Titled } from './Block.tsx'

const offers = metaOf(StoppedWork.shape.offer).options ?? {}
const placeOf = ({ of: source, id, kind, fbid, paid }: StoppedWork): string => {
  if (fbid !== null && paid > 0) return `/medical/fee-edit/${fbid}`
  return source === 'frame' ? `/process/edit/${id}` : pathOf(kind, id)
}
export function StoppedOrders() {
  const { hid } = useWho()
  const go = useGo()
  const list = useCall(desk['home.stopped'], { hid }, { live: ['frame-orders', 'orders', 'billing'], keep: true, logged: true })
  const rows = list.data?.list ?? []
  if (!rows.length) return null
  return (
    <Titled title="已停止的订单" total={list.data?.total} tone="warn">
      <table className="desk-list">
        <tbody>
          {rows.slice(0, 8).map((work) => (
            <Opens key={`${work.of}${work.id}`} open={() => go(placeOf(work))}>
              <td>
                <strong>{work.patientName ?? work.orderNo}</strong> <span className="num">{work.orderNo}</span>
                <small>{trSentence(work.stopReason)}</small>
              </td>
              <td className="soft">
                {tr(offers[work.offer] ?? work.offer)}
                {work.paid > 0 && (
                  <>
                    {' '}
                    {t`已收`} <Money of={work.paid} />
                  </>
                )}
              </td>
            </Opens>
          ))}
        </tbody>
      </table>
    </Titled>
  )
}
