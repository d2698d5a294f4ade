import { tables, type Functions } from '#kernel/contract/tables.ts'
import { editions } from './editions.ts'

export default tables({
  organisation: {
    word: '机构',
    wall: 'chain',
    readOnly: true,
    member: 'reads',
    unaudited: 'opened once, by the product itself',
    impersonal: ['name'],
  },
  store: {
    word: '门店',
    wall: 'chain',
    changedBy: 'store',
    member: 'reads',
    happened: { opened_on: 'life' },
    canonical: { name: 'name', short_name: 'name', phone: 'phone' },
    ledger: { book: 'hospital', key: 'store' },
    impersonal: ['name', 'short_name', 'phone', 'address'],
    says: { edition: editions },
  },
  paper_setting: { word: '打印设置', wall: 'store' },
  paper_print: {
    word: '打印记录',
    wall: 'store',
    addedOnly: true,
    unaudited: 'says itself what was printed, when and by whom',
    personal: { ctid_: ['operator_name'] },
  },
  balance_record: {
    posts: true,
    word: '门店账户流水',
    wall: 'chain',
    addedOnly: true,
    personal: { ctid_: ['operator_name'] },
    says: { pay_way: { 1: '现金', 2: '微信', 3: '支付宝', 4: '银行卡', 8: '医保', 9: '其他' } },
  },
})

export const functions: Functions = { app: ['organisation_open'], door: ['organisation_number', 'has_organisation', 'tenants'] }
