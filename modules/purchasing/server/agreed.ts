/** Agreed costs and terms of the contracts in force for a store on a day. */
import { powerOf, stocked } from '#kernel/contract/index.ts'
import { all, join, lit, sql, type Cx, type ShapedRow, type Sql } from '#kernel/server/index.ts'
import { contract } from '../contract/states.ts'

/** Ordered goods: the power in either cylinder notation, none for goods without one. */
interface Asked {
  readonly supplierId: number
  readonly productId: number
  readonly sph?: number | null
  readonly cyl?: number | null
  readonly quantity: number
  /** Day of the order. */
  readonly day: string
}
const Agreed = { cost: 'number', contractId: 'number', contractNo: 'string', lineId: 'number' } as const
/** Contract cost of a piece, fen. */
type Agreed = ShapedRow<typeof Agreed>

/** Contracts `c` in force on a day for a store; one ended early is in force up to the day before. */
export const holding = (hid: number, day: Sql): Sql =>
  all([
    sql`c.status <> ${lit(contract.is.draft)}`,
    sql`${day} between c.starts_on and c.ends_on`,
    sql`(c.terminated_on is null or ${day} < c.terminated_on)`,
    sql`(c.apply_stores is null or ${hid}::bigint = any(c.apply_stores))`,
  ])

/**
 * Costs of goods by the contracts in force for a store (default: the current one) on their day, in request order; undefined without a
 * price. A product's price precedes its brand's, a later contract an older one.
 */
export async function agreedCosts(cx: Cx, request: readonly Asked[], hid: number = cx.who.hid): Promise<Array<Agreed | undefined>> {
  if (!request.length) return []
  const rows = request.map((a, n) => {
    const power = powerOf({ sph: a.sph, cyl: a.cyl })
    const stockPower = power && stocked(power)
    return sql`
      (
        ${n}::int, ${a.supplierId}::bigint, ${a.productId}::bigint, ${stockPower?.sph ?? null}::numeric,
        ${stockPower?.cyl ?? null}::numeric, ${a.quantity}::int, ${a.day}::date
      )
    `
  })
  const costs = await cx.db.rows(
    { n: 'number', ...Agreed },
    sql`
      select w.n, x.cost, x.contract_id, x.contract_no, x.line_id
      from (values ${join(rows)}) w(n, supplier_id, product_id, sph, cyl, quantity, day)
      join product p on p.product_id = w.product_id
      cross join lateral (
        select l.cost, c.contract_id, c.contract_no, l.line_id
        from contract c
        join contract_line l on l.oid = c.oid and l.contract_id = c.contract_id
        where c.supplier_id = w.supplier_id
          and ${holding(hid, sql`w.day`)}
          and (l.product_id = w.product_id or lower(l.brand) = lower(p.brand))
          and (l.sph_from is null or w.sph between l.sph_from and l.sph_to)
          and (l.cyl_from is null or w.cyl between l.cyl_from and l.cyl_to)
          and w.quantity >= l.quantity_from
          and (l.quantity_to is null or w.quantity <= l.quantity_to)
        order by l.product_id is null, c.starts_on desc, c.contract_id desc
        limit 1
      ) x
    `,
  )
  const answers = new Map(costs.map(({ n, ...agreed }) => [n, agreed]))
  return request.map((_, n) => answers.get(n))
}
/** Contract cost of one kind of goods; undefined without a price. */
export const agreedCost = async (cx: Cx, request: Asked, hid?: number): Promise<Agreed | undefined> =>
  (await agreedCosts(cx, [request], hid))[0]

const Terms = {
  contractId: 'number',
  contractNo: 'string',
  paymentDays: 'number',
  creditLimit: 'number | null',
  warrantyDays: 'number | null',
  returnDays: 'number | null',
  endsOn: 'string',
} as const
/** Terms of a contract; credit limit in fen, null if none. */
type Terms = ShapedRow<typeof Terms>
/** Terms with a supplier for a store on a day, from the latest contract; undefined without one. */
export const contractTerms = (
  cx: Cx,
  { supplierId, day, hid = cx.who.hid }: { supplierId: number; day: string; hid?: number },
): Promise<Terms | undefined> =>
  cx.db.one(
    Terms,
    sql`
      select c.contract_id, c.contract_no, c.payment_days, c.credit_limit, c.warranty_days, c.return_days, c.ends_on
      from contract c
      where c.supplier_id = ${supplierId} and ${holding(hid, sql`${day}::date`)}
      order by c.starts_on desc, c.contract_id desc
      limit 1
    `,
  )
