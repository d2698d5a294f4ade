/** Promotions: what is offered, at which price, how often. What bills take of them stands in `offers.ts`. */
import type { Page } from '#kernel/contract/index.ts'
import {
  columnsOf,
  completed,
  insert,
  locked,
  lockAccounts,
  pageOf,
  post,
  sql,
  change,
  lit,
  may,
  type Cx,
  type Row,
  type Sql,
} from '#kernel/server/index.ts'
import { MEDICAL_PROMOTION } from '../contract/fields.ts'
import { baseSources, EditPromotion, Promotion, PromotionUse } from '../contract/shapes.promotions.ts'
import type { NewPromotion, PromotionQuery, PromotionUses, PromotionStatus, WrittenPromotion } from '../contract/shapes.promotions.ts'
import { onShelf } from '../contract/states.ts'
import type { z } from '#kernel/contract/index.ts'
import { baseOf, subjectOf } from './base.ts'
import { checkStores, isFor, storeIn } from './stores.ts'
import { checkCertificate, checkTexts, ownImage, ownImages } from './words.ts'

type Wrong = 'wording' | 'wording_reason' | 'foreign_link' | 'other_stores' | 'ad_missing' | 'ad_over'
type Pricing = 'promotion_base' | 'promotion_cheaper' | 'promotion_item'
type Saving = Cx<Wrong | Pricing>
export const accountOf = (promotionId: number): string => `promotion:${promotionId}`

/** True of a promotion `p` that a member is offered in a store today, pieces aside. */
export const isOfferedTo = (cx: Pick<Cx, 'today'>, { hid, pid }: { readonly hid: number; readonly pid: number }): Sql => sql`
  p.status = ${lit(onShelf.is.up)}
  and ${cx.today}::date between p.from_date and p.to_date
  and ${isFor(sql`p`, hid)}
  and (p.category <> ${MEDICAL_PROMOTION} or p.ad_until >= ${cx.today}::date)
  and (
    p.levels is null
    or exists (
      select 1
      from patient m
      where m.oid = p.oid and m.pid = ${pid} and m.level_id = any(p.levels)
    )
  )
`
/** Promotions `p` with their goods `g`, their fee item `f` and the pieces sold, `u.sold`. */
export const withSold = sql`
  promotion p
  left join product g on g.oid = p.oid and g.product_id = p.product_id
  left join fee_item f on f.oid = p.oid and f.fiid = p.fiid
  left join lateral (
    select coalesce(sum(x.pieces), 0)::int sold
    from promotion_use x
    where x.oid = p.oid and x.promotion_id = p.promotion_id
  ) u on true
`
export const itemName = sql`coalesce(nullif(concat_ws(' ', g.brand, g.name, g.spec), ''), f.name, '')`
export const piecesLeft = sql`(p.limit_total - least(u.sold, p.limit_total))`
export const soldOut = sql`(p.soldout = 1 or coalesce(u.sold >= p.limit_total, false))`
const parts = (cx: Pick<Cx, 'today'>) => ({
  of: Promotion,
  select: sql`
    ${columnsOf(Promotion, 'p', 'soldout', 'itemName', 'sold', 'left', 'running', 'staffName')}, ${soldOut}::int soldout,
    ${itemName} item_name, u.sold, ${piecesLeft} "left",
    (p.status = ${lit(onShelf.is.up)} and ${cx.today}::date between p.from_date and p.to_date and not ${soldOut}) running, c.name staff_name
  `,
  from: sql`${withSold} left join contact c on c.oid = p.oid and c.ctid_ = p.ctid_`,
})

export const promotionPage = (cx: Cx, query: z.output<typeof PromotionQuery>): Promise<Page<Promotion>> =>
  pageOf(
    cx,
    {
      ...parts(cx),
      where: [
        isFor(sql`p`, storeIn(cx, query.hid)),
        query.status !== undefined && sql`p.status = ${query.status}`,
        query.category !== undefined && sql`p.category = ${query.category}`,
        Boolean(query.name) && sql`position(${query.name ?? ''} in p.name) > 0`,
      ],
      order: sql`p.status desc, p.to_date desc, p.promotion_id desc`,
    },
    query,
  )
/** A promotion for one of the account's stores; another's is not found. */
export async function promotionOf(cx: Cx, id: number): Promise<Promotion> {
  const { select, from } = parts(cx)
  const found = await cx.db.one(
    Promotion,
    sql`
      select ${select}
      from ${from}
      where p.promotion_id = ${id} and coalesce(p.stores, array[p.hid]) && ${[...cx.who.hids]}::bigint[]
    `,
  )
  return found ?? cx.refuse('not_found', { what: '促销' })
}
export async function promotionUses(
  cx: Cx,
  { id, ...query }: z.output<typeof PromotionUses>,
): Promise<Page<z.output<typeof PromotionUse>>> {
  await promotionOf(cx, id)
  return pageOf(
    cx,
    {
      of: PromotionUse,
      select: sql`u.at, u.fbid, b.bill_no, u.pieces, u.reason`,
      from: sql`promotion_use u left join fee_bill b on b.oid = u.oid and b.fbid = u.fbid`,
      where: [sql`u.promotion_id = ${id}`],
      order: sql`u.use_id desc`,
    },
    query,
  )
}

