import { tables, type Functions } from '#kernel/contract/tables.ts'

/** Terms of a contract that its approval freezes. */
const contractTerms = [
  'contract_no',
  'supplier_id',
  'apply_stores',
  'starts_on',
  'ends_on',
  'payment_days',
  'credit_limit',
  'warranty_days',
  'return_days',
]
export default tables({
  supplier_statement: { word: '对账单', wall: 'store' },
  statement_row: { word: '对账单明细', wall: 'store', unaudited: 'written with its statement' },
  statement_decision: { posts: true, word: '对账处理', wall: 'store', says: { decision: { 1: '已接受', 2: '有争议' } } },
  contract_file: { word: '合同文件', wall: 'chain', addedOnly: true, impersonal: ['name'] },
  contract: {
    word: '合同',
    wall: 'chain',
    changedBy: 'store',
    impersonal: ['name'],
    approval: {
      frozen: contractTerms,
      lines: {
        contract_line: {
          key: 'contract_id',
          columns: ['product_id', 'brand', 'sph_from', 'sph_to', 'cyl_from', 'cyl_to', 'quantity_from', 'quantity_to', 'cost'],
        },
      },
      by: ['approved_by'],
      refusal: 'contract_own',
    },
  },
  contract_line: { word: '合同价格', wall: 'chain' },
  supplier_payment: {
    posts: true,
    word: '付款单',
    wall: 'store',
    books: true,
    happened: { paid_on: 0 },
    impersonal: ['payee_name', 'payee_account'],
    approval: {
      frozen: ['supplier_id', 'total', 'payee_name', 'payee_bank', 'payee_account'],
      lines: { payable: { key: 'payment_id', columns: ['payment_id'] } },
      by: ['approved_by'],
      refusal: 'own_payment',
    },
  },
  payable: {
    word: '应付明细',
    wall: 'store',
    books: true,
    happened: { day: 'open' },
    unaudited: 'a row stays as it was posted; the order it is paid by is audited',
  },
})
export const functions: Functions = { app: ['contract_was_approved'], owner: ['payable_catch_up'] }
