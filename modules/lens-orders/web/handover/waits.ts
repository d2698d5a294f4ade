import type { OrderRow } from '../../contract/shapes.ts'
import { fitted, supply } from '../../contract/states.ts'
import { kindOf } from '../../contract/kinds/index.ts'

export type WaitingOrder = Pick<OrderRow, 'kind' | 'status' | 'pid' | 'recordFrameId' | 'handedAt'>
/** True while the goods of an order lie here for their member; what is for glasses leaves with them. */
export const waits = ({ kind, status, pid, recordFrameId, handedAt }: WaitingOrder): boolean =>
  kindOf(kind).flow === 'fitted'
    ? status === fitted.is.ready
    : status === supply.is.stocked && pid !== null && recordFrameId === null && handedAt === null
