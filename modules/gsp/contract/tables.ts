import { tables } from '#kernel/contract/tables.ts'
import { outcomes } from './shapes.ts'

export default tables({
  recall: { word: '召回', wall: 'chain' },
  recall_batch: { word: '召回批次', wall: 'chain', addedOnly: true, unaudited: 'written with its recall' },
  recall_call: { word: '召回通知', wall: 'chain', addedOnly: true, keeps: 'proof', says: { outcome: outcomes } },
})
