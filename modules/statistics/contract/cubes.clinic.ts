/** Cubes of visits, members, messages, orders and stock. */
import { patientStates } from '#modules/patients/contract/states.ts'
import { cube } from './cube.ts'

/** A state in the text of a declaration. */
const lit = (state: number): string => String(state)
export const visits = cube({
  label: '就诊',
  dims: { doctor: 'number', type: 'number', from: 'number', status: 'number' },
  measures: ['visits'],
  of: [
    {
      from: [['reservation', 'v']],
      watch: { reservation: { key: 'resid', on: ['hid', 'visit_at', 'doctor_id', 'type', 'request_from', 'status'] } },
      oid: 'v.oid',
      hid: 'v.hid',
      at: 'v.visit_at',
      dims: { doctor: 'v.doctor_id', type: 'v.type', from: 'v.request_from', status: 'v.status' },
      measures: { visits: '1' },
      ref: `'visit:' || v.resid`,
      what: `to_char(v.visit_at, 'HH24:MI')`,
    },
  ],
})
/** Minutes from the number to the first call; the histogram's steps are of five minutes, everything from four hours up is one. */
const WAITED = 'greatest(extract(epoch from q.called_at - q.taken_at)::int / 60, 0)'
export const waits = cube({
  label: '候诊',
  dims: { minutes: 'number' },
  measures: ['cases', 'minutes'],
  of: [
    {
      from: [['queue_ticket', 'q']],
      watch: { queue_ticket: { key: 'ticket_id', on: ['hid', 'day', 'taken_at', 'called_at'] } },
      where: 'q.called_at is not null',
      oid: 'q.oid',
      hid: 'q.hid',
      at: 'q.day',
      dims: { minutes: `least(${WAITED} / 5 * 5, 240)` },
      measures: { cases: '1', minutes: WAITED },
      ref: `'visit:' || q.resid`,
      what: `q.series || q.no`,
    },
  ],
})
export const members = cube({
  label: '新会员',
  dims: { source: 'number' },
  measures: ['members', 'wechat', 'visited'],
  of: [
    {
      from: [['patient', 'm']],
      watch: { patient: { key: 'pid', on: ['hid', 'created_at', 'source_id', 'status', 'wechat_open_id', 'last_visit_at'] } },
      where: `m.status = ${lit(patientStates.is.present)}`,
      oid: 'm.oid',
      hid: 'm.hid',
      at: 'm.created_at',
      dims: { source: 'm.source_id' },
      measures: {
        members: '1',
        wechat: 'case when m.wechat_open_id is null then 0 else 1 end',
        visited: 'case when m.last_visit_at is null then 0 else 1 end',
      },
      ref: `'member:' || m.pid`,
      what: 'm.member_no',
    },
  ],
})
/** The first bill of a member that was paid, and the first visit: `stat_first` keeps which they are. */
const FIRST = { paid: 's.what = 1', came: 's.what = 2' } as const
export const firsts = cube({
  label: '新客和初诊',
  dims: { source: 'number', doctor: 'number' },
  measures: ['customers', 'visits'],
  of: [
    {
      from: [
        ['stat_first', 's'],
        ['patient', 'm', 'm.oid = s.oid and m.pid = s.pid'],
      ],
      watch: {
        stat_first: { key: 'first_id', on: ['hid', 'at', 'id', 'doctor_id'] },
        patient: { key: 'pid', on: ['source_id'], hung: true },
      },
      oid: 's.oid',
      hid: 's.hid',
      at: 's.at',
      dims: { source: 'm.source_id', doctor: 's.doctor_id' },
      measures: { customers: `case when ${FIRST.paid} then 1 else 0 end`, visits: `case when ${FIRST.came} then 1 else 0 end` },
      ref: `case when ${FIRST.paid} then 'bill:' || s.id else 'member:' || s.pid end`,
      what: 'm.member_no',
    },
  ],
})
export const sms = cube({
  label: '短信',
  dims: { status: 'number', template: 'text', purpose: 'text' },
  measures: ['messages', 'pieces', 'cost'],
  of: [
    {
      from: [['sms', 's']],
      watch: { sms: { key: 'sms_id', on: ['hid', 'created_at', 'status', 'template', 'purpose', 'pieces', 'cost'] } },
      oid: 's.oid',
      hid: 's.hid',
      at: 's.created_at',
      dims: { status: 's.status', template: 's.template', purpose: 's.purpose' },
      measures: { messages: '1', pieces: 's.pieces', cost: 's.cost' },
      ref: `'sms:' || s.sms_id`,
      what: 's.template',
    },
  ],
})

const supplyOrder = { oid: 'o.oid', hid: 'o.hid', ref: `'order:' || o.order_id`, what: 'o.order_no' } as const
const frameOrder = { oid: 'f.oid', hid: 'f.hid', ref: `'frame:' || f.record_frame_id`, what: 'f.order_no' } as const
export const orders = cube({
  label: '订单',
  dims: { status: 'number', supplier: 'number', kind: 'text' },
  measures: ['orders', 'total', 'remade'],
  of: [
    {
      ...supplyOrder,
      from: [['supply_order', 'o']],
      watch: { supply_order: { key: 'order_id', on: ['hid', 'order_date', 'status', 'supplier_id', 'kind', 'total', 'mode'] } },
      at: 'o.order_date',
      dims: { status: 'o.status', supplier: 'o.supplier_id', kind: 'o.kind' },
      measures: { orders: '1', total: 'o.total', remade: 'case when o.mode = 3 then 1 else 0 end' },
    },
    {
      ...frameOrder,
      from: [['record_frame', 'f']],
      watch: { record_frame: { key: 'record_frame_id', on: ['hid', 'order_date', 'status', 'total'] } },
      at: 'f.order_date',
      dims: { status: 'f.status', kind: `'spectacles'` },
      measures: { orders: '1', total: 'f.total' },
    },
  ],
})
/** Orders that were handed over or received, on that day: days they took, in steps of a day up to sixty. */
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

const paper = (table: string, key: string, word: string) =>
  `(select s.${word} from ${table} s where s.oid = e.oid and s.${key} = split_part(e.ref, ':', 2)::bigint)`
/** Kind of a movement: 1 … a stock-in's, 101 … 100 + a stock-out's; goods of a bill or order are sold (101) or come back (3); 0 anything else. */
const TYPE = `case when e.ref ~ '^stockin:[0-9]+$' then coalesce(${paper('stock_in', 'stockin_id', 'stockin_type')}, 0)
  when e.ref ~ '^stockout:[0-9]+$' then 100 + coalesce(${paper('stock_out', 'stockout_id', 'stockout_type')}, 0)
  when e.ref ~ '^(fee_)?bill:|^frame|^order' then case when l.amount < 0 then 101 else 3 end
  else 0 end`
export const stock = cube({
  label: '库存变动',
  dims: { product: 'number', type: 'number', warehouse: 'number', supplier: 'number' },
  measures: ['pieces', 'value', 'into', 'intoValue', 'out', 'outValue'],
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
        batch: { key: 'batch_id', on: ['hid', 'product_id', 'warehouse_id', 'supplier_id', 'cost'], hung: true },
      },
      where: `l.book = 'stock'`,
      oid: 'l.oid',
      hid: 'b.hid',
      at: 'e.at',
      dims: { product: 'b.product_id', type: TYPE, warehouse: 'b.warehouse_id', supplier: 'b.supplier_id' },
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
