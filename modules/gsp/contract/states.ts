import { machine, wordOf } from '#kernel/contract/index.ts'

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
/** How a recall is called where it is shown: a drill locks nothing and never reads like a real one. */
export const recallTitle = (drill: boolean): string => (drill ? '召回演练' : '召回')
export const recallState = ({ drill, status }: { readonly drill: boolean; readonly status: number }): string => {
  if (!drill) return wordOf(recall, status)
  return status === recall.is.open ? '演练中' : '演练已结束'
}
/** What one person asks for another decides, once. */
export const approval = machine({
  name: 'approval',
  table: 'approval',
  key: 'approval_id',
  noun: '首营审批',
  start: [1],
  states: {
    1: { name: 'asked', label: '待审批', tone: 'warn' },
    2: { name: 'approved', label: '已同意', tone: 'ok' },
    3: { name: 'refused', label: '不同意', tone: 'bad' },
  },
  moves: {
    approve: { label: '同意', from: [1], to: 2, can: 'gsp:approve' },
    refuse: { label: '不同意', from: [1], to: 3, can: 'gsp:approve', reason: true },
  },
})
export default [recall, approval]