/** Checks what is saved, and answers it with the crossed-out price worked out. */
async function checked(
  cx: Saving,
  hid: number,
  values: WrittenPromotion,
): Promise<Omit<Partial<Row<'promotion'>>, 'price'> & { price: number | null }> {
  const subject = await subjectOf(cx, values)
  const wanted = checkStores(cx, hid, values.stores, 'promotion:edit')
  // A fee item is one store's own.
  if (subject.hid !== null && (subject.hid !== hid || wanted)) cx.refuse('promotion_item', { field: 'fiid' })
  if (values.toDate < values.fromDate) cx.refuse('bad_input', { what: '结束日期：不能早于开始日期', field: 'toDate' })
  checkTexts(cx, { name: values.name, description: values.description }, values.wordingReason)
  return {
    ...values,
    stores: wanted,
    price: await crossedOut(cx, wanted ?? [hid], values),
    logo: ownImage(cx, values.logo, 'logo'),
    // A jsonb column is written as text.
    imageUrls: JSON.stringify(ownImages(cx, values.imageUrls, 'imageUrls')) as never,
  }
}
type Priced = Pick<WrittenPromotion, 'productId' | 'fiid' | 'price' | 'promotionPrice' | 'fromDate'>
/** The crossed-out price: the one wanted where the law lets it stand, else the base; null where there was no deal. */
async function crossedOut(
  cx: Cx<Pricing>,
  stores: readonly number[],
  { price, promotionPrice, ...values }: Priced,
): Promise<number | null> {
  const { base, source, list } = await baseOf(cx, values, { stores, fromDate: values.fromDate })
  if (list > 0 && promotionPrice >= list) cx.refuse('promotion_cheaper', { list: (list / 100).toFixed(2), field: 'promotionPrice' })
  if (price !== null && (base === null || price > base))
    cx.refuse('promotion_base', { base: base === null ? '—' : (base / 100).toFixed(2), source: baseSources[source], field: 'price' })
  if (price !== null && price <= promotionPrice) cx.refuse('promotion_cheaper', { list: (list / 100).toFixed(2), field: 'promotionPrice' })
  return price ?? (base !== null && base > promotionPrice ? base : null)
}

export async function createPromotion(cx: Saving, { hid, ...input }: z.output<typeof NewPromotion>): Promise<Promotion> {
  const store = storeIn(cx, hid)
  const { promotionId } = await insert(cx, 'promotion', { ...(await checked(cx, store, input)), hid: store })
  await fund(cx, promotionId, input.limitTotal, 0)
  cx.touch('campaigns')
  return promotionOf(cx, promotionId)
}
export async function updatePromotion(
  cx: Cx<Wrong | Pricing | 'promotion_taken' | 'promotion_less'>,
  input: z.output<typeof EditPromotion>,
): Promise<Promotion> {
  const before = await locked(cx, 'promotion', { promotionId: input.promotionId }, { version: input.version ?? null })
  if (!may(cx, 'promotion:edit', before.hid)) cx.refuse('no_access', { what: '编辑促销', code: 'promotion:edit' })
  const { sold } = await promotionOf(cx, input.promotionId)
  const { promotionId, version: _, hid: __, ...values } = completed(EditPromotion, before, input)
  if (sold > 0) {
    const fixed = (['productId', 'fiid', 'promotionPrice'] as const).find((key) => values[key] !== before[key])
    if (fixed) cx.refuse('promotion_taken', { what: fixed === 'promotionPrice' ? '促销价' : '商品或项目', field: fixed })
  }
  if (values.limitTotal !== null && values.limitTotal < sold) cx.refuse('promotion_less', { sold, field: 'limitTotal' })
  const set = await checked(cx, before.hid, values)
  if (before.status === onShelf.is.up) checkCertificate(cx, { ...values, medical: values.category === MEDICAL_PROMOTION })
  await change(cx, 'promotion', { promotionId }, {}, set)
  await fund(cx, promotionId, values.limitTotal, sold)
  cx.touch('campaigns')
  return promotionOf(cx, promotionId)
}
/** Brings the account of a promotion to what is left of its limit. */
async function fund(cx: Cx, promotionId: number, limitTotal: number | null, sold: number): Promise<void> {
  const key = accountOf(promotionId)
  const balance = (await lockAccounts(cx, [{ book: 'offers', key, floor: 0 }])).get(`offers ${key}`) ?? 0
  const amount = (limitTotal === null ? 0 : limitTotal - sold) - balance
  if (amount === 0) return
  await post(cx, {
    reason: '促销限量',
    ref: key,
    lines: [
      { book: 'offers', key, amount, floor: 0 },
      { book: 'offers', key: 'limits', amount: -amount },
    ],
  })
}

/** Puts a promotion on, by the words, price and certificate of today, or takes it down. */
export async function setPromotionStatus(cx: Saving, { id, status }: z.output<typeof PromotionStatus>): Promise<Promotion> {
  const row = await locked(cx, 'promotion', { promotionId: id })
  if (!may(cx, 'promotion:edit', row.hid)) cx.refuse('no_access', { what: '编辑促销', code: 'promotion:edit' })
  if (status === onShelf.is.up) {
    if (row.toDate < cx.today) cx.refuse('bad_input', { what: '结束日期：已经过了', field: 'toDate' })
    checkTexts(cx, { name: row.name, description: row.description }, row.wordingReason)
    checkCertificate(cx, { ...row, medical: row.category === MEDICAL_PROMOTION })
    // Once it sells, its own price would be the base.
    if (row.status !== onShelf.is.up && row.fromDate >= cx.today) await crossedOut(cx, row.stores ?? [row.hid], row)
  }
  if (status !== row.status) await change(cx, 'promotion', { promotionId: id }, {}, { status, downReason: null })
  cx.touch('campaigns')
  return promotionOf(cx, id)
}
