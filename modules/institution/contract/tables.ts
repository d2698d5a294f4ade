import { tables, type Functions } from '#kernel/contract/tables.ts'

export default tables({
  organisation: { word: '机构', wall: 'chain', readOnly: true, unaudited: 'opened once, by the product itself', impersonal: ['name'] },
  store: {
    word: '门店',
    wall: 'chain',
    ledger: { book: 'hospital', key: 'store' },
    impersonal: ['name', 'short_name', 'phone', 'address'],
  },
  balance_record: { word: '门店账户流水', wall: 'chain', addedOnly: true, personal: { ctid_: ['operator_name'] } },
})

export const functions: Functions = { app: ['organisation_open'], door: ['organisation_number', 'has_organisation', 'tenants'] }
