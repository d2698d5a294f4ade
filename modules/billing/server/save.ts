/** Writes an unpaid bill: for the cashier, or for an order through the door. */
import type { z } from '#kernel/contract/index.ts'
import {
  begin,
  change,
  completed,
  insert,
  insertMany,
  number,
  remove,
  sameVersion,
  sql,
  lit,
  type Cx,
  type Row,
} from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { couponFor, keepCoupon } from '#modules/loyalty/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { SaveFeeBill, type FeeBillInfo } from '../contract/shapes.ts'
import { feeBill, stateOf } from '../contract/states.ts'
import { checkCombos } from './groups.ts'
import { linesWith, ownedBy, type OwnedBillLine } from './owned.ts'
import { offersTaken } from '../contract/events.ts'
import { checkDiscount, offersFor, priceLines, type PricedBill } from './price.ts'
import { billInfo, lockBill } from './queries.ts'
import { ChargeKind } from '#modules/loyalty/contract/fields.ts'
import { SERVICE } from '#modules/products/contract/fields.ts'

type Saving = Cx<
  | 'coupon_unusable'
  | 'coupon_min'
  | 'combo_off'
  | 'combo_limit'
  | 'combo_new_only'
  | 'discount_range'
  | 'price_changed'
  | 'price_reason'
  | 'free_reason'
  | 'price_range'
  | 'price_unknown'
  | 'paper_line'
  | 'item_stopped'
  | 'voucher_unknown'
  | 'deposit_kept'
  | 'patient_fixed'
  | 'promotion_over'
>
type Input = z.output<typeof SaveFeeBill>
/** Number patterns of bills and refunds. */
const BILL_NO = 'SFyyyymmdd-####'
export const REFUND_NO = 'TFyyyymmdd-####'

async function priceInput(cx: Saving, input: Input, hid: number, owned: OwnedBillLine[]): Promise<PricedBill> {
  const lines = await linesWith(cx, hid, input, owned)
  await checkDiscount(cx, hid, input.discount, lines)
  const offers = await offersFor(cx, { hid, pid: input.pid, fbid: input.fbid ?? null, lines, locks: true })
  const coupon = input.discountCouponId
    ? await couponFor(cx, input.discountCouponId, {
        pid: input.pid,
        ref: input.fbid ? refOf(input.fbid) : undefined,
        types: [2, 3],
        field: 'discountCouponId',
      })
    : undefined
  const sum = (await priceLines(cx, input.pid, lines, { discount: input.discount, offers })).priced.billPrice
  if (coupon && sum < coupon.fromPrice)
    cx.refuse('coupon_min', { from: (coupon.fromPrice / 100).toFixed(2), sum: (sum / 100).toFixed(2), field: 'discountCouponId' })
  const priced = await priceLines(cx, input.pid, lines, {
    offers,
    discount: input.discount,
    rounding: input.rounding,
    ...(coupon
      ? {
          coupon: {
            name: coupon.name,
            from: coupon.fromPrice,
            ...(coupon.couponType === 2 ? { discount: coupon.discount! } : { off: coupon.value }),
          },
        }
      : {}),
  })
  for (const [i, item] of input.items.entries())
    if (item.promotionId && !offers.some((o) => o.promotionId === item.promotionId && (o.left === null || o.left > 0)))
      cx.refuse('promotion_over', { name: lines[i]?.name ?? '', field: `items.${i}` })
  return priced
}

/** Reference to a bill in ledgers and coupons. */
export const refOf = (fbid: number): string => `fee_bill:${fbid}`

/** Bill columns derived from its price. */
const priceColumns = ({ priced, member }: PricedBill): Partial<Row<'fee_bill'>> => ({
  originalPrice: priced.originalPrice,
  totalDiscount: priced.totalDiscount,
  billPrice: priced.billPrice,
  memberDiscount: member.discount,
  memberLevel: member.level,
  // A jsonb column is written as text.
  trace: JSON.stringify(priced.trace) as never,
})
/** Replaces the lines of a bill, and what it holds of promotions. */
async function writeLines(cx: Cx, bill: { fbid: number; hid: number; pid: number }, { lines, priced }: PricedBill): Promise<void> {
  const { fbid, hid } = bill
  await remove(cx, 'bill_item', { fbid })
  const items = await insertMany(
    cx,
    'bill_item',
    lines.map((line, i) => ({ ...line, fbid, hid, lineNo: i + 1, amount: priced.amounts[i]! })),
  )
  const taken = items.flatMap(({ biid, lineNo }) => {
    const promotion = priced.promoted[lineNo - 1]
    return promotion ? { ...promotion, biid } : []
  })
  await cx.announce(offersTaken, { ...bill, taken })
}

