import { tables } from '#kernel/contract/tables.ts'

// Clinical records follow the member from store to store (decision 0005).
export default tables({
  prescription: { word: '处方', wall: 'chain', keeps: 'medical' },
  prescription_line: { word: '处方明细', wall: 'chain' },
  ecase: { word: '电子病历', wall: 'chain', keeps: 'medical' },
})
