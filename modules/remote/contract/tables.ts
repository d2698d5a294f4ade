import { tables } from '#kernel/contract/tables.ts'

// A case lies between a store and an expert who may belong to another one: of the chain, and its handlers ask who takes part (decision
// 0169).
export default tables({
  specialist_clinic: { word: '远程专家', wall: 'chain' },
  remote_case: {
    word: '远程会诊',
    wall: 'chain',
    changedAcross: 'a case lies between two stores',
    keeps: 'medical',
    personal: { pid: ['question'] },
  },
  remote_presence: {
    word: '会诊在场',
    wall: 'chain',
    changedAcross: 'a case lies between two stores',
    keeps: 'medical',
    unaudited: 'a record of who was there itself',
  },
  remote_message: { word: '会诊消息', wall: 'chain', addedOnly: true, keeps: 'medical', personal: { pid: ['content'] } },
  remote_record: {
    word: '远程会诊记录',
    wall: 'chain',
    changedAcross: 'a case lies between two stores',
    keeps: 'medical',
    personal: { pid: ['opinion'] },
  },
})
