/** Sales as rows of cubes: items of bills paid in full, on that day, and refunded items, on the day of the refund. */
import type { Joined, Watched } from './cubes/cube.ts'

export const added = (key: string): Watched => ({ key })
/** Bills paid in full, on that day. */
export const bill: Joined = ['fee_bill', 'b']
export const PAID = 'b.paid_at is not null'
export const whenPaid = (...more: string[]): Watched => ({ key: 'fbid', on: ['paid_at', 'hid', ...more] })
/** A sold item, a refunded item, and a cancelled refund. */
const item: Watched = { key: 'biid', on: ['kind', 'product_id', 'amount', 'quantity', 'list_price', 'price'] }
const itemOf = (by: string): Joined => ['bill_item', 'i', `i.oid = ${by}.oid and i.biid = ${by}.biid`]
const billOf = (by: string): Joined => ['fee_bill', 'b', `b.oid = ${by}.oid and b.fbid = ${by}.fbid`]
const staffed = (staff: readonly string[]): Record<string, Watched> =>
  staff.length ? { fee_bill: { key: 'fbid', on: staff, hung: true } } : {}
const hungItem: Watched = { key: 'biid', on: ['kind', 'product_id'], hung: true }
export interface Sale {
  readonly from: readonly Joined[]
  readonly watch: Readonly<Record<string, Watched>>
  readonly where: string
  readonly by: string
  readonly at: string
  readonly sold: boolean
  readonly sign: '' | '-'
}
export const sales = (...staff: string[]): readonly Sale[] => [
  {
    from: [bill, ['bill_item', 'i', 'i.oid = b.oid and i.fbid = b.fbid']],
    watch: { fee_bill: whenPaid(...staff), bill_item: item },
    where: PAID,
    by: 'b',
    at: 'b.paid_at',
    sold: true,
    sign: '',
  },
  {
    from: [['refund_item', 'x'], ['refund', 'r', 'r.oid = x.oid and r.refund_id = x.refund_id'], itemOf('x'), billOf('r')],
    watch: { refund_item: added('refund_id'), bill_item: hungItem, ...staffed(staff) },
    where: 'true',
    by: 'r',
    at: 'r.at',
    sold: false,
    sign: '',
  },
  {
    from: [['refund', 'z'], ['refund_item', 'x', 'x.oid = z.oid and x.refund_id = z.cancels'], itemOf('x'), billOf('z')],
    watch: {
      refund: { ...added('refund_id'), only: 'cancels is not null' },
      bill_item: hungItem,
      ...staffed(staff),
    },
    where: 'z.cancels is not null',
    by: 'z',
    at: 'z.at',
    sold: false,
    sign: '-',
  },
]
export const LISTED = 'greatest(i.list_price, i.price) * i.quantity'
export const soldOf = (s: Sale) => ({
  sold: s.sold ? 'i.amount' : '0',
  returned: s.sold ? '0' : `${s.sign}x.amount`,
  pieces: s.sold ? 'i.quantity' : '0',
  back: s.sold ? '0' : `${s.sign}x.quantity`,
})
export const lineOf = (s: Sale) => ({
  from: s.from,
  watch: s.watch,
  where: s.where,
  oid: `${s.by}.oid`,
  hid: `${s.by}.hid`,
  at: s.at,
  ref: `'bill:' || b.fbid`,
  what: `b.bill_no || ' ' || i.name`,
})
