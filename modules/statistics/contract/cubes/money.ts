/**
 * Cubes of money and sales. 实收 counts payments and refunds on their own days; 销售 counts items of bills paid in full that day less items
 * refunded that day.
 */
import { cube, type Joined, type CubeSource, type Watched } from './cube.ts'
import { added, bill, lineOf, LISTED, PAID, sales, soldOf, whenPaid } from '../sale.ts'
import { moneyWays, PayWay } from '#modules/payments/contract/ways.ts'

/** Ways that bring money in from outside. Stored value is not among them: its principal counts when it is spent. */
const OUTSIDE = `(${moneyWays.join(', ')})`
const refund = { table: 'refund', of: 'r.oid = y.oid and r.refund_id = y.refund_id' } as const

/** A payment, a refund, or a cancelled refund: the amount each moves, prefixed by `sign`. */
interface Flow {
  readonly from: readonly Joined[]
  readonly watch: Readonly<Record<string, Watched>>
  readonly where?: string
  /** Alias of the payment, or of its refunded part. */
  readonly part: 'p' | 'y'
  /** Alias of the row with store, time and person. */
  readonly by: 'p' | 'r' | 'z'
  readonly sign: '' | '-'
}
const flows: readonly Flow[] = [
  { from: [['bill_payment', 'p']], watch: { bill_payment: added('bpid') }, part: 'p', by: 'p', sign: '' },
  {
    from: [
      ['refund_payment', 'y'],
      [refund.table, 'r', refund.of],
    ],
    watch: { refund_payment: added('refund_id') },
    part: 'y',
    by: 'r',
    sign: '-',
  },
  {
    from: [
      ['refund', 'z'],
      ['refund_payment', 'y', 'y.oid = z.oid and y.refund_id = z.cancels'],
    ],
    watch: { refund: { ...added('refund_id'), only: 'cancels is not null' } },
    where: 'z.cancels is not null',
    part: 'y',
    by: 'z',
    sign: '',
  },
]
const deduction = (part: Flow['part']) => (part === 'y' ? ' - y.deducted' : '')
/** Amount a flow moves, fen. The part of a refund kept for spent points was not returned. */
const moved = ({ part, sign }: Flow) => `${sign}(${part}.amount${deduction(part)})`
/** Income: money and principal, without gift money, points and coupons. Equals what the ledger moves against `revenue:<hid>`. */
const income = ({ part, sign }: Flow) =>
  [
    `${sign}case when ${part}.pay_way in ${OUTSIDE} then ${part}.amount${deduction(part)}`,
    `when ${part}.pay_way = ${PayWay.stored} then ${part}.stored${deduction(part)} else 0 end`,
  ].join(' ')

export const money = cube({
  label: '实收',
  dims: { way: 'number', staff: 'number' },
  measures: ['received', 'refunded', 'income', 'gift', 'times', 'stored'],
  of: flows.map((f) => ({
    from: f.from,
    watch: f.watch,
    ...(f.where ? { where: f.where } : {}),
    oid: `${f.by}.oid`,
    hid: `${f.by}.hid`,
    at: `${f.by}.at`,
    dims: { way: `${f.part}.pay_way`, staff: `${f.by}.ctid_` },
    measures: {
      received: f.part === 'p' ? 'greatest(p.amount, 0)' : '0',
      refunded: f.part === 'p' ? 'greatest(-p.amount, 0)' : `${f.sign === '-' ? '' : '-'}(y.amount - y.deducted)`,
      income: income(f),
      gift: `${f.sign}${f.part}.gift`,
      times: f.part === 'p' ? 'case when p.amount > 0 then 1 else 0 end' : '0',
      stored: `${f.sign}case when ${f.part}.pay_way = ${PayWay.stored} then ${f.part}.stored${deduction(f.part)} else 0 end`,
    },
    ref: `'bill:' || ${f.by}.fbid`,
    what:
      f.part === 'p'
        ? `(select b.bill_no from fee_bill b where b.oid = p.oid and b.fbid = p.fbid)`
        : f.sign === '-'
          ? `r.refund_no`
          : `z.refund_no`,
  })),
})

