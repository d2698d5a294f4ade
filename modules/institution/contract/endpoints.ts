import { binary, get, outside, put, z } from '#kernel/contract/index.ts'
import { PaperPath, PaperPdf, PaperRow, PapersOf, Printing, PrintingRow, SavePaper } from './shapes.papers.ts'
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
  'papers.printed': outside.post('/v1/{product}/papers/printed', {
    can: 'session',
    summary: 'Ours: a paper is printed now; how often that makes it, 0 where the store does not count',
    input: PaperPath,
    output: Printing,
  }),
  'papers.prints': get('/v1/{product}/papers/prints', {
    can: 'session',
    summary: 'Ours: when a paper was printed and by whom, the last first',
    input: PaperPath,
    output: z.array(PrintingRow),
  }),
  'papers.pdf': outside.get('/v1/{product}/papers/pdf', {
    can: 'session',
    summary: 'Ours: a declared paper as PDF, as the account would print it in the store',
    input: PaperPdf,
    output: binary(),
    binary: true,
    reads: 'many',
    timeout: 60,
    fails: ['paper_size'],
  }),
}
export default institution
