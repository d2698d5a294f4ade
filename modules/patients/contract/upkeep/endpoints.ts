import { binary, del, done, get, id, outside, pageSize, post, z } from '#kernel/contract/index.ts'
import { pid } from '../fields.ts'
import { BatchUpdate } from '../shapes.ts'
import {
  BatchPreview,
  DoublePage,
  DoubleQuery,
  Erase,
  ErasePreview,
  Merge,
  Merged,
  MergePage,
  MergePreview,
  MergeUndone,
  Pair,
  SaveView,
  SetTags,
  TagsSet,
  View,
} from './shapes.ts'

const view = { can: 'patient:view' } as const
const merge = { can: 'patient:merge' } as const
const data = { can: 'patient:erase' } as const

/** Saved lists, batch changes, doubles, a member's data. */
export const upkeep = {
  'patients.views': get('/patient/views', { ...view, summary: "Ours: saved lists, one's own and shared ones", output: z.array(View) }),
  'patients.views.save': post('/patient/view', { ...view, changes: 'id', summary: 'Ours: saves a list', input: SaveView, output: View }),
  'patients.views.delete': del('/patient/view/{id}', {
    ...view,
    summary: "Ours: deletes one's own list",
    input: z.object({ id: id('视图') }),
    output: done(),
  }),
  'patients.tags': post('/patient/tags', {
    can: 'patient:save',
    summary: 'Ours: adds tags to members and takes others away',
    input: SetTags,
    output: TagsSet,
  }),
  'patients.batch-preview': post('/patient/batch_preview', {
    can: 'patient:batch',
    summary: 'Ours: what a batch change would change',
    input: BatchUpdate,
    output: BatchPreview,
  }),
  'patients.doubles': get('/patient/doubles/{hid}', {
    ...merge,
    summary: 'Ours: records of a store that may be one person with another',
    input: DoubleQuery,
    reads: 'many',
    output: DoublePage,
  }),
  'patients.doubles.dismiss': post('/patient/doubles/dismiss', {
    ...merge,
    summary: 'Ours: these two are different people',
    input: Pair,
    output: done(),
  }),
  'patients.merge-preview': get('/patient/merge/preview', {
    ...merge,
    summary: 'Ours: two records side by side and what would move',
    input: Pair,
    output: MergePreview,
    reads: 'one',
    member: ['dropPid', 'keepPid'],
    pure: false,
    fails: ['same_record', 'card_taken'],
  }),
  'patients.merge': post('/patient/merge', {
    ...merge,
    summary: 'Ours: makes two records of one person one; every reference and balance moves',
    input: Merge,
    reads: 'one',
    member: ['dropPid', 'keepPid'],
    output: Merged,
    timeout: 60,
    fails: ['same_record', 'card_taken', 'exists', 'exists_card', 'wechat_taken'],
  }),
  'patients.merges': get('/patient/merges/{hid}', {
    ...merge,
    summary: 'Ours: merges made in a store',
    input: z.object({ hid: id('门店'), ...pageSize }),
    reads: 'many',
    output: MergePage,
  }),
  'patients.merge-undo': post('/patient/merge/undo', {
    ...merge,
    summary: 'Ours: parts two records again',
    input: z.object({ id: id('合并') }),
    output: MergeUndone,
    timeout: 60,
    fails: ['merged_since', 'merged_spent', 'merged_used', 'exists', 'exists_card', 'wechat_taken'],
  }),
  'patients.data': outside.get('/patient/data/{pid}', {
    ...data,
    summary: 'Ours: everything kept of a member as one file, on request',
    input: z.object({ pid }),
    output: binary(),
    binary: true,
    timeout: 60,
    reads: 'one',
  }),
  'patients.erase-preview': get('/patient/erase/{pid}', {
    ...data,
    summary: 'Ours: what erasing would erase, what stays and why',
    input: z.object({ pid }),
    output: ErasePreview,
    reads: 'one',
  }),
  'patients.erase': post('/patient/erase', {
    ...data,
    summary: 'Ours: erases the personal facts of a member; what law keeps stays under the member number',
    input: Erase,
    reads: 'one',
    output: ErasePreview,
    fails: ['wallet_left', 'name_differs'],
  }),
}
