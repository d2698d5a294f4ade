import { binary, done, get, id, outside, post, z } from '#kernel/contract/index.ts'
import {
  AuditedKind,
  AuditExport,
  AuditPage,
  AuditQuery,
  BreakGlass,
  CheckViewPassword,
  SaveViewPassword,
  UnlockPage,
  UnlockQuery,
  Unlocked,
  ViewPassword,
} from './shapes.ts'

export const privacy = {
  'patients.check-view-password': outside.post('/settings/patient/checkViewPassword', {
    // The members' store, which need not be one of the account's.
    store: null,
    can: 'session',
    again: 'its input holds a password',
    summary: "Opens the members' records of a store with its view password, for half an hour",
    input: CheckViewPassword,
    output: Unlocked,
    fails: ['view_password_wrong', 'view_password_locked', 'view_password_off'],
  }),
  'privacy.break-glass': post('/v1/privacy/break-glass', {
    can: 'privacy:break-glass',
    summary: "Ours: opens one member's record without the view password, for a reason that is kept",
    input: BreakGlass,
    output: Unlocked,
  }),
  'privacy.lock': post('/v1/privacy/lock', { can: 'session', summary: 'Ours: ends the own unlocks before their time', output: done() }),
  'privacy.view-password.get': get('/v1/privacy/view-password/{hid}', {
    can: 'privacy:lock',
    summary: 'Ours: whether a store has a view password',
    input: z.object({ hid: id('门店') }),
    output: ViewPassword,
  }),
  'privacy.view-password.save': outside.put('/v1/privacy/view-password', {
    can: 'privacy:lock',
    again: 'its input holds a password',
    summary: 'Ours: sets or removes the view password of a store; former unlocks end',
    input: SaveViewPassword,
    output: ViewPassword,
  }),
  'privacy.unlocks': get('/v1/privacy/unlocks', {
    can: 'audit:view',
    summary: 'Ours: who opened locked records, how and why',
    input: UnlockQuery,
    reads: 'many',
    output: UnlockPage,
  }),
  'privacy.audit': get('/v1/privacy/audit', {
    can: 'audit:view',
    summary: 'Ours: who did what, before and after, by member, person and time',
    input: AuditQuery,
    reads: 'many',
    output: AuditPage,
  }),
  'privacy.audit.kinds': get('/v1/privacy/audit/kinds', {
    can: 'audit:view',
    summary: 'Ours: what the audit holds lines of, to filter by',
    output: z.array(AuditedKind),
  }),
  'privacy.audit.export': outside.get('/v1/privacy/audit/export', {
    can: 'audit:view',
    summary: 'Ours: the audit as Excel',
    input: AuditExport,
    reads: 'many',
    output: binary(),
    binary: true,
    timeout: 60,
  }),
}
export default privacy
