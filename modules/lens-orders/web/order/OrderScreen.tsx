import { useId } from '#kernel/web/index.ts'
import { OrderView } from './OrderView.tsx'

/** An order behind a path of its own. */
export default function OrderScreen() {
  return <OrderView id={useId('orderId')} />
}
