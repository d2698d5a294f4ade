/** Goods of a bill. Goods sold over the counter leave the stock on payment and return with the refund. */
import { update, type Cx, type Row } from '#kernel/server/index.ts'
import { issue, takeBack, type IssueFail } from '#modules/stock/server/door.ts'
import { itemsOf } from './queries.ts'

interface Piece {
  item: Row<'bill_item'>
  quantity: number
}
const ref = (fbid: number): string => `bill:${fbid}`
const linesOf = (pieces: readonly Piece[]) =>
  pieces
    .filter((p) => p.item.issued === 'bill' && p.item.productId !== null && p.quantity > 0)
    .map(({ item, quantity }) => ({
      productId: item.productId!,
      quantity,
      ...(item.sph === null ? {} : { sph: item.sph }),
      ...(item.cyl === null ? {} : { cyl: item.cyl }),
    }))

/** Issues the goods of a bill, first expired first; all of them or only the named pieces. */
export async function issueGoods(cx: Cx<IssueFail>, bill: Row<'fee_bill'>, pieces?: readonly Piece[]): Promise<void> {
  const lines = linesOf(pieces ?? (await itemsOf(cx, bill.fbid)).map((item) => ({ item, quantity: item.quantity })))
  if (!lines.length) return
  await issue(cx, { ref: ref(bill.fbid), hid: bill.hid, reason: '销售出库', lines })
  if (!bill.issued) await update(cx, 'fee_bill', { fbid: bill.fbid }, { issued: true })
}

/** Returns goods to the batches they came from. */
export async function takeGoodsBack(cx: Cx<'take_back_too_much'>, bill: Row<'fee_bill'>, pieces: readonly Piece[]): Promise<void> {
  const lines = linesOf(pieces)
  if (bill.issued && lines.length) await takeBack(cx, { ref: ref(bill.fbid), reason: '退费退货', lines })
}
