import { binary, done, get, id, outside, patch, post, put, z } from '#kernel/contract/index.ts'
import { DryRun, DryRunQuery, SaveRule, StoreRule } from './shapes.rules.ts'
import * as s from './shapes.ts'

const byMove = 'set by the move, never by hand'
const saveFails = ['staff_named', 'staff_elsewhere', 'window_order'] as const
const statusFails = ['next_needed', 'nothing_booked', 'held'] as const

const revisits = {
  'revisits.list': get('/{product}/revisits', {
    can: 'revisit:view',
    summary: 'Follow-up tasks of a store, the urgent ones first, then by time',
    input: s.RevisitQuery,
    reads: 'many',
    output: s.RevisitPage,
  }),
  'revisits.create': post('/{product}/revisits', {
    can: 'revisit:edit',
    summary: 'Makes a task; reviewStaff is kept with category 0 only (R086)',
    input: s.NewRevisit,
    ignores: { rvid: 'a new task has none yet', creatorType: byMove, doneRevisitTime: byMove, status: byMove },
    reads: 'written',
    output: s.Revisit,
    fails: saveFails,
  }),
  'revisits.update': put('/{product}/revisits', {
    changes: 'rvid',
    can: 'revisit:edit',
    summary: 'Changes a task; of one that is over only the note. Another time is a postponement and leaves a line',
    input: s.EditRevisit,
    ignores: { creatorType: byMove, doneRevisitTime: byMove, status: byMove },
    reads: 'written',
    output: s.Revisit,
    fails: [...saveFails, 'done_note_only'],
  }),
  'revisits.status': patch('/{product}/revisits/{rvid}/status/{status}', {
    can: 'revisit:edit',
    summary: 'What became of a task: status in the path; outcome, note and the next date in the body (R088)',
    input: s.ToStatus,
    reads: 'written',
    output: s.Revisit,
    fails: statusFails,
  }),
  'revisits.undo': put('/v1/{product}/revisits/{rvid}/undo', {
    can: 'revisit:edit',
    summary: 'Ours: takes back what was said of a task, by the same person within ten minutes',
    input: s.ByRvid,
    reads: 'written',
    output: s.Revisit,
    fails: ['undo_late'],
  }),
  'revisits.batch': post('/{product}/revisits/batch', {
    can: 'revisit:edit',
    summary: 'One task for each of up to 5,000 members, or for all a filter finds; all of them or none on a fault',
    input: s.Batch,
    output: s.Made,
    fails: saveFails,
    timeout: 60,
  }),
  'revisits.by-template': post('/{product}/revisits/revisits_bytemplate', {
    can: 'revisit:edit',
    summary: 'A series by a template of the settings for each member: every step is a task',
    input: s.ByTemplate,
    output: s.Made,
    fails: [...saveFails, 'no_steps'],
    timeout: 60,
  }),
  'revisits.bulk-export': outside.get('/{product}/revisits/bulk-export', {
    can: 'revisit:export',
    summary: 'Tasks by the filters of the list as an Excel file',
    input: s.RevisitFilter,
    reads: 'many',
    output: binary(),
    binary: true,
    timeout: 60,
  }),
  'revisits.list-by-patient': get('/revisit/listByPid/{pid}', {
    can: 'revisit:view',
    summary: 'Tasks of a member, past and open, newest first',
    input: s.ByPid,
    reads: 'one',
    output: s.MemberRevisits,
  }),
  'revisits.delete': get('/revisit/delete/{id}', {
    can: 'revisit:edit',
    summary: 'Deletes a task that somebody made by hand and nobody touched',
    input: s.ById,
    output: done(),
    fails: ['untouched_only'],
    pure: false,
  }),
  'revisits.move': put('/v1/{product}/revisits/move', {
    can: 'revisit:assign',
    summary: 'Ours: moves several tasks to a time, gives them to somebody or to the pool, or cancels them with a reason',
    input: s.BulkMove,
    output: s.Moved,
    fails: ['staff_elsewhere'],
  }),
  'revisits.steps': get('/v1/{product}/revisits/{rvid}/steps', {
    can: 'revisit:view',
    summary: 'Ours: the life of a task',
    input: s.ByRvid,
    reads: 'many',
    output: z.array(s.RevisitStep),
  }),
  'revisits.rules.list': get('/v1/{product}/revisit-rules', {
    can: 'revisit:view',
    summary: 'Ours: the rules that make tasks, as a store has them',
    input: s.Store,
    output: z.array(StoreRule),
  }),
  'revisits.rules.save': put('/v1/{product}/revisit-rules', {
    can: 'revisit:rules',
    summary: 'Ours: switches, times and dresses a rule of a store; what is not named stays',
    input: SaveRule,
    output: StoreRule,
  }),
  'revisits.rules.dry-run': get('/v1/{product}/revisit-rules/dry-run', {
    can: 'revisit:rules',
    summary: 'Ours: what the rules would have made for the last days, and whom they leave out; nothing is written',
    input: DryRunQuery,
    output: DryRun,
    timeout: 60,
  }),
  'revisits.types.info': get('/revisit-types/info', {
    can: 'session',
    summary: 'One type with its script, how often it is used and how many tasks of it are open and overdue',
    input: z.object({ id: id('回访类型') }),
    output: s.TypeInfo,
  }),
}
export default revisits
