import { binary, get, outside } from '#kernel/contract/index.ts'
import { ReceivablePage, ReceivableQuery } from './shapes.receivables.ts'

const owed = { can: 'receivable:view', input: ReceivableQuery, reads: 'many' } as const
export const receivables = {
  'receivables.list': get('/{product}/receivables/{hid}', {
    ...owed,
    summary: 'Ours: what members owe a store, on account or after a deposit, the oldest first',
    output: ReceivablePage,
  }),
  'receivables.export': outside.get('/{product}/receivables/{hid}/export', {
    ...owed,
    summary: 'Ours: the same as Excel',
    output: binary(),
    binary: true,
    timeout: 60,
  }),
}
