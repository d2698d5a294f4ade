/**
 * Writing an order of any kind: a new one, a change, a replacement beside its original. Lenses of a member by eyes, everything else by its
 * goods.
 */
import { Empty, Screen, t, tr, useCall, useHolds, useSearch } from '#kernel/web/index.ts'
import { PatientBarFor } from '#modules/patients/web/door.tsx'
import { writing } from '../../contract/calls.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { EyesOrder } from './EyesOrder.tsx'
import { GoodsOrder } from './GoodsOrder.tsx'
import '../orders.css'

interface WrittenProps {
  of: OrderKind
  /** The order that is changed or replaced; 0 writes a new one. */
  id: number
  /** It is replaced. */
  again: boolean
}
/** Lenses are written by eyes unless they are for the shelf; goods by their lines. */
const byEyes = (kind: OrderKind, order: OrderInfo | undefined): boolean =>
  (kind.calls.style === 'order' || kind.calls.style === 'lens') && (order === undefined || order.items.every((i) => i.eye !== null))
const numberIn = (text: string | undefined): number | undefined => Number(text) || undefined

export function Written({ of: kind, id, again }: WrittenProps) {
  const holds = useHolds()
  const [{ pid, prescriptionId, recordFrameId }] = useSearch()
  const info = useCall(lensOrders['orders.info'], { id }, { enabled: id > 0 })
  const order = info.data
  const member = order?.pid ?? numberIn(pid)
  const words = [tr(kind.label), order?.orderNo].filter(Boolean).join(' ')
  if (!holds(writing(kind)))
    return (
      <Screen title={words}>
        <Empty text={t`没有权限写这种订单`} />
      </Screen>
    )
  return (
    <Screen
      title={again ? t`补片：${words}` : id ? t`编辑：${words}` : t`新建：${words}`}
      {...(id ? { of: info } : {})}
      bar={member !== undefined && <PatientBarFor pid={member} />}
    >
      {(!id || order) &&
        (byEyes(kind, order) ? (
          <EyesOrder
            of={kind}
            pid={member}
            prescriptionId={numberIn(prescriptionId)}
            recordFrameId={numberIn(recordFrameId)}
            {...(again ? { replaces: order } : { order })}
          />
        ) : (
          <GoodsOrder of={kind} pid={member} order={order} />
        ))}
    </Screen>
  )
}
