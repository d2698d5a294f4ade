/** Prices what the cashier selected: catalogue prices, member level, discount limits. */
import { inUse, type z, wordsOfReason } from '#kernel/contract/index.ts'
import { lit, may, sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { lensListsOn, lensPriced, productsOf } from '#modules/products/server/door.ts'
import { offersAsked } from '../contract/events.ts'
import {
  priceOf,
  withOffers,
  type PromotionOffer,
  type Priced,
  type PriceLine,
  type PriceRules,
  type Rounding,
} from '../contract/pricing.ts'
import type { NewBillItem } from '../contract/shapes.ts'
import { feeBill } from '../contract/states.ts'
import { ChargeKind } from '#modules/loyalty/contract/fields.ts'
import { SERVICE } from '#modules/products/contract/fields.ts'

/** A line with all stored columns, before its bill exists. */
export interface BillLine {
  name: string
  kind: number
  fiid: number | null
  productId: number | null
  fgid: number | null
  sph: number | null
  cyl: number | null
  price: number
  /** Catalogue unit price in fen; who charges a different price, and why. */
  listPrice: number
  priceBy: number | null
  priceReason: string | null
  quantity: number
  discountable: boolean
  issued: 'bill' | 'order' | 'none'
  ref: string | null
}
export type PricingCx = Cx<
  | 'discount_range'
  | 'price_changed'
  | 'price_reason'
  | 'free_reason'
  | 'price_range'
  | 'price_unknown'
  | 'item_stopped'
  | 'voucher_unknown'
  | 'coupon_unusable'
  | 'coupon_min'
>
/** The words of a reason for a price by hand: one letter says nothing. */
const priceReasonOf = (written: string | null | undefined): string | undefined =>
  (written?.match(/\p{L}/gu) ?? []).length > 1 ? wordsOfReason(written) : undefined
/** Maximum length of a reason, in characters, as its field declares. */
const REASON_MAX = 100

const ListedItem = {
  id: 'number',
  name: 'string',
  kind: 'number',
  price: 'number',
  status: 'number',
  discountable: 'boolean',
  goods: 'boolean',
} as const
type ListedItem = ShapedRow<typeof ListedItem>
async function catalogue(
  cx: Cx,
  items: ReadonlyArray<{ fiid?: number | undefined; productId?: number | undefined; fgid?: number | undefined }>,
): Promise<Record<'fees' | 'goods' | 'combos', Map<number, ListedItem>>> {
  const ids = (key: 'fiid' | 'productId' | 'fgid') => [...new Set(items.map((i) => i[key]).filter((n): n is number => n !== undefined))]
  const fiids = ids('fiid')
  const products = ids('productId')
  const fgids = ids('fgid')
  const [fees, goods, combos] = await Promise.all([
    fiids.length
      ? cx.db.rows(
          ListedItem,
          sql`
            select fiid id, name, type kind, price, status, discountable, false goods
            from fee_item
            where fiid = any(${fiids})
          `,
        )
      : [],
    products.length
      ? cx.db.rows(
          ListedItem,
          sql`
            select product_id id, concat_ws(' ', brand, name, spec) name, ${ChargeKind.goods}::int + category kind, price, status,
              true discountable, category <> ${SERVICE} goods
            from product
            where product_id = any(${products})
          `,
        )
      : [],
    // A combo already has a reduced price, so no further discount applies.
    fgids.length
      ? cx.db.rows(
          ListedItem,
          sql`
            select fgid id, name, ${ChargeKind.combo}::int kind, package_price price, status, false discountable, false goods
            from fee_group
            where fgid = any(${fgids})
          `,
        )
      : [],
  ])
  const byId = (rows: readonly ListedItem[]) => new Map(rows.map((r) => [r.id, r]))
  return { fees: byId(fees), goods: byId(goods), combos: byId(combos) }
}

/** Looks up lens prices by power. Returns undefined for goods with a single price. */
async function pricesByPower(
  cx: PricingCx,
  items: ReadonlyArray<Pick<z.output<typeof NewBillItem>, 'productId' | 'fiid'>>,
): Promise<(item: z.output<typeof NewBillItem>, field: string) => number | undefined> {
  const productIds = items.flatMap((i) => (i.fiid === undefined && i.productId !== undefined ? i.productId : []))
  const lists = await lensListsOn(cx, productIds, cx.today)
  const lenses = lists.size ? await productsOf(cx, [...lists.keys()]) : new Map()
  return ({ productId, sph, cyl }, field) => {
    const [list, lens] = productId === undefined ? [] : [lists.get(productId), lenses.get(productId)]
    if (!list || !lens) return undefined
    if (sph === null || sph === undefined) return cx.refuse('price_unknown', { name: lens.name, what: '未填光度', field })
    return lensPriced(cx, lens, list, { sph, cyl: cyl ?? 0, axis: null }, field).price
  }
}

/**
 * The lines a cashier sent, completed from the catalogue. A different price, or a line outside the catalogue, requires the permission for
 * it and a reason.
 */
export async function linesOf(
  cx: PricingCx,
  hid: number,
  { items, note }: { items: ReadonlyArray<z.output<typeof NewBillItem>>; note?: string | null | undefined },
): Promise<BillLine[]> {
  const { fees, goods, combos } = await catalogue(cx, items)
  const byPower = await pricesByPower(cx, items)
  return items.map((item, i) => {
    const field = `items.${i}`
    const find = () => {
      if (item.fiid !== undefined) return fees.get(item.fiid) ?? cx.refuse('not_found', { what: '收费项目', field })
      if (item.productId !== undefined) {
        const sold = goods.get(item.productId) ?? cx.refuse('not_found', { what: '商品', field })
        return { ...sold, price: byPower(item, field) ?? sold.price }
      }
      return item.fgid === undefined ? undefined : (combos.get(item.fgid) ?? cx.refuse('not_found', { what: '套餐', field }))
    }
    const listed = find()
    if (!listed && (!item.name || item.price === undefined))
      cx.refuse('bad_input', { what: `第 ${i + 1} 行：请选择项目，或填写名称和单价`, field })
    if (listed && listed.status !== inUse.is.on) cx.refuse('item_stopped', { name: listed.name, field })
    const price = item.price ?? listed!.price
    const name = item.name ?? listed!.name
    const changed = listed !== undefined && price !== listed.price
    const reason = priceReasonOf(item.priceReason) ?? (listed ? undefined : priceReasonOf(note)?.slice(0, REASON_MAX))
    const byHand = changed || !listed
    if (byHand && !may(cx, 'feebill:discount', hid)) cx.refuse('price_changed', { name, field })
    if (byHand && !reason) cx.refuse(listed ? 'price_reason' : 'free_reason', { name, field })
    return {
      name,
      kind: listed?.kind ?? ChargeKind.free,
      fiid: item.fiid ?? null,
      productId: item.fiid === undefined ? (item.productId ?? null) : null,
      fgid: item.fiid === undefined && item.productId === undefined ? (item.fgid ?? null) : null,
      sph: item.sph ?? null,
      cyl: item.cyl ?? null,
      price,
      listPrice: listed?.price ?? price,
      priceBy: byHand ? cx.who.ctid : null,
      priceReason: (byHand && reason) || null,
      quantity: item.quantity,
      // The catalogue decides; a client may only leave a line out of discounts.
      discountable: (listed?.discountable ?? true) && item.discountable !== false,
      issued: listed?.goods ? 'bill' : 'none',
      ref: null,
    }
  })
}

/** The discount of a member's level; 10 (none) without a level. */
export async function memberDiscount(cx: Cx, pid: number): Promise<{ discount: number; level: string | null; pointMultiple: number }> {
  const patient = await patientOf(cx, pid)
  const level = patient.levelId
    ? await cx.db.one(
        { name: 'string', discount: 'number', pointMultiple: 'number' },
        sql`select name, discount, point_multiple from level where id = ${patient.levelId}`,
      )
    : undefined
  return { discount: level?.discount ?? 10, level: level?.name ?? null, pointMultiple: level?.pointMultiple ?? 1 }
}

/**
 * Refuses a discount below the store's limit, or by an account that may not give one. A lowered price counts as the discount it amounts
 * to.
 */
export async function checkDiscount(cx: PricingCx, hid: number, discount: number, lines: readonly BillLine[]): Promise<void> {
  const lowered = lines.filter((l) => l.priceBy !== null && l.price < l.listPrice)
  if (discount >= 10 && !lowered.length) return
  if (!may(cx, 'feebill:discount', hid)) cx.refuse('no_access', { what: '整单折扣和改价', code: 'feebill:discount' })
  const { memberDiscountMin } = await storeOf(cx, hid)
  if (discount < memberDiscountMin) cx.refuse('discount_range', { min: memberDiscountMin, field: 'discount' })
  for (const { name, price, listPrice, discountable } of lowered) {
    const is = ((price / listPrice) * (discountable ? discount : 10)).toFixed(2)
    if (Number(is) < memberDiscountMin) cx.refuse('price_range', { name, is, min: memberDiscountMin, field: 'items' })
  }
}

export interface PricedBill {
  lines: BillLine[]
  priced: Priced
  member: { discount: number; level: string | null; pointMultiple: number }
}
interface Things {
  readonly productId?: number | null | undefined
  readonly fiid?: number | null | undefined
}
interface OffersRequest {
  readonly hid: number
  readonly pid: number
  readonly fbid: number | null
  readonly lines?: readonly Things[]
  readonly locks?: boolean
}
/** Promotions that hold for a member in a store: of some lines, or all. */
export async function offersFor(cx: Cx, { hid, pid, fbid, lines, locks = false }: OffersRequest): Promise<PromotionOffer[]> {
  const offers: PromotionOffer[] = []
  const idsOf = (key: keyof Things) => [...new Set((lines ?? []).flatMap((l) => l[key] ?? []))]
  const things = lines && { productIds: idsOf('productId'), fiids: idsOf('fiid') }
  if (things && !things.productIds.length && !things.fiids.length) return offers
  await cx.announce(offersAsked, { hid, pid, fbid, locks, ...(things ? { things } : {}), tell: (offer) => void offers.push(offer) })
  return offers
}
/** Prices lines for a member of a store. */
export async function priceLines(
  cx: Cx,
  pid: number,
  lines: BillLine[],
  { discount = 10, rounding = 0, coupon, offers = [] }: PricingOptions,
): Promise<PricedBill> {
  const member = await memberDiscount(cx, pid)
  const rules: PriceRules = { discount, rounding, ...(coupon ? { coupon } : {}), ...ruleOf(member) }
  return { lines, member, priced: priceOf(withOffers(lines, offers), rules) }
}
interface PricingOptions {
  discount?: number
  rounding?: Rounding
  coupon?: PriceRules['coupon']
  offers?: readonly PromotionOffer[]
}
const ruleOf = ({ discount, level }: PricedBill['member']): PriceRules => (level === null ? {} : { member: { discount, level } })
/**
 * Returns a function that quotes goods of an order for its member by the same rules as its bill, before there is one or before it is
 * rewritten: promoted pieces that the order's unpaid bill (`ref`) holds count as free.
 */
export async function quoteFor(
  cx: Cx,
  { hid, pid, ref }: { hid: number; pid: number; ref: string },
): Promise<(lines: ReadonlyArray<PriceLine & { readonly productId?: number | null | undefined }>) => Priced> {
  const rules = ruleOf(await memberDiscount(cx, pid))
  const bill = await cx.db.one({ fbid: 'number' }, sql`select fbid from fee_bill where ref = ${ref} and status = ${lit(feeBill.is.unpaid)}`)
  const offers = await offersFor(cx, { hid, pid, fbid: bill?.fbid ?? null })
  return (lines) => priceOf(withOffers(lines, offers), rules)
}
