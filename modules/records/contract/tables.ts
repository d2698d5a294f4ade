import { tables } from '#kernel/contract/tables.ts'

// Clinical records follow the member from store to store (decision 0005); the store that made one changes it (decision 0099).
export default tables({
  prescription: { word: '处方', wall: 'chain', changedBy: 'store', keeps: 'medical' },
  prescription_line: { word: '处方明细', wall: 'chain', changedBy: 'store' },
  prescription_drug: { word: '处方药品', wall: 'chain', changedBy: 'store' },
  prescription_training: { word: '处方训练', wall: 'chain', changedBy: 'store' },
  treatment: { word: '近视干预', wall: 'chain', changedBy: 'store', keeps: 'medical' },
  ecase: { word: '电子病历', wall: 'chain', changedBy: 'store', keeps: 'medical' },
})
