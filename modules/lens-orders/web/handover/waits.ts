import type { OrderInfo } from '../../contract/shapes.ts'
import { fitted, supply } from '../../contract/states.ts'
import { kindOf } from '../../contract/kinds/index.ts'

/** True while the goods of an order lie here for their member; what is for glasses leaves with them. */
export const waits = ({ kind, status, pid, recordFrameId, handedAt }: OrderInfo): boolean =>
  kindOf(kind).flow === 'fitted'
    ? status === fitted.is.ready
    : status === supply.is.stocked && pid !== null && recordFrameId === null && handedAt === null
