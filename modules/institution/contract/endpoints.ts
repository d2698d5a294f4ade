import { get, put, z } from '#kernel/contract/index.ts'
import { PaperRow, PapersOf, SavePaper } from './shapes.papers.ts'
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
  'papers.list': get('/v1/{product}/papers', {
    can: 'session',
    summary: 'Ours: every paper, the sizes it may be printed on and how a store prints it',
    input: PapersOf,
    output: z.array(PaperRow),
  }),
  'papers.save': put('/v1/{product}/papers', {
    changes: 'paper',
    can: 'print:edit',
    summary: 'Ours: size, copies, parts and prices of a paper in a store',
    input: SavePaper,
    output: PaperRow,
    fails: ['paper_size', 'paper_part'],
  }),
}
export default institution
