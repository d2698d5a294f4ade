import { conditions } from '#kernel/contract/segments/condition.ts'
import { coupon, memberPackage } from '../states.ts'

/** Balances of members in a book of the ledger. */
const held = (book: 'stored' | 'gift' | 'points'): string => `
  select split_part(key, ':', 2)::bigint as pid, balance as value
  from ledger_account
  where book = '${book}' and key ~ '^member:[0-9]{1,18}$'
`
const UNUSED = `status = ${coupon.is.unused}`
const USABLE = memberPackage.in.usable.join(', ')

export default conditions({
  balance: { label: '储值余额', kind: 'number', unit: '元', money: true, otherwise: 0, sql: held('stored') },
  giftMoney: { label: '赠金余额', kind: 'number', unit: '元', money: true, otherwise: 0, sql: held('gift') },
  points: { label: '积分', kind: 'number', unit: '分', otherwise: 0, sql: held('points') },
  coupons: {
    label: '未用卡券',
    kind: 'number',
    unit: '张',
    otherwise: 0,
    sql: `select pid, count(*)::int as value from receive_record where ${UNUSED} group by pid`,
  },
  couponEndsIn: {
    label: '卡券到期',
    kind: 'number',
    unit: '天后',
    sql: `
      select pid, min(expires_on) - :today::date as value
      from receive_record
      where ${UNUSED} and expires_on >= :today::date
      group by pid
    `,
  },
  couponsUsed: {
    label: '用过卡券',
    kind: 'number',
    unit: '张',
    otherwise: 0,
    sql: `select pid, count(*)::int as value from receive_record where used_at is not null group by pid`,
  },
  packageOpen: {
    label: '有未用完套餐',
    kind: 'flag',
    otherwise: false,
    sql: `select pid, true as value from member_package where status in (${USABLE}) group by pid`,
  },
  packageEndsIn: {
    label: '套餐到期',
    kind: 'number',
    unit: '天后',
    sql: `
      select pid, min(expires_on) - :today::date as value
      from member_package
      where status in (${USABLE}) and expires_on >= :today::date
      group by pid
    `,
  },
})