export async function saveBill(cx: Saving, request: Input): Promise<FeeBillInfo> {
  const open = request.fbid ? await lockBill(cx, request.fbid) : undefined
  const input = { ...completed(SaveFeeBill, open, request), version: request.version }
  // Permissions are checked for the store of the bill.
  const hid = open?.hid ?? ownStore(cx, input.hid ?? cx.who.hid)
  await patientOf(cx, input.pid)
  for (const ctid of [input.docid, input.salerId, input.processerId, input.operatorId]) if (ctid) await staffOf(cx, ctid)
  const priced = await priceInput(cx, input, hid, open ? await ownedBy(cx, open.fbid) : [])
  await checkCombos(cx, { pid: input.pid, hid, fbid: input.fbid }, priced.lines)
  const columns = {
    ...priceColumns(priced),
    discount: input.discount,
    rounding: input.rounding,
    discountCouponId: input.discountCouponId ?? null,
    docid: input.docid ?? null,
    salerId: input.salerId ?? null,
    processerId: input.processerId ?? null,
    operatorId: input.operatorId ?? null,
    note: input.note ?? null,
    flowFeBillType: input.flowFeBillType ?? null,
    ...(input.billDate ? { billDate: input.billDate } : {}),
  }
  if (!open) {
    const bill = await insert(cx, 'fee_bill', { ...columns, hid, pid: input.pid, billNo: await number(cx, BILL_NO) })
    await begin(cx, feeBill, bill.fbid, feeBill.is.unpaid)
    await writeLines(cx, { fbid: bill.fbid, hid, pid: input.pid }, priced)
    await keepCoupon(cx, refOf(bill.fbid), columns.discountCouponId)
    return billInfo(cx, bill.fbid)
  }
  const bill = open
  if (bill.status !== feeBill.is.unpaid) cx.refuse('illegal_move', { state: stateOf(bill.status), move: '修改' })
  await sameVersion(cx, 'fee_bill', { fbid: bill.fbid }, bill, { version: input.version ?? null })
  if (bill.pid !== input.pid) cx.refuse('patient_fixed', { field: 'pid' })
  if (priced.priced.billPrice < bill.paid) cx.refuse('deposit_kept', { paid: (bill.paid / 100).toFixed(2) })
  await change(cx, 'fee_bill', { fbid: bill.fbid }, {}, columns)
  await writeLines(cx, { fbid: bill.fbid, hid: bill.hid, pid: bill.pid }, priced)
  await keepCoupon(cx, refOf(bill.fbid), columns.discountCouponId)
  return billInfo(cx, bill.fbid)
}

/** Kind of a goods line; free text for goods that left the catalogue. */
const kindOf = (category: number | undefined): number => (category === undefined ? ChargeKind.free : ChargeKind.goods + category)

export interface OrderedItem {
  name: string
  productId?: number | undefined
  fiid?: number | undefined
  /** Unit price, fen. */
  price: number
  quantity: number
  /** Reference of the line, repeated in events: `frame-item:7`. */
  ref?: string | undefined
  /** bill: billing issues the goods on payment; order: the order does. */
  issued: 'bill' | 'order'
  /** Product category of a line without a product in the catalogue. */
  category?: number | undefined
}
export interface NewBill {
  /** Store of the billed document, which can differ from the store of the account. */
  hid: number
  pid: number
  note?: string | undefined
  recordFrameId?: number | undefined
  /** Default: `frame:<recordFrameId>`. */
  ref?: string | undefined
  docid?: number | undefined
  salerId?: number | undefined
  items: readonly OrderedItem[]
}
/** Writes the bill of an order. An open bill of the same order that took no money is rewritten. */
export async function makeBill(cx: Cx, bill: NewBill): Promise<{ fbid: number }> {
  const ref = bill.ref ?? (bill.recordFrameId ? `frame:${bill.recordFrameId}` : null)
  const products = bill.items.map((i) => i.productId).filter((n): n is number => n !== undefined)
  const kinds = products.length
    ? await cx.db.rows(
        { productId: 'number', category: 'number' },
        sql`select product_id, category from product where product_id = any(${products})`,
      )
    : []
  const category = new Map(kinds.map((k) => [k.productId, k.category]))
  const lines = bill.items.map((item) => ({
    name: item.name,
    kind: kindOf(item.productId === undefined ? (item.category ?? SERVICE) : category.get(item.productId)),
    fiid: item.fiid ?? null,
    productId: item.productId ?? null,
    fgid: null,
    sph: null,
    cyl: null,
    price: item.price,
    listPrice: item.price,
    priceBy: null,
    priceReason: null,
    quantity: item.quantity,
    discountable: true,
    issued: item.productId === undefined ? ('none' as const) : item.issued,
    ref: item.ref ?? null,
  }))
  const open = ref
    ? await cx.db.one(
        { fbid: 'number', hid: 'number', paid: 'number' },
        sql`
          select fbid, hid, paid
          from fee_bill
          where ref = ${ref} and status = ${lit(feeBill.is.unpaid)}
          for update
        `,
      )
    : undefined
  if (open && open.paid > 0) cx.refuse('locked', { what: '已收定金的收费单' })
  const offers = await offersFor(cx, { hid: open?.hid ?? bill.hid, pid: bill.pid, fbid: open?.fbid ?? null, lines, locks: true })
  const priced = await priceLines(cx, bill.pid, lines, { offers })
  const columns = { ...priceColumns(priced), note: bill.note ?? null, docid: bill.docid ?? null, salerId: bill.salerId ?? null }
  if (open) {
    // The price changed, so a coupon reserved for the old price is released.
    await change(cx, 'fee_bill', { fbid: open.fbid }, {}, { ...columns, discountCouponId: null })
    await keepCoupon(cx, refOf(open.fbid), null)
    await writeLines(cx, { fbid: open.fbid, hid: open.hid, pid: bill.pid }, priced)
    return { fbid: open.fbid }
  }
  const { fbid } = await insert(cx, 'fee_bill', { ...columns, hid: bill.hid, pid: bill.pid, ref, billNo: await number(cx, BILL_NO) })
  await begin(cx, feeBill, fbid, feeBill.is.unpaid)
  await writeLines(cx, { fbid, hid: bill.hid, pid: bill.pid }, priced)
  cx.touch('billing')
  return { fbid }
}
