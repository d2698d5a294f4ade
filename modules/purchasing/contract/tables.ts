import { tables, type Functions } from '#kernel/contract/tables.ts'

export default tables({
  contract_file: { word: '合同文件', wall: 'chain', addedOnly: true, impersonal: ['name'] },
  contract: { word: '合同', wall: 'chain', impersonal: ['name'] },
  contract_line: { word: '合同价格', wall: 'chain' },
  supplier_payment: { word: '付款单', wall: 'store' },
  payable: { word: '应付明细', wall: 'store', unaudited: 'a row stays as it was posted; the order it is paid by is audited' },
})
export const functions: Functions = { owner: ['payable_catch_up'] }
