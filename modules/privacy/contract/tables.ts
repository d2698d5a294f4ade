import { tables } from '#kernel/contract/tables.ts'

export default tables({
  // Of the store whose password it was, made by whoever of the chain gave it.
  record_unlock: { word: '档案解锁', wall: 'chain', keeps: 'proof' },
})
