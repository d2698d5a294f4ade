import { tables } from '#kernel/contract/tables.ts'

export default tables({
  supplier: {
    word: '供应商',
    wall: 'chain',
    changedAcross: 'the stores of a chain share their suppliers',
    canonical: { name: 'name', phone: 'phone' },
    personal: { supplier_id: ['contact_name', 'phone'] },
    impersonal: ['name', 'address', 'licence_no', 'bank_account'],
  },
})