/** The least of 30, 90 and 365 days that a difference stays within, else 999. */
const withinDays = (difference: string) =>
  `case ${[30, 90, 365].map((days) => `when ${difference} <= ${days} then ${days}`).join(' ')} else 999 end`
/** Payments of a source's members by days since they joined; the day is the day of joining. */
export const cohort = cube({
  label: '会员贡献',
  dims: { source: 'number', after: 'number' },
  measures: ['paid'],
  of: flows.map((f) => ({
    from: [
      ...f.from,
      ['fee_bill', 'b', `b.oid = ${f.by}.oid and b.fbid = ${f.by}.fbid`] as const,
      ['patient', 'm', 'm.oid = b.oid and m.pid = b.pid'] as const,
    ],
    watch: {
      ...f.watch,
      fee_bill: { key: 'fbid', on: ['pid'], hung: true },
      patient: { key: 'pid', on: ['source_id', 'hid', 'created_at'], hung: true },
    },
    ...(f.where ? { where: f.where } : {}),
    oid: 'm.oid',
    hid: 'm.hid',
    at: 'm.created_at',
    dims: {
      source: 'm.source_id',
      after: withinDays(`${f.by}.at::date - m.created_at::date`),
    },
    measures: { paid: moved(f) },
    ref: `'bill:' || b.fbid`,
    what: 'b.bill_no',
  })),
})

/**
 * Differences between the two bases: money taken on another day than its bill was paid in full, counted on that day and again, as used,
 * on the day of full payment; and the part of refunds kept for spent points. With them 实收 equals 销售 to the fen.
 */
const otherDay = 'b.paid_at::date is distinct from p.at::date'
const onBill: Joined = ['fee_bill', 'b', 'b.oid = p.oid and b.fbid = p.fbid']
const promised = {
  from: [['bill_payment', 'p'], onBill],
  watch: { bill_payment: added('bpid'), fee_bill: { key: 'fbid', on: ['paid_at', 'hid'], hung: true } },
  oid: 'p.oid',
  ref: `'bill:' || b.fbid`,
  what: 'b.bill_no',
} as const satisfies Partial<CubeSource<string, string>>
export const between = cube({
  label: '实收与销售之间',
  dims: { way: 'number' },
  measures: ['taken', 'returned', 'used', 'kept'],
  of: [
    {
      ...promised,
      where: otherDay,
      hid: 'p.hid',
      at: 'p.at',
      dims: { way: 'p.pay_way' },
      measures: { taken: 'greatest(p.amount, 0)', returned: 'greatest(-p.amount, 0)' },
    },
    {
      ...promised,
      where: `${otherDay} and b.paid_at is not null`,
      hid: 'b.hid',
      at: 'b.paid_at',
      dims: { way: 'p.pay_way' },
      measures: { used: 'p.amount' },
    },
    {
      from: [['refund', 'r']],
      watch: { refund: { ...added('refund_id'), only: 'deducted <> 0' } },
      where: 'r.deducted <> 0',
      oid: 'r.oid',
      hid: 'r.hid',
      at: 'r.at',
      dims: {},
      measures: { kept: 'case when r.cancels is null then r.deducted else -r.deducted end' },
      ref: `'bill:' || r.fbid`,
      what: 'r.refund_no',
    },
  ],
})

