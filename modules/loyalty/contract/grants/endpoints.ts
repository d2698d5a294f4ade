import { get } from '#kernel/contract/index.ts'
import { GrantPage, GrantQuery } from './shapes.ts'

/** Refusals of what is given by hand. */
export const grantFails = ['grant_over', 'grant_reason', 'approval_needed', 'approval_self', 'approver_may_not'] as const
export const grants = {
  'hand-grants.list': get('/v1/{product}/hand-grants', {
    can: 'grant:view',
    summary: 'Ours: what members of the present store were given by hand, newest first, with what it is worth',
    input: GrantQuery,
    reads: 'many',
    output: GrantPage,
  }),
}
