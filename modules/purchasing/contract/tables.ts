import { tables } from '#kernel/contract/tables.ts'

export default tables({
  contract_file: { word: '合同文件', wall: 'chain', addedOnly: true, impersonal: ['name'] },
  contract: { word: '合同', wall: 'chain', impersonal: ['name'] },
  contract_line: { word: '合同价格', wall: 'chain' },
})
