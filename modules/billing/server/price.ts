/** From what the cashier chose to a priced bill: catalogue prices, member level, limits of discounts. */
import { inUse, type z, wordsOfReason } from '#kernel/contract/index.ts'
import { may, sql, type Cx, type RowOf } from '#kernel/server/index.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { lensListsOn, lensPriced, productsOf } from '#modules/products/server/door.ts'
import { priceOf, type Priced, type PriceLine, type PriceRules, type Rounding } from '../contract/pricing.ts'
import type { NewBillItem } from '../contract/shapes.ts'

/** A line with everything that is stored, before it has a bill. */
export interface Line {
  name: string
  kind: number
  fiid: number | null
  productId: number | null
  fgid: number | null
  sph: number | null
  cyl: number | null
  price: number
  /** Fen each in the catalogue; who charges another price, and why. */
  listPrice: number
  priceBy: number | null
  priceReason: string | null
  quantity: number
  discountable: boolean
  issued: 'bill' | 'order' | 'none'
  ref: string | null
}
export type Pricing = Cx<
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
/** Signs of a reason, as its field has them. */
const REASON = 100
/** Goods category 9 are services: nothing leaves the stock. */
const SERVICE = 9
const FREE = 199
/** Kind of a combo's line. */
const COMBO = 190

const Listed = {
  id: 'number',
  name: 'string',
  kind: 'number',
  price: 'number',
  status: 'number',
  discountable: 'boolean',
  goods: 'boolean',
} as const
type Listed = RowOf<typeof Listed>
async function catalogue(
  cx: Cx,
  items: ReadonlyArray<{ fiid?: number | undefined; productId?: number | undefined; fgid?: number | undefined }>,
): Promise<Record<'fees' | 'goods' | 'combos', Map<number, Listed>>> {
  const ids = (of: 'fiid' | 'productId' | 'fgid') => [...new Set(items.map((i) => i[of]).filter((n): n is number => n !== undefined))]
  const fiids = ids('fiid')
  const products = ids('productId')
  const fgids = ids('fgid')
  const [fees, goods, combos] = await Promise.all([
    fiids.length
      ? cx.db.rows(
          Listed,
          sql`select fiid id, name, type kind, price, status, discountable, false goods from fee_item where fiid = any(${fiids})`,
        )
      : [],
    products.length
      ? cx.db.rows(
          Listed,
          sql`select product_id id, concat_ws(' ', brand, name, spec) name, 100 + category kind, price, status, true discountable, category <> ${SERVICE} goods from product where product_id = any(${products})`,
        )
      : [],
    // A combo has its own price already: further discounts leave it alone.
    fgids.length
      ? cx.db.rows(
          Listed,
          sql`select fgid id, name, ${COMBO}::int kind, package_price price, status, false discountable, false goods from fee_group where fgid = any(${fgids})`,
        )
      : [],
  ])
  const byId = (rows: readonly Listed[]) => new Map(rows.map((r) => [r.id, r]))
  return { fees: byId(fees), goods: byId(goods), combos: byId(combos) }
}

/** What a lens with a list of prices costs by the power of its line; undefined of goods with one price. */
async function pricesByPower(
  cx: Pricing,
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

/** The lines a cashier sent, with names and prices of the catalogue. Another price, or a line without one, needs the permission for it and a reason. */
export async function linesOf(
  cx: Pricing,
  hid: number,
  { items, note }: { items: ReadonlyArray<z.output<typeof NewBillItem>>; note?: string | null | undefined },
): Promise<Line[]> {
  const { fees, goods, combos } = await catalogue(cx, items)
  const byPower = await pricesByPower(cx, items)
  return items.map((item, i) => {
    const field = `items.${i}`
    const named = () => {
      if (item.fiid !== undefined) return fees.get(item.fiid) ?? cx.refuse('not_found', { what: '收费项目', field })
      if (item.productId !== undefined) {
        const sold = goods.get(item.productId) ?? cx.refuse('not_found', { what: '商品', field })
        return { ...sold, price: byPower(item, field) ?? sold.price }
      }
      return item.fgid === undefined ? undefined : (combos.get(item.fgid) ?? cx.refuse('not_found', { what: '套餐', field }))
    }
    const listed = named()
    if (!listed && (!item.name || item.price === undefined))
      cx.refuse('bad_input', { what: `第 ${i + 1} 行：请选择项目，或填写名称和单价`, field })
    if (listed && listed.status !== inUse.is.on) cx.refuse('item_stopped', { name: listed.name, field })
    const price = item.price ?? listed!.price
    const name = item.name ?? listed!.name
    const changed = listed !== undefined && price !== listed.price
    const why = wordsOfReason(item.priceReason) ?? (listed ? undefined : wordsOfReason(note)?.slice(0, REASON))
    const byHand = changed || !listed
    if (byHand && !may(cx, 'feebill:discount', hid)) cx.refuse('price_changed', { name, field })
    if (byHand && !why) cx.refuse(listed ? 'price_reason' : 'free_reason', { name, field })
    return {
      name,
      kind: listed?.kind ?? FREE,
      fiid: item.fiid ?? null,
      productId: item.fiid === undefined ? (item.productId ?? null) : null,
      fgid: item.fiid === undefined && item.productId === undefined ? (item.fgid ?? null) : null,
      sph: item.sph ?? null,
      cyl: item.cyl ?? null,
      price,
      listPrice: listed?.price ?? price,
      priceBy: byHand ? cx.who.ctid : null,
      priceReason: (byHand && why) || null,
      quantity: item.quantity,
      discountable: item.discountable ?? listed?.discountable ?? true,
      issued: listed?.goods ? 'bill' : 'none',
      ref: null,
    }
  })
}

/** The level discount of a member; none without a level. */
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

/** Refuses a discount below what the store allows, or from somebody who may give none; a lowered price counts as the discount it is. */
export async function checkDiscount(cx: Pricing, hid: number, discount: number, lines: readonly Line[]): Promise<void> {
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
  lines: Line[]
  priced: Priced
  member: { discount: number; level: string | null; pointMultiple: number }
}
/** Prices lines for a member of a store. */
export async function priceLines(
  cx: Cx,
  pid: number,
  lines: Line[],
  { discount = 10, rounding = 0, coupon }: { discount?: number; rounding?: Rounding; coupon?: PriceRules['coupon'] },
): Promise<PricedBill> {
  const member = await memberDiscount(cx, pid)
  const rules: PriceRules = { discount, rounding, ...(coupon ? { coupon } : {}), ...ruleOf(member) }
  return { lines, member, priced: priceOf(lines, rules) }
}
const ruleOf = ({ discount, level }: PricedBill['member']): PriceRules => (level === null ? {} : { member: { discount, level } })
/** What the till takes of a member for goods, before anybody makes a bill of them: the rule of every bill. */
export async function quoteFor(cx: Cx, pid: number): Promise<(lines: readonly PriceLine[]) => Priced> {
  const rules = ruleOf(await memberDiscount(cx, pid))
  return (lines) => priceOf(lines, rules)
}
