import { tables } from '#kernel/contract/tables.ts'

export default tables({
  record_unlock: { word: '档案解锁', wall: 'store', keeps: 'proof' },
})
