/** Converts between a saved bill and the desk, and compares them. Pure. The desk counts in fen, the bill in yuan. */
import type { FeeBillInfo } from '../../../contract/shapes.ts'
import { typedOf, type Desk, type DeskLine, type ScanOrders, type TypedAmounts } from './state.ts'

export const fen = (yuan: number): number => Math.round(yuan * 100)

export const deskOf = (bill: FeeBillInfo): Desk => ({
  pid: bill.pid,
  discount: bill.feebill.discount,
  rounding: bill.feebill.rounding,
  note: bill.feebill.note ?? '',
  docid: bill.feebill.docid,
  salerId: bill.feebill.salerId,
  discountCouponId: bill.feebill.discountCouponId,
  lines: bill.BillItemList.map((i) => ({
    key: String(i.biid),
    name: i.name,
    price: fen(i.price),
    listPrice: fen(i.listPrice),
    priceReason: i.priceReason,
    quantity: i.quantity,
    discountable: i.discountable,
    sph: i.sph,
    cyl: i.cyl,
    fixed: i.issued === 'order' || i.ref !== null,
    ...(i.fiid ? { fiid: i.fiid } : {}),
    ...(i.productId ? { productId: i.productId } : {}),
    ...(i.fgid ? { fgid: i.fgid } : {}),
  })),
})

/** True when a line is charged at a price other than the catalogue's. */
const repriced = (line: DeskLine): boolean => line.listPrice !== undefined && line.listPrice !== line.price

/** True when no catalogue prices the line: no fee item, goods or combo, and no order owns it. */
const unlisted = (line: DeskLine): boolean => !line.fixed && !line.fiid && !line.productId && !line.fgid
/** True when the line requires a reason for its price. */
export const wantsReason = (line: DeskLine): boolean => !line.fixed && (repriced(line) || unlisted(line))

/** Input of the save call. */
export const sentOf = (desk: Desk, bill: FeeBillInfo | undefined) => ({
  ...(bill ? { fbid: bill.feebill.fbid, version: bill.feebill.version } : {}),
  pid: desk.pid!,
  discount: desk.discount,
  rounding: desk.rounding,
  note: desk.note || null,
  docid: desk.docid ?? null,
  salerId: desk.salerId ?? null,
  discountCouponId: desk.discountCouponId ?? null,
  operatorId: bill?.feebill.operatorId ?? null,
  items: desk.lines.map((l) => ({
    name: l.name,
    price: l.price / 100,
    ...(wantsReason(l) && l.priceReason ? { priceReason: l.priceReason } : {}),
    quantity: l.quantity,
    discountable: l.discountable,
    ...(l.fiid ? { fiid: l.fiid } : {}),
    ...(l.productId ? { productId: l.productId } : {}),
    ...(l.fgid ? { fgid: l.fgid } : {}),
    sph: l.sph ?? null,
    cyl: l.cyl ?? null,
  })),
})

/** True when the desk equals the saved bill. */
export const isUnchanged = (desk: Desk, bill: FeeBillInfo): boolean =>
  JSON.stringify(sentOf(desk, bill)) === JSON.stringify(sentOf(deskOf(bill), bill))

/** Scan payments of the member that are not booked yet. They are fixed until they are. */
export function scansOf(bill: FeeBillInfo | undefined): { typed: TypedAmounts; scanned: ScanOrders } {
  const unbooked = bill?.FeeRecordlist.filter((r) => r.type === '扫码已付待入账' && r.orderNo) ?? []
  return {
    typed: Object.fromEntries(unbooked.map((r) => [r.payWay, typedOf(fen(r.amount))])),
    scanned: Object.fromEntries(unbooked.map((r) => [r.payWay, r.orderNo!])),
  }
}
