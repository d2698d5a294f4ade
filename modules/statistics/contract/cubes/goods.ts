/** Cubes of orders, deliveries and stock. */
import { frameOrder as glasses } from '#modules/frame-orders/contract/states.ts'
import { fitted, supply } from '#modules/lens-orders/contract/states.ts'
import { payableKinds } from '#modules/purchasing/contract/states.ts'
import { cube } from './cube.ts'
import { StockInType, StockOutType } from '#modules/stock/contract/fields.ts'

/** A status as SQL text. */
const lit = (state: number): string => String(state)
/** Returned orders: a fitted lens the member returned, goods refused on delivery. */
const RETURNED = `o.flow = 'fitted' and o.status = ${lit(fitted.is.returned)}`
const SENT_BACK = `(${RETURNED} or o.flow = 'supply' and o.status = ${lit(supply.is.rejected)})`
const supplyOrder = { oid: 'o.oid', hid: 'o.hid', ref: `'order-' || o.kind || ':' || o.order_id`, what: 'o.order_no' } as const
const frameOrder = { oid: 'f.oid', hid: 'f.hid', ref: `'frame:' || f.record_frame_id`, what: 'f.order_no' } as const
export const orders = cube({
  label: '订单',
  dims: { status: 'number', supplier: 'number', mode: 'number', kind: 'text' },
  measures: ['orders', 'total', 'remade', 'returned'],
  of: [
    {
      ...supplyOrder,
      from: [['supply_order', 'o']],
      watch: { supply_order: { key: 'order_id', on: ['hid', 'order_date', 'status', 'supplier_id', 'kind', 'total', 'mode', 'flow'] } },
      at: 'o.order_date',
      dims: { status: 'o.status', supplier: 'o.supplier_id', mode: 'o.mode', kind: 'o.kind' },
      measures: {
        orders: '1',
        total: 'o.total',
        remade: 'case when o.mode = 3 then 1 else 0 end',
        returned: `case when ${SENT_BACK} then 1 else 0 end`,
      },
    },
    {
      ...frameOrder,
      from: [['record_frame', 'f']],
      watch: { record_frame: { key: 'record_frame_id', on: ['hid', 'order_date', 'status', 'total'] } },
      at: 'f.order_date',
      dims: { status: 'f.status', mode: '2', kind: `'spectacles'` },
      measures: { orders: '1', total: 'f.total', returned: `case when f.status = ${lit(glasses.is.returned)} then 1 else 0 end` },
    },
    // Remade glasses count on the day they came back.
    {
      ...frameOrder,
      from: [
        ['record_frame_service', 's'],
        ['record_frame', 'f', 'f.oid = s.oid and f.record_frame_id = s.record_frame_id'],
      ],
      watch: { record_frame_service: { key: 'service_id', on: ['hid', 'opened_at', 'kind'] } },
      where: `s.kind in ('relens', 'remake')`,
      at: 's.opened_at',
      dims: { kind: `'spectacles'` },
      measures: { remade: '1' },
    },
  ],
})
/** Orders handed over or received, on that day: lead time in days, sixty and more are one step. */
const days = (from: string, until: string) => `greatest(${until}::date - ${from}, 0)`
export const leads = cube({
  label: '交付',
  dims: { days: 'number', supplier: 'number', kind: 'text' },
  measures: ['orders', 'days', 'late'],
  of: [
    {
      ...supplyOrder,
      from: [['supply_order', 'o']],
      watch: { supply_order: { key: 'order_id', on: ['hid', 'order_date', 'handed_at', 'supplier_id', 'kind', 'promised_on'] } },
      where: 'o.handed_at is not null',
      at: 'o.handed_at',
      dims: { days: `least(${days('o.order_date', 'o.handed_at')}, 60)`, supplier: 'o.supplier_id', kind: 'o.kind' },
      measures: {
        orders: '1',
        days: days('o.order_date', 'o.handed_at'),
        late: 'case when o.handed_at::date > o.promised_on then 1 else 0 end',
      },
    },
    {
      ...frameOrder,
      from: [['record_frame', 'f']],
      watch: { record_frame: { key: 'record_frame_id', on: ['hid', 'order_date', 'picked_at', 'promised_at'] } },
      where: 'f.picked_at is not null',
      at: 'f.picked_at',
      dims: { days: `least(${days('f.order_date', 'f.picked_at')}, 60)`, kind: `'spectacles'` },
      measures: {
        orders: '1',
        days: days('f.order_date', 'f.picked_at'),
        late: 'case when f.picked_at > f.promised_at then 1 else 0 end',
      },
    },
  ],
})

