import { remove, type Handlers } from '#kernel/server/index.ts'
import type { upkeep } from '../contract/upkeep/endpoints.ts'
import { dismissDouble, doubles } from './doubles.ts'
import { eraseMember, erasePreview, memberData } from './erase.ts'
import { batchPreview, saveView, setTags, viewsOf } from './lists.ts'
import { mergeMembers, mergePreview, mergesOf, undoMerge } from './merge.ts'

export const upkeepHandlers: Handlers<typeof upkeep> = {
  'patients.views': viewsOf,
  'patients.views.save': saveView,
  'patients.views.delete': async (cx, { id }) =>
    (await remove(cx, 'member_view', { id, ctid: cx.who.ctid })) ? null : cx.refuse('not_found', { what: '视图' }),
  'patients.tags': setTags,
  'patients.batch-preview': batchPreview,
  'patients.doubles': doubles,
  'patients.doubles.dismiss': dismissDouble,
  'patients.merge-preview': mergePreview,
  'patients.merge': mergeMembers,
  'patients.merges': mergesOf,
  'patients.merge-undo': undoMerge,
  'patients.data': (out, { pid }) => memberData(out, pid),
  'patients.erase-preview': (cx, { pid }) => erasePreview(cx, pid),
  'patients.erase': eraseMember,
}
