/** Cancels the last refund of the day: reverses its ledger entry and issues its goods again. */
import { change, insert, move, number, reverse, sql, update, type Cx, type Row, wholeRow } from '#kernel/server/index.ts'
import type { IssueFail } from '#modules/stock/server/door.ts'
import { followCoupons, restorePackages, tellStored } from '#modules/loyalty/server/door.ts'
import { billRefundCancelled } from '../contract/events.ts'
import type { FeeBillInfo } from '../contract/shapes.ts'
import { feeBill, stateOf } from '../contract/states.ts'
import { issueGoods } from './goods.ts'
import { billInfo, itemsOf, lockBill } from './queries.ts'
import { REFUND_NO } from './save.ts'

export async function cancelRefund(
  cx: Cx<IssueFail | 'not_last_day' | 'order_given_up' | 'card_given_back'>,
  fbid: number,
): Promise<FeeBillInfo> {
  const bill = await lockBill(cx, fbid)
  if (!feeBill.in.refunded.includes(bill.status)) cx.refuse('illegal_move', { state: stateOf(bill.status), move: '撤销退费' })
  const last = await cx.db.one(
    wholeRow('refund'),
    sql`
      select *
      from refund r
      where r.fbid = ${fbid}
        and r.cancels is null
        and not exists (select 1 from refund z where z.cancels = r.refund_id)
      order by r.refund_id desc
      limit 1
    `,
  )
  if (!last || last.at.slice(0, 10) !== cx.today) return cx.refuse('not_last_day')
  const entryId = last.entryId === null ? null : await reverse(cx, last.entryId, '撤销退费', last.refundNo)
  await insert(cx, 'refund', {
    hid: last.hid,
    fbid,
    refundNo: await number(cx, REFUND_NO),
    amount: last.amount,
    deducted: last.deducted,
    pointsBack: last.pointsBack,
    pointsTaken: last.pointsTaken,
    pointsShort: last.pointsShort,
    pointsLapsed: last.pointsLapsed,
    goodsBack: last.goodsBack,
    reason: `撤销 ${last.refundNo}`,
    cancels: last.refundId,
    entryId,
  })
  if (entryId !== null) await followCoupons(cx, entryId, `fee_bill:${fbid}`)
  if (entryId !== null)
    await tellStored(cx, { pid: bill.pid, hid: bill.hid, change: -(await storedIn(cx, last.refundId)), why: '撤销退费扣回' })
  const items = await restoreItems(cx, fbid, last.refundId)
  await restorePackages(
    cx,
    items.map(({ item }) => `bill_item:${item.biid}`),
    last.refundNo,
  )
  const refunded = bill.refunded - last.amount
  const set = { refunded, pointsEarned: bill.pointsEarned + last.pointsTaken + last.pointsShort + last.pointsLapsed }
  const step = refunded === 0 ? 'restore' : bill.status === feeBill.is.refunded ? 'restorePart' : undefined
  if (step) await move(cx, feeBill, fbid, step, { note: last.refundNo, set })
  else await change(cx, 'fee_bill', { fbid }, {}, set)
  if (last.goodsBack) await issueGoods(cx, bill, items)
  await cx.announce(billRefundCancelled, {
    fbid,
    refundId: last.refundId,
    ref: bill.ref,
    items: items.map(({ item, quantity }) => ({ biid: item.biid, ref: item.ref, quantity })),
  })
  return billInfo(cx, fbid)
}

/** Stored value a refund gave back, fen. */
const storedIn = async (cx: Cx, refundId: number): Promise<number> =>
  (
    await cx.db.the(
      { stored: 'number' },
      sql`
        select coalesce(sum(gift + stored - case when pay_way = 5 then deducted else 0 end), 0)::bigint stored
        from refund_payment
        where refund_id = ${refundId}
      `,
    )
  ).stored
async function restoreItems(cx: Cx, fbid: number, refundId: number): Promise<Array<{ item: Row<'bill_item'>; quantity: number }>> {
  const rows = await cx.db.rows(
    { biid: 'number', amount: 'number', quantity: 'number' },
    sql`select biid, amount, quantity from refund_item where refund_id = ${refundId}`,
  )
  const items = new Map((await itemsOf(cx, fbid)).map((i) => [i.biid, i]))
  return Promise.all(
    rows.map(async (r) => {
      const item = items.get(r.biid)!
      await update(
        cx,
        'bill_item',
        { biid: r.biid },
        { refundedAmount: item.refundedAmount - r.amount, refundedQuantity: item.refundedQuantity - r.quantity },
      )
      return { item, quantity: r.quantity }
    }),
  )
}
