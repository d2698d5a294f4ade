import { machine } from '#kernel/contract/index.ts'

/** A recall is ended once, by a record of what came of it. */
export const recall = machine({
  name: 'recall',
  table: 'recall',
  key: 'recall_id',
  noun: '召回',
  start: [0],
  states: {
    0: { name: 'open', label: '召回中', tone: 'bad' },
    1: { name: 'ended', label: '已结束', tone: 'neutral' },
  },
  moves: { end: { label: '结束召回', from: [0], to: 1, can: 'gsp:recall' } },
})
export default [recall]
