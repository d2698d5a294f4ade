import { get, put } from '#kernel/contract/index.ts'
import { Hours, Store, StoreQuery } from './shapes.ts'

export const institution = {
  'saler.index': get('/saler/index/{hid}', { can: 'session', summary: 'A store with its hours, print head and limits', input: StoreQuery, output: Store }),
  'saler.hours': put('/saler/hours', { can: 'institution:edit', summary: 'Working hours, up to three slots', input: Hours, output: Store, fails: ['hours_order'] }),
}
export default institution
