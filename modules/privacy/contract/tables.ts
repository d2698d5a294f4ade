import { tables } from '#kernel/contract/tables.ts'

export default tables({
  // Belongs to the store of the password, created by any account of the organisation that entered it.
  record_unlock: {
    word: '档案解锁',
    wall: 'chain',
    changedAcross: 'an account unlocks records of another store with its password',
    keeps: 'proof',
  },
})
