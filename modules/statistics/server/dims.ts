/** Dimensions of queries, stored in a cube or derived, and the labels of their values. */
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
import { dimColumn, type Cube } from '../contract/cubes/cube.ts'

type Words = Readonly<Record<string, string>>
/** Table with the names of ids: table, key, name. */
type Named = readonly [table: string, key: string, name: string]
interface Dim {
  /** Dimension of the cube it derives from; by default its own name. */
  readonly base?: string
  /** Derived from its column and the last day of the range. */
  readonly as?: (column: string, until: string) => string | Sql
  /** Further dimensions it derives from. */
  readonly also?: readonly string[]
  /** Derived from the day, too. */
  readonly daily?: true
  /** Looked up per value: rows are summed by the base dimension first. */
  readonly lookedUp?: true
  readonly words?: Words
  readonly named?: Named
}
const statesOf = ({ states }: States): Words => Object.fromEntries(Object.entries(states).map(([n, s]) => [n, s.label]))
const staff: Named = ['contact', 'ctid_', 'name']
const product = (column: string, what: string) => `(select p.${what} from product p where p.oid = x.oid and p.product_id = x.${column})`
/** Orders use three machines with overlapping status numbers: glasses are offset by 100, fitted lenses by 200. */
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

/** Dimensions available to splits. */
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
  brand: { base: 'product', as: (c) => `coalesce(${product(c, 'brand')}, '')`, lookedUp: true },
  category: { base: 'product', as: (c) => `coalesce(${product(c, 'category')}, 0)`, words: categories, lookedUp: true },
  abc: { base: 'product', words: { A: 'A 类：出库金额的前 80%', B: 'B 类：80% 至 95%', C: 'C 类：其余，没有出库的也在内' } },
  idle: { base: 'product', named: ['product', 'product_id', 'name'] },
  keeps: {
    base: 'expiry',
    as: (c, until) => {
      const within = (days: number) => sql`${raw(`x.${c}`)} <= ${addDays(until, days)}`
      return sql`
        case when ${raw(`x.${c}`)} = '' then ''
          when ${within(0)} then '0'
          when ${within(30)} then '30'
          when ${within(90)} then '90'
          when ${within(180)} then '180'
          else '999'
        end
      `
    },
    words: { 0: '已过期', 30: '30 天内到期', 90: '31–90 天到期', 180: '91–180 天到期', 999: '180 天以后到期', '': '没有效期' },
  },
  gone: { base: 'power', also: ['product'], as: (c) => `x.d1 || ' ' || x.${c}` },
  kind: {
    words: { ...kinds, ...Object.fromEntries(Object.entries(orderKinds).map(([k, o]) => [k, o.label])), spectacles: frameOrder.noun },
  },
  chargeKind: { base: 'kind', words: chargeTypes },
  balanceKind: { base: 'kind', words: balanceKinds },
  hours: { base: 'hour', daily: true, as: (c) => `extract(isodow from x.day)::int * 100 + x.${c}` },
  step: { words: { list: '原价', price: '改价', member: '会员折扣', discount: '整单折扣', coupon: '优惠券', rounding: '抹零' } },
  type: { words: types },
  from: { words: metaOf(requestFrom).options ?? {} },
  visitStatus: { base: 'status', words: statesOf(reservationStates) },
  billStatus: { base: 'status', words: statesOf(feeBill) },
  orderStatus: {
    base: 'status',
    also: ['kind'],
    as: (c) => `x.${c} + case when x.w1 = 'spectacles' then 100 when x.w1 in (${FITTED}) then 200 else 0 end`,
    words: orderStates,
  },
  smsStatus: { base: 'status', words: statesOf(smsStates) },
  stockType: { base: 'type', words: stockTypes },
  role: { words: roles },
  template: { words: Object.fromEntries(Object.entries(templates).map(([k, t]) => [k, t.label])) },
  purpose: { words: { code: '验证码', notice: '通知', marketing: '营销' } },
  reason: {},
}
export const isDim = (cube: Cube, dim: string): boolean => dim === 'hid' || (dims[dim]?.base ?? dim) in cube.dims
/** Cube columns a dimension derives from, including `day` where needed. */
export function columnsOf(cube: Cube, dim: string): string[] {
  if (dim === 'hid') return []
  const { base = dim, also = [], daily } = dims[dim] ?? {}
  return [...[base, ...also].map((d) => dimColumn(cube, d)), ...(daily ? ['day'] : [])]
}
export const isLookedUp = (dim: string): boolean => dims[dim]?.lookedUp ?? false
/** The dimension as SQL over rows `x` of the cube. */
export function dimSql(cube: Cube, dim: string, until: string): Sql {
  if (dim === 'hid') return sql`x.hid`
  const derived = dims[dim]
  const column = dimColumn(cube, derived?.base ?? dim)
  const expression = derived?.as ? derived.as(column, until) : `x.${column}`
  return typeof expression === 'string' ? raw(expression) : expression
}

/** Labels of dimension values. Ids are looked up in their tables; 0 and empty mean none. */
export async function namesOf(cx: Cx, dim: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { words, named: lookup } = dims[dim] ?? {}
  if (dim === 'gone') {
    const products = await namesOf(cx, 'product', [...new Set(keys.map((k) => k.split(' ')[0] ?? ''))])
    return new Map(keys.map((k) => [k, k.replace(/^\d+/, (id) => products.get(id) ?? id)]))
  }
  if (!lookup) return new Map(keys.map((k) => [k, words?.[k] ?? (k === '' || k === '0' ? '未填写' : k)]))
  const [table, key, name] = lookup
  const rows = await cx.db.rows(
    { key: 'string', name: 'string' },
    sql`
      select ${raw(key)}::text "key", ${raw(name)}::text "name"
      from ${raw(table)}
      where ${raw(key)} = any(${keys.map(Number)}::bigint[])
    `,
  )
  const names = new Map(rows.map((r) => [r.key, r.name]))
  return new Map(keys.map((k) => [k, names.get(k) ?? (k === '0' ? '未填写' : `#${k}`)]))
}