/** Deliveries of suppliers, on their day: days since the order, and whether the promise was missed. */
export const deliveries = cube({
  label: '到货',
  dims: { days: 'number', supplier: 'number', kind: 'text' },
  measures: ['receipts', 'days', 'late'],
  of: [
    {
      ...supplyOrder,
      from: [
        ['supply_receipt', 'r'],
        ['supply_order', 'o', 'o.oid = r.oid and o.order_id = r.order_id'],
      ],
      watch: {
        supply_receipt: { key: 'receipt_id', on: ['hid', 'order_id', 'at'] },
        supply_order: { key: 'order_id', on: ['order_date', 'supplier_id', 'kind', 'promised_on'], hung: true },
      },
      hid: 'r.hid',
      at: 'r.at',
      dims: { days: `least(${days('o.order_date', 'r.at')}, 60)`, supplier: 'o.supplier_id', kind: 'o.kind' },
      measures: {
        receipts: '1',
        days: days('o.order_date', 'r.at'),
        late: 'case when r.at::date > o.promised_on then 1 else 0 end',
      },
    },
  ],
})

const paper = (table: string, key: string, word: string) =>
  `(select s.${word} from ${table} s where s.oid = e.oid and s.${key} = split_part(e.ref, ':', 2)::bigint)`
/** Type of a movement: a `StockInType`, or `OUT` + a `StockOutType`. Goods of a bill or order are sold or returned; anything else is 0. */
const OUT = 100
const SOLD = `case when l.amount < 0 then ${OUT + StockOutType.sale} else ${StockInType.customerReturn} end`
const TYPE = `case when e.ref ~ '^stockin:[0-9]+$' then coalesce(${paper('stock_in', 'stockin_id', 'stockin_type')}, 0)
  when e.ref ~ '^stockout:[0-9]+$' then ${OUT} + coalesce(${paper('stock_out', 'stockout_id', 'stockout_type')}, 0)
  when e.ref ~ '^(fee_)?bill:|^frame|^order' then ${SOLD}
  else 0 end`
/** Sphere and cylinder as displayed: -3.00/-0.75. */
const POWER = `case when b.sph is not null then to_char(b.sph, 'FMSG990.00') || coalesce('/' || to_char(b.cyl, 'FMSG990.00'), '') end`
export const stock = cube({
  label: '库存变动',
  dims: { product: 'number', type: 'number', warehouse: 'number', supplier: 'number', expiry: 'text', power: 'text' },
  measures: ['pieces', 'value', 'into', 'intoValue', 'out', 'outValue'],
  together: [['product', 'power']],
  of: [
    {
      from: [
        ['ledger_line', 'l'],
        ['ledger_account', 'a', `a.oid = l.oid and a.account_id = l.account_id and starts_with(a.key, 'batch:')`],
        ['ledger_entry', 'e', 'e.oid = l.oid and e.entry_id = l.entry_id'],
        ['batch', 'b', `b.oid = l.oid and b.batch_id = case when starts_with(a.key, 'batch:') then substr(a.key, 7)::bigint end`],
      ],
      watch: {
        ledger_line: { key: 'line_id', only: `book = 'stock'` },
        batch: { key: 'batch_id', on: ['hid', 'product_id', 'warehouse_id', 'supplier_id', 'cost', 'expiry', 'sph', 'cyl'], hung: true },
      },
      where: `l.book = 'stock'`,
      oid: 'l.oid',
      hid: 'b.hid',
      at: 'e.at',
      dims: {
        product: 'b.product_id',
        type: TYPE,
        warehouse: 'b.warehouse_id',
        supplier: 'b.supplier_id',
        expiry: 'b.expiry::text',
        power: POWER,
      },
      measures: {
        pieces: 'l.amount',
        value: 'l.amount * b.cost',
        into: 'greatest(l.amount, 0)',
        intoValue: 'greatest(l.amount, 0) * b.cost',
        out: 'greatest(-l.amount, 0)',
        outValue: 'greatest(-l.amount, 0) * b.cost',
      },
      ref: 'e.ref',
      what: 'e.reason',
    },
  ],
})
/** Prices agreed after goods were posted: what the debt to suppliers changed by. The cost of the batch stays as it was posted. */
export const repriced = cube({
  label: '调价',
  dims: { supplier: 'number', product: 'number' },
  measures: ['amount'],
  of: [
    {
      from: [['payable', 'y']],
      watch: { payable: { key: 'payable_id', on: ['hid', 'day', 'kind', 'supplier_id', 'product_id', 'amount'] } },
      where: `y.kind = ${lit(payableKinds.is.difference)}`,
      oid: 'y.oid',
      hid: 'y.hid',
      at: 'y.day',
      dims: { supplier: 'y.supplier_id', product: 'y.product_id' },
      measures: { amount: 'y.amount' },
      ref: `'payable:' || y.payable_id`,
      what: 'y.doc_no',
    },
  ],
})
