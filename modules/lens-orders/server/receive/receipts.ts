/** The handlers of receiving, judging, handing over and taking back. */
import type { Cx, Handlers } from '#kernel/server/index.ts'
import { checkPickupProof } from '#modules/patients/server/door.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import type { ReceiveRefusal, receipts } from '../../contract/receive/receive.ts'
import type { OrderInfo, ReceiveOrder } from '../../contract/shapes.ts'
import { expected } from '../purchase/expected.ts'
import { handOver, notifyMember, returnOrder } from '../handover/handover.ts'
import { orderInfo, wrappedOrder } from '../info.ts'
import { refOf } from '../money/money.ts'
import { judgeLine } from './judge.ts'
import { receiveOrder } from './receive.ts'

type Receive<N extends string> = {
  readonly [K in N as `${K}.receive`]: (cx: Cx<ReceiveRefusal>, input: ReceiveOrder) => Promise<OrderInfo>
}
/** The handler of `receives` of a kind. */
export function receiving<const N extends string>(of: OrderKind & { calls: { style: 'goods' | 'lens'; name: N } }): Receive<N>
export function receiving(kind: OrderKind & { calls: { name: string } }): object {
  return {
    [`${kind.calls.name}.receive`]: async (cx: Cx<ReceiveRefusal>, input: ReceiveOrder) =>
      orderInfo(cx, (await receiveOrder(cx, input, kind.kind)).orderId),
  }
}
const whatever: Handlers<typeof receipts> = {
  'orders.expected': (cx, query) => expected(cx, query),
  'orders.receive': async (cx, input) => wrappedOrder(cx, (await receiveOrder(cx, input)).orderId),
  'orders.confirm': async (cx, input) => wrappedOrder(cx, (await receiveOrder(cx, input)).orderId),
  'orders.judge': async (cx, input) => wrappedOrder(cx, (await judgeLine(cx, input)).orderId),
  'orders.notify': async (cx, input) => wrappedOrder(cx, (await notifyMember(cx, input)).orderId),
  'orders.hand-over': async (out, input) => {
    await checkPickupProof(out, refOf(input.id), input)
    return out.tx(async (cx) => wrappedOrder(cx, (await handOver(cx, input)).orderId))
  },
  'orders.return': async (cx, input) => wrappedOrder(cx, (await returnOrder(cx, input)).orderId),
}
export const receiptHandlers = {
  ...whatever,
  ...receiving(orderKinds.care),
  ...receiving(orderKinds.device),
  ...receiving(orderKinds.frame),
  ...receiving(orderKinds.gsp),
  ...receiving(orderKinds.other),
  ...receiving(orderKinds.glasses),
}
