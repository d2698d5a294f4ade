import { conditions } from '#kernel/contract/segments/condition.ts'
import { chargeKinds } from '#modules/loyalty/contract/fields.ts'
import { feeBill } from '../states.ts'

const SOLD = feeBill.in.sold.join(', ')
const sold = (value: string, where = 'true'): string =>
  `select pid, ${value} as value from fee_bill where status in (${SOLD}) and paid_at is not null and ${where} group by pid`

export default conditions({
  billTotal: {
    label: '累计消费',
    kind: 'number',
    unit: '元',
    money: true,
    otherwise: 0,
    sql: sold('sum(bill_price - refunded)::bigint'),
  },
  billYear: {
    label: '近 12 个月消费',
    kind: 'number',
    unit: '元',
    money: true,
    otherwise: 0,
    sql: sold('sum(bill_price - refunded)::bigint', `paid_at >= :today::date - interval '12 months'`),
  },
  bills: { label: '消费', kind: 'number', unit: '次', otherwise: 0, sql: sold('count(*)::int') },
  lastBillDays: { label: '上次消费', kind: 'number', unit: '天前', sql: sold('(:today::date - max(paid_at)::date)') },
  lastBill: {
    label: '上次消费金额',
    kind: 'number',
    unit: '元',
    money: true,
    sql: `
      select distinct on (pid) pid, (bill_price - refunded)::bigint as value
      from fee_bill
      where status in (${SOLD}) and paid_at is not null
      order by pid, paid_at desc, fbid desc
    `,
  },
  boughtKind: {
    label: '买过',
    kind: 'choice',
    options: Object.fromEntries(Object.entries(chargeKinds)),
    sql: `
      select distinct b.pid, i.kind as value
      from bill_item i
      join fee_bill b on b.oid = i.oid and b.fbid = i.fbid
      where b.status in (${SOLD})
    `,
  },
  owes: {
    label: '有挂账',
    kind: 'flag',
    otherwise: false,
    sql: `select pid, true as value from fee_bill where status = ${feeBill.is.owed} group by pid`,
  },
})
