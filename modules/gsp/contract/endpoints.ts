import { callsOf, get, post, put } from '#kernel/contract/index.ts'
import { approvalCalls } from './approvals.ts'
import { climateCalls } from './climate.ts'
import { lotCalls } from './lots.ts'
import families from './families.ts'
import { registerCalls } from './registers.ts'
import { EndRecall, NewCall, NewRecall, Recall, RecallById, RecallPage, RecallQuery } from './shapes.ts'

export const gsp = {
  ...registerCalls,
  ...approvalCalls,
  ...climateCalls,
  ...lotCalls,
  ...callsOf(families),
  'recalls.list': get('/v1/{product}/recalls', {
    can: 'gsp:view',
    summary: 'Ours: recalls and drills of the organisation, the latest first',
    input: RecallQuery,
    output: RecallPage,
  }),
  'recalls.get': get('/v1/{product}/recalls/{id}', {
    can: 'gsp:view',
    summary: 'Ours: one recall with holders, shelves and transit of its lot in the stores of the account, and the calls made',
    input: RecallById,
    reads: 'many',
    output: Recall,
  }),
  'recalls.create': post('/v1/{product}/recalls', {
    can: 'gsp:recall',
    summary:
      'Ours: recalls a lot, a serial number or the code of a box: its batches in all stores are locked at once; a drill locks nothing',
    input: NewRecall,
    reads: 'many',
    output: Recall,
    fails: ['recall_nothing'],
  }),
  'recalls.call': post('/v1/{product}/recalls/{id}/calls', {
    can: 'gsp:recall',
    summary: 'Ours: notes that a holder was called, and what came of it',
    input: NewCall,
    reads: 'many',
    output: Recall,
    fails: ['recall_ended', 'recall_no_holder'],
  }),
  'recalls.end': put('/v1/{product}/recalls/{id}/end', {
    can: 'gsp:recall',
    summary: 'Ours: ends a recall by the record of what came of it',
    input: EndRecall,
    reads: 'many',
    output: Recall,
  }),
}

export default gsp
