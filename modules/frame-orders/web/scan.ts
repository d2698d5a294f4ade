import { call, toast, t, useGo, useScanner } from '#kernel/web/index.ts'
import { frameOrders } from '../contract/endpoints.ts'

/** A scanned work ticket opens its job, wherever the cursor is. */
export function useTicketScanner(): void {
  const open = useOpenTicket()
  useScanner((code) => {
    if (/^PJ\d{6,}$/i.test(code)) void open(code)
  })
}
/** Opens the job behind an order number. */
export function useOpenTicket(): (orderNo: string) => Promise<void> {
  const go = useGo()
  return async (orderNo) => {
    const order = await call(frameOrders['frame.by-number'], { orderNo: orderNo.trim().toUpperCase() }).catch(() => undefined)
    if (order) go(`/process/edit/${order.recordFrameId}`)
    else toast(t`没有找到订单 ${orderNo}`, 'warn')
  }
}