export const tickets = cube({
  label: '成交',
  dims: { hour: 'number', saler: 'number', cashier: 'number' },
  measures: ['bills', 'amount', 'listed', 'off'],
  daily: ['hour', 'saler'],
  of: [
    {
      from: [bill],
      watch: { fee_bill: whenPaid('saler_id', 'operator_id', 'bill_price', 'original_price') },
      where: PAID,
      oid: 'b.oid',
      hid: 'b.hid',
      at: 'b.paid_at',
      dims: { hour: 'extract(hour from b.paid_at)::int', saler: 'b.saler_id', cashier: 'b.operator_id' },
      measures: { bills: '1', amount: 'b.bill_price', listed: 'b.original_price', off: 'b.total_discount' },
      ref: `'bill:' || b.fbid`,
      what: 'b.bill_no',
    },
  ],
})
export const discounts = cube({
  label: '让利',
  dims: { saler: 'number', step: 'text' },
  measures: ['off', 'bills'],
  of: [
    {
      from: [bill, ['jsonb_array_elements(b.trace)', 't']],
      watch: { fee_bill: whenPaid('saler_id', 'trace') },
      where: `${PAID} and t.value ->> 'off' <> '0'`,
      oid: 'b.oid',
      hid: 'b.hid',
      at: 'b.paid_at',
      dims: { saler: 'b.saler_id', step: `t.value ->> 'step'` },
      measures: { off: `(t.value ->> 'off')::bigint`, bills: '1' },
      ref: `'bill:' || b.fbid`,
      what: 'b.bill_no',
    },
  ],
})

export const sold = cube({
  label: '销售',
  dims: { kind: 'number', saler: 'number' },
  measures: ['sold', 'returned', 'listed', 'pieces', 'back'],
  daily: ['kind', 'saler'],
  of: sales('saler_id').map((s) => ({
    ...lineOf(s),
    dims: { kind: 'i.kind', saler: 'b.saler_id' },
    measures: { ...soldOf(s), listed: s.sold ? LISTED : '0' },
  })),
})
export const goods = cube({
  label: '商品销售',
  dims: { product: 'number' },
  measures: ['sold', 'returned', 'pieces', 'back'],
  of: sales().map((s) => ({
    ...lineOf(s),
    where: `${s.where} and i.product_id is not null`,
    dims: { product: 'i.product_id' },
    measures: soldOf(s),
  })),
})
export const bills = cube({
  label: '收费单',
  dims: { status: 'number', cashier: 'number' },
  measures: ['bills', 'price', 'paid', 'refunded'],
  of: [
    {
      from: [bill],
      watch: { fee_bill: { key: 'fbid', on: ['bill_date', 'hid', 'status', 'operator_id', 'bill_price', 'paid', 'refunded'] } },
      oid: 'b.oid',
      hid: 'b.hid',
      at: 'b.bill_date',
      dims: { status: 'b.status', cashier: 'b.operator_id' },
      measures: { bills: '1', price: 'b.bill_price', paid: 'b.paid', refunded: 'b.refunded' },
      ref: `'bill:' || b.fbid`,
      what: 'b.bill_no',
    },
  ],
})
export const topUps = cube({
  label: '储值',
  dims: { kind: 'number', way: 'number', scheme: 'number', consultant: 'number' },
  measures: ['money', 'gift', 'times'],
  of: [
    {
      from: [['charge_bill', 'c']],
      watch: { charge_bill: { key: 'cbid' } },
      oid: 'c.oid',
      hid: 'c.hid',
      at: 'c.pay_time',
      dims: { kind: 'c.kind', way: 'c.pay_way', scheme: 'c.storage_scheme_id', consultant: 'c.charge_consultant_id' },
      measures: { money: 'c.money', gift: 'c.money_gift', times: '1' },
      ref: `'stored:' || c.cbid`,
      what: 'c.bill_no',
    },
  ],
})
export const balance = cube({
  label: '门店余额',
  dims: { kind: 'number', reason: 'text' },
  measures: ['into', 'out', 'times'],
  of: [
    {
      from: [['balance_record', 'h']],
      watch: { balance_record: { key: 'balance_record_id' } },
      oid: 'h.oid',
      hid: 'h.hid',
      at: 'h.at',
      dims: { kind: 'h.kind', reason: 'h.reason' },
      measures: { into: 'greatest(h.amount, 0)', out: 'greatest(-h.amount, 0)', times: '1' },
      ref: `'balance:' || h.balance_record_id`,
      what: 'h.reason',
    },
  ],
})
