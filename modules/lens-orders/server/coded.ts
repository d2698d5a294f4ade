/** The number of an order, scanned or typed anywhere. */
import { wordOf } from '#kernel/contract/index.ts'
import { on, sql } from '#kernel/server/index.ts'
import { codeAsked } from '#modules/stock/contract/events.ts'
import { kindOf } from '../contract/kinds/index.ts'
import { machineOf } from '../contract/states.ts'

export const tellsNumber = on(codeAsked, async (cx, { hid, number, tell }) => {
  const orders = await cx.db.rows(
    { kind: 'string', flow: 'string', orderNo: 'string', status: 'number' },
    sql`select kind, flow, order_no, status from supply_order where hid = ${hid} and order_no = ${number}`,
  )
  for (const { kind, orderNo, status, flow } of orders)
    tell({ what: kindOf(kind).label, number: orderNo, stateName: wordOf(machineOf(flow), status) })
})
