import { get, put } from '#kernel/contract/index.ts'
import { EditStore, Hours, Store, StoreQuery } from './shapes.ts'

export const institution = {
  'saler.index': get('/saler/index/{hid}', {
    can: 'session',
    summary: 'A store with its hours, print head and limits',
    input: StoreQuery,
    output: Store,
  }),
  'saler.save': put('/saler/info', {
    can: 'institution:edit',
    summary: 'Ours: name, address, logo, print head, notation and least discount of a store',
    input: EditStore,
    output: Store,
  }),
  'saler.hours': put('/saler/hours', {
    can: 'institution:edit',
    summary: 'Working hours, up to three slots',
    input: Hours,
    output: Store,
    fails: ['hours_order'],
  }),
}
export default institution
