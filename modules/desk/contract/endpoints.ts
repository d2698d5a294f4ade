import { get, page, post, z } from '#kernel/contract/index.ts'
import {
  ByJob,
  ClosingList,
  StoppedList,
  Days,
  DeadJob,
  OfAnyStore,
  OfStore,
  OfStoreAndMember,
  ResultList,
  StockWarn,
  Stores,
  Today,
} from './shapes.ts'

export const desk = {
  'home.today': get('/today', {
    can: 'desk:view',
    summary: 'The day of a store: queue, jobs by stage, takings, what is late',
    input: OfStore,
    reads: 'many',
    output: Today,
  }),
  'home.stock-warn': get('/{product}/home_page/stock_warn', {
    can: 'desk:view',
    summary: 'Stock that is low, high, expiring or held',
    input: OfAnyStore,
    output: StockWarn,
  }),
  'home.days': get('/today/days', {
    can: 'desk:view',
    summary: 'Ours: visits and glasses orders of the last 14 days',
    input: OfStore,
    output: Days,
  }),
  'home.closing': get('/today/closing', {
    can: 'reservation:view',
    summary: 'Ours: members of today who have paid or taken their glasses, with the visit to complete and the review to book',
    input: OfStoreAndMember,
    reads: 'many',
    output: ClosingList,
  }),
  'home.results': get('/today/results', {
    can: 'exam:sign',
    summary: 'Ours: examinations of a store in the last seven days with unusual values that nobody has signed, today first',
    input: OfStore,
    reads: 'many',
    output: ResultList,
  }),
  'home.stopped': get('/today/stopped', {
    can: 'feebill:view',
    summary: 'Ours: orders of a store that are stopped because what they stand on has fallen, with what the till offers',
    input: OfStore,
    reads: 'many',
    output: StoppedList,
  }),
  'home.stores': get('/today/stores', {
    can: 'revenue:view',
    summary: 'Ours: the stores of the account side by side, 30 days and the 30 before them',
    input: z.object({}),
    output: Stores,
  }),
  'jobs.failed': get('/jobs/failed', {
    can: 'jobs:view',
    summary: 'Ours: background work that gave up after its last attempt',
    input: z.object({}),
    output: page(DeadJob),
  }),
  'jobs.retry': post('/jobs/retry', {
    can: 'jobs:run',
    summary: 'Ours: queues work that gave up once more',
    input: ByJob,
    output: z.null(),
  }),
  'jobs.drop': post('/jobs/drop', { can: 'jobs:run', summary: 'Ours: forgets work that gave up', input: ByJob, output: z.null() }),
}
export default desk
