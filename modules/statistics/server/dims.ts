/** Dimensions as they are asked for: of a cube as it is, or derived from one; and the names of their values. */
import { itemTypes } from '#modules/billing/contract/fields.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { addDays } from '#kernel/contract/days.ts'
import { raw, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { everyKind, orderKinds } from '#modules/lens-orders/contract/kinds/index.ts'
import { fitted, supply } from '#modules/lens-orders/contract/states.ts'
import { chargeKinds, payWays } from '#modules/loyalty/contract/fields.ts'
import { smsStates } from '#modules/messages/contract/states.ts'
import { templates } from '#modules/messages/contract/templates.ts'
import { categories } from '#modules/products/contract/fields.ts'
import { requestFrom, types } from '#modules/reservations/contract/fields.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { stockInTypes, stockOutTypes } from '#modules/stock/contract/fields.ts'
import { metaOf, type States } from '#kernel/contract/index.ts'
import { roles } from '../contract/commission.ts'
import { dimColumn, type Cube } from '../contract/cube.ts'

type Words = Readonly<Record<string, string>>
/** Table with the names of ids: table, key, name. */
type Named = readonly [table: string, key: string, name: string]
interface Dim {
  /** Dimension of the cube it stands on; its own name without it. */
  readonly of?: string
  /** Made of its column and the last day asked for, where it is not the column. */
  readonly as?: (column: string, until: string) => string | Sql
  /** Dimensions it is made of as well. */
  readonly also?: readonly string[]
  /** It is made of the day too. */
  readonly daily?: true
  /** It is looked up for each value of its column: rows are summed by that first. */
  readonly lookedUp?: true
  readonly words?: Words
  readonly named?: Named
}
const statesOf = ({ states }: States): Words => Object.fromEntries(Object.entries(states).map(([n, s]) => [n, s.label]))
const staff: Named = ['contact', 'ctid_', 'name']
const product = (column: string, what: string) => `(select p.${what} from product p where p.oid = x.oid and p.product_id = x.${column})`
/** Orders follow three machines that share numbers: glasses stand a hundred above, fitted lenses two hundred. */
const FITTED = everyKind()
  .flatMap((k) => (k.flow === 'fitted' ? [`'${k.kind}'`] : []))
  .join(', ')
const above = (words: Words, by: number): Words => Object.fromEntries(Object.entries(words).map(([n, label]) => [by + Number(n), label]))
const orderStates: Words = { ...statesOf(supply), ...above(statesOf(frameOrder), 100), ...above(statesOf(fitted), 200) }
const stockTypes: Words = {
  0: '其他',
  ...stockInTypes,
  ...above(stockOutTypes, 100),
}
const chargeTypes: Words = { 1: '充值', 2: '退储值', 3: '转出', 4: '转入', 5: '更正' }
const balanceKinds: Words = { 1: '充值', 2: '支出', 3: '转出', 4: '转入', 5: '邀请奖励', 6: '退回', 7: '预留' }
const kinds: Words = { [-1]: '充值', ...chargeKinds, ...itemTypes }

/** Dimensions a split may name. */
const dims: Readonly<Record<string, Dim>> = {
  hid: { named: ['store', 'hid', 'short_name'] },
  way: { words: payWays },
  staff: { named: staff },
  saler: { named: staff },
  cashier: { named: staff },
  consultant: { named: staff },
  doctor: { named: staff },
  person: { named: staff },
  scheme: { named: ['storage_scheme', 'storage_scheme_id', 'name'] },
  source: { named: ['patient_source', 'id', 'name'] },
  supplier: { named: ['supplier', 'supplier_id', 'name'] },
  warehouse: { named: ['warehouse', 'warehouse_id', 'name'] },
  product: { named: ['product', 'product_id', 'name'] },
  brand: { of: 'product', as: (c) => `coalesce(${product(c, 'brand')}, '')`, lookedUp: true },
  category: { of: 'product', as: (c) => `coalesce(${product(c, 'category')}, 0)`, words: categories, lookedUp: true },
  abc: { of: 'product', words: { A: 'A 类：出库金额的前 80%', B: 'B 类：80% 至 95%', C: 'C 类：其余，没有出库的也在内' } },
  idle: { of: 'product', named: ['product', 'product_id', 'name'] },
  keeps: {
    of: 'expiry',
    as: (c, until) => {
      const within = (days: number) => sql`${raw(`x.${c}`)} <= ${addDays(until, days)}`
      return sql`case when ${raw(`x.${c}`)} = '' then '' when ${within(0)} then '0' when ${within(30)} then '30' when ${within(90)} then '90' when ${within(180)} then '180' else '999' end`
    },
    words: { 0: '已过期', 30: '30 天内到期', 90: '31–90 天到期', 180: '91–180 天到期', 999: '180 天以后到期', '': '没有效期' },
  },
  gone: { of: 'power', also: ['product'], as: (c) => `x.d1 || ' ' || x.${c}` },
  kind: {
    words: { ...kinds, ...Object.fromEntries(Object.entries(orderKinds).map(([k, o]) => [k, o.label])), spectacles: frameOrder.noun },
  },
  chargeKind: { of: 'kind', words: chargeTypes },
  balanceKind: { of: 'kind', words: balanceKinds },
  hours: { of: 'hour', daily: true, as: (c) => `extract(isodow from x.day)::int * 100 + x.${c}` },
  step: { words: { list: '原价', price: '改价', member: '会员折扣', discount: '整单折扣', coupon: '优惠券', rounding: '抹零' } },
  type: { words: types },
  from: { words: metaOf(requestFrom).options ?? {} },
  visitStatus: { of: 'status', words: statesOf(reservationStates) },
  billStatus: { of: 'status', words: statesOf(feeBill) },
  orderStatus: {
    of: 'status',
    also: ['kind'],
    as: (c) => `x.${c} + case when x.w1 = 'spectacles' then 100 when x.w1 in (${FITTED}) then 200 else 0 end`,
    words: orderStates,
  },
  smsStatus: { of: 'status', words: statesOf(smsStates) },
  stockType: { of: 'type', words: stockTypes },
  role: { words: roles },
  template: { words: Object.fromEntries(Object.entries(templates).map(([k, t]) => [k, t.label])) },
  purpose: { words: { code: '验证码', notice: '通知', marketing: '营销' } },
  reason: {},
}
export const isDim = (of: Cube, dim: string): boolean => dim === 'hid' || (dims[dim]?.of ?? dim) in of.dims
/** The columns of the cube a dimension is made of; `day` among them where it is made of that. */
export function columnsOf(of: Cube, dim: string): string[] {
  if (dim === 'hid') return []
  const { of: base = dim, also = [], daily } = dims[dim] ?? {}
  return [...[base, ...also].map((d) => dimColumn(of, d)), ...(daily ? ['day'] : [])]
}
export const isLookedUp = (dim: string): boolean => dims[dim]?.lookedUp ?? false
/** The dimension in SQL, over rows `x` of the cube. */
export function dimSql(of: Cube, dim: string, until: string): Sql {
  if (dim === 'hid') return sql`x.hid`
  const known = dims[dim]
  const column = dimColumn(of, known?.of ?? dim)
  const made = known?.as ? known.as(column, until) : `x.${column}`
  return typeof made === 'string' ? raw(made) : made
}

/** What values of a dimension are called; ids by their tables, 0 and empty are nobody and nothing. */
export async function namesOf(cx: Cx, dim: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { words, named } = dims[dim] ?? {}
  if (dim === 'gone') {
    const products = await namesOf(cx, 'product', [...new Set(keys.map((k) => k.split(' ')[0] ?? ''))])
    return new Map(keys.map((k) => [k, k.replace(/^\d+/, (id) => products.get(id) ?? id)]))
  }
  if (!named) return new Map(keys.map((k) => [k, words?.[k] ?? (k === '' || k === '0' ? '未填写' : k)]))
  const [table, key, name] = named
  const rows = await cx.db.rows(
    { key: 'string', name: 'string' },
    sql`select ${raw(key)}::text "key", ${raw(name)}::text "name" from ${raw(table)} where ${raw(key)} = any(${keys.map(Number)}::bigint[])`,
  )
  const found = new Map(rows.map((r) => [r.key, r.name]))
  return new Map(keys.map((k) => [k, found.get(k) ?? (k === '0' ? '未填写' : `#${k}`)]))
}
