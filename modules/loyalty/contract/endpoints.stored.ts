/** Stored value beyond top-ups: schemes, corrections, codes, withdrawal plans, statements. */
import { del, done, get, outside, post, put } from '#kernel/contract/index.ts'
import { PayCode } from '#modules/payments/contract/shapes.ts'
import { ChargeBillInfo, TopUp, topUpFails } from './shapes.ts'
import { grantFails } from './grants/endpoints.ts'
import * as s from './shapes.stored.ts'

export const stored = {
  'storage-scheme.list': get('/v1/{product}/storage_scheme', {
    can: 'session',
    summary: 'Storage schemes of a store',
    input: s.SchemesQuery,
    output: s.StorageSchemes,
  }),
  'storage-scheme.get': get('/v1/{product}/storage_scheme/{id}', {
    can: 'session',
    summary: 'One storage scheme',
    input: s.ById,
    output: s.StorageScheme,
  }),
  'storage-scheme.create': post('/v1/{product}/storage_scheme', {
    can: 'stored:scheme',
    summary: 'A new storage scheme of the present store',
    input: s.NewScheme,
    output: s.StorageScheme,
  }),
  'storage-scheme.update': put('/v1/{product}/storage_scheme/{id}', {
    changes: 'id',
    can: 'stored:scheme',
    summary: 'Changes a storage scheme; bills keep what they were',
    input: s.EditScheme,
    output: s.StorageScheme,
  }),
  'storage-scheme.delete': del('/v1/{product}/storage_scheme/{id}', {
    can: 'stored:scheme',
    summary: 'Deletes a storage scheme no bill used',
    input: s.ById,
    output: done(),
  }),
  'chargebill.amend': put('/chargebill/amendAmount', {
    can: 'stored:amend',
    summary: 'Corrects the amounts of a top-up, with the reason; the difference is posted',
    input: s.Amend,
    reads: 'written',
    output: ChargeBillInfo,
    fails: ['amend_kind', 'amend_same', 'amend_scanned', 'topup_limit', 'topup_least', 'topup_most', 'gift_over', ...grantFails],
  }),
  'chargebill.scan': outside.post('/chargebill/scan', {
    can: 'stored:topup',
    summary: 'Ours: a code the member scans to top up; paid, it books itself',
    input: TopUp.extend({ payWay: s.ScanTopUpWay }),
    output: PayCode,
    fails: topUpFails,
  }),
  'chargebill.withdrawal-plan': get('/chargebill/withdrawal/plan', {
    can: 'stored:withdraw',
    reads: 'one',
    summary: 'Ours: what a withdrawal would do, what cannot go back and why',
    input: s.WithdrawalQuery,
    output: s.WithdrawalPlan,
    fails: ['principal_short', 'payer_short', 'not_refundable'],
  }),
  'loyalty.statement': get('/patient/{pid}/statement', {
    can: 'stored:view',
    reads: 'one',
    summary: 'Ours: the statement of a member, every cent and every point',
    input: s.StatementQuery,
    output: s.MemberStatement,
  }),
}
