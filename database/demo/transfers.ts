/** Transfers between stores: one arrived a piece short and waits for its decision, one is under way. */
import { stockIn, stockOut } from '#modules/stock/contract/states.ts'
import { StockInType, StockOutType } from '#modules/stock/contract/fields.ts'
import type { Chain } from './clinic.ts'
import { there } from './teller.ts'

export async function transfersOf({ shops, goods }: Chain, now: string): Promise<void> {
  const [from, to] = [there(shops[0]), there(shops[1])]
  const frames = goods.frames.slice(10, 13).map(({ productId }) => ({ productId, quantity: 2 }))
  const sender = from.as('warehouse', now)
  const send = async (note: string) => {
    const paper = { hid: from.hid, stockoutType: StockOutType.transfer, toHid: to.hid, note, items: frames }
    const { stockoutId } = await sender('stockout.create', paper)
    await sender('stockout.status', { stockoutId, status: stockOut.is.submitted })
    return sender('stockout.confirm', { stockoutId })
  }
  const arrived = await send('国贸店缺货，调镜架')
  const receiver = to.as('warehouse', now)
  const { stockinId } = await receiver('stockin.create', {
    hid: to.hid,
    stockinType: StockInType.transfer,
    deliveryNo: arrived.stockoutNo,
    status: stockIn.is.submitted,
    items: frames.map(({ productId }, n) => ({ productId, quantity: n === 0 ? 1 : 2 })),
  })
  await receiver('stockin.status', { stockinId, status: stockIn.is.posted })
  await send('周末活动陈列')
}
