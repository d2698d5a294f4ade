import { tables } from '#kernel/contract/tables.ts'

export default tables({
  revisit: {
    word: '回访',
    wall: 'store',
    says: { script_arm: { 0: '话术 A', 1: '话术 B' } },
    // Who holds a card for ten minutes is no fact of a member; what came of it stands in the history.
    personal: { pid: ['content', 'note'] },
    keeps: 'business',
  },
  revisit_rule: { word: '回访规则', wall: 'store' },
  // Whoever asks one store to leave them alone asks the chain.
  contact_stop: {
    word: '停止联系',
    wall: 'chain',
    changedAcross: 'a member takes a stop back wherever they say so',
    personal: { pid: ['mobile'] },
    keeps: 'proof',
  },
})
