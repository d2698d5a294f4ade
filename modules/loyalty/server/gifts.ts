/**
 * Gifts for points. A gift that is a catalogue product leaves the stock like a sale. Any other gift is counted in the ledger book gifts,
 * account `gift:<id>:<store>`, floor 0.
 */
import {
  balance,
  begin,
  find,
  insert,
  lockAccounts,
  move,
  number,
  post,
  remove,
  reverse,
  sql,
  update,
  type Cx,
  type LedgerLine,
  type Row,
} from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { productOf } from '#modules/products/server/door.ts'
import { SERVICE } from '#modules/products/contract/fields.ts'
import { issue, takeBack, type IssueFail } from '#modules/stock/server/door.ts'
import { giftOrder as machine, onOffer } from '../contract/states.ts'
import { needPoints, pointsSpent } from './points.ts'

const keyOf = (giftId: number, hid: number): string => `gift:${giftId}:${hid}`
const refOf = (giftOrderId: number): string => `gift_order:${giftOrderId}`
const takingLines = (giftId: number, hid: number, quantity: number): LedgerLine[] => [
  { book: 'gifts', key: keyOf(giftId, hid), amount: -quantity, floor: 0 },
  { book: 'gifts', key: `given:${hid}`, amount: quantity },
]

export async function giftOf(cx: Cx, giftId: number): Promise<Row<'gift'>> {
  return (await find(cx, 'gift', { giftId, archivedAt: null })) ?? cx.refuse('not_found', { what: '礼品' })
}

/** Deletes a gift that was never exchanged. A gift with ledger lines is archived, because the ledger refers to it. */
export async function dropGift(cx: Cx, giftId: number): Promise<void> {
  await giftOf(cx, giftId)
  const used = await cx.db.any(
    sql`
      select 1
      from gift_order
      where gift_id = ${giftId}
      union all
      select 1
      from lottery_prize
      where gift_id = ${giftId}
      limit 1
    `,
  )
  if (used) return cx.refuse('in_use', { what: '礼品' })
  const counted = await cx.db.any(
    sql`
      select 1
      from ledger_account
      where book = 'gifts' and starts_with(key, ${keyOf(giftId, 0).slice(0, -1)})
    `,
  )
  await (counted ? update(cx, 'gift', { giftId }, { archivedAt: cx.now }) : remove(cx, 'gift', { giftId }))
}

interface Saved {
  productId?: number | null | undefined
  giftName: string
  points: number
  remark?: string | null | undefined
  status: Row<'gift'>['status']
}
export async function saveGift(
  cx: Cx<'gift_goods_only'>,
  giftId: number | undefined,
  { productId, remark, ...gift }: Saved,
  stock?: number,
): Promise<number> {
  if (productId) {
    const product = await productOf(cx, productId)
    // Goods with a power are excluded: they are chosen for an eye, not by name.
    if (product.category === SERVICE || product.sphMin !== null) cx.refuse('gift_goods_only', { field: 'productId' })
  }
  if (giftId !== undefined) {
    await giftOf(cx, giftId)
    await update(cx, 'gift', { giftId }, { ...gift, productId, remark })
    return giftId
  }
  const created = await insert(cx, 'gift', { ...gift, productId, remark })
  if (stock && !productId) await supply(cx, created.giftId, stock, '首次入库')
  return created.giftId
}
const supply = (cx: Cx, giftId: number, quantity: number, note: string): Promise<number> =>
  post(cx, {
    reason: '礼品入库',
    ref: `gift:${giftId}`,
    note,
    lines: [
      { book: 'gifts', key: keyOf(giftId, cx.who.hid), amount: quantity, floor: 0 },
      { book: 'gifts', key: 'supply', amount: -quantity },
    ],
  })

/** Adds or removes pieces of a gift in the current store. */
export async function stockGift(cx: Cx<'gift_goods_only' | 'gift_none'>, giftId: number, quantity: number, reason: string): Promise<void> {
  const gift = await giftOf(cx, giftId)
  if (gift.productId) cx.refuse('gift_goods_only')
  const have =
    (await lockAccounts(cx, [{ book: 'gifts', key: keyOf(giftId, cx.who.hid), floor: 0 }])).get(`gifts ${keyOf(giftId, cx.who.hid)}`) ?? 0
  if (have + quantity < 0) cx.refuse('gift_none', { name: gift.giftName, field: 'quantity' })
  await supply(cx, giftId, quantity, reason)
}

type Giving = Cx<IssueFail | 'gift_off' | 'gift_none'>
/** Hands out a gift for points (0: a prize) in the current store. */
export async function giveGift(
  cx: Giving,
  {
    pid,
    giftId,
    points,
    handOver,
    note,
    reason,
  }: { pid: number; giftId: number; points: number; handOver: boolean; note?: string | undefined; reason: string },
): Promise<number> {
  const gift = await giftOf(cx, giftId)
  if (gift.status !== onOffer.is.on) cx.refuse('gift_off', { name: gift.giftName, field: 'giftId' })
  const { hid } = cx.who
  const order = await insert(cx, 'gift_order', {
    hid,
    pid,
    giftId,
    orderNo: await number(cx, 'DHyyyymmdd-####'),
    giftName: gift.giftName,
    points,
    status: machine.is.waiting,
    note: note ?? null,
  })
  await begin(cx, machine, order.giftOrderId, machine.is.waiting)
  const ref = refOf(order.giftOrderId)
  if (gift.productId) await issue(cx, { ref, hid, reason: '积分兑换', lines: [{ productId: gift.productId, quantity: 1 }] })
  else if ((await balance(cx, 'gifts', keyOf(giftId, hid))) < 1) cx.refuse('gift_none', { name: gift.giftName, field: 'giftId' })
  const lines = [...pointsSpent(pid, points, 'exchanged'), ...(gift.productId ? [] : takingLines(giftId, hid, 1))]
  if (lines.length)
    await update(
      cx,
      'gift_order',
      { giftOrderId: order.giftOrderId },
      { entryId: await post(cx, { reason, ref, note: gift.giftName, lines }) },
    )
  if (handOver) await handOverGift(cx, order.giftOrderId)
  return order.giftOrderId
}

export async function exchange(
  cx: Giving & Cx<'points_short'>,
  input: { pid: number; giftId: number; handOver: boolean; note?: string | undefined },
): Promise<number> {
  await patientOf(cx, input.pid)
  const { points } = await giftOf(cx, input.giftId)
  await needPoints(cx, input.pid, points, 'giftId')
  return giveGift(cx, { ...input, points, reason: '积分兑换' })
}

export const handOverGift = (cx: Cx, giftOrderId: number): Promise<unknown> =>
  move(cx, machine, giftOrderId, 'handOver', { set: { takenAt: cx.now, takenBy: cx.who.ctid || null } })

/** Cancels an exchange before handover: points and gift return. */
export async function cancelGift(cx: Cx<'take_back_too_much'>, giftOrderId: number, reason: string): Promise<void> {
  const order = await move(cx, machine, giftOrderId, 'cancel', { note: reason })
  if (order.entryId !== null) await reverse(cx, order.entryId, '取消兑换', reason)
  const gift = await giftOf(cx, order.giftId)
  if (gift.productId) await takeBack(cx, { ref: refOf(giftOrderId), reason: '取消兑换' })
}
