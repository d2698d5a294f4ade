import { del, done, get, post, put } from '#kernel/contract/index.ts'
import {
  CountSheet,
  EditProfitLoss,
  EditStocktaking,
  NewProfitLoss,
  NewStocktaking,
  ProfitLoss,
  ProfitLossById,
  ProfitLossPage,
  ProfitLossQuery,
  SimpleInfo,
  SimpleInfoQuery,
  Stocktaking,
  StocktakingById,
  StocktakingPage,
  StocktakingQuery,
  UpdatedCount,
} from './counts.ts'
import { lawFails } from './refusals.ts'

const view = { can: 'stock:view' } as const
const write = { can: 'stock:loss', fails: ['warehouse_off', 'loss_same_batch', 'count_elsewhere'] } as const

/** Stocktakes, loss and overflow. */
export const counts = {
  'stocktaking.list': get('/stocktaking/list', { ...view, summary: 'Stocktakes', input: StocktakingQuery, output: StocktakingPage }),
  'stocktaking.create': post('/stocktaking', {
    can: 'stock:count',
    summary: 'Begins a stocktake',
    input: NewStocktaking,
    output: Stocktaking,
    fails: ['warehouse_off'],
  }),
  'stocktaking.update': put('/stocktaking', {
    changes: 'countId',
    can: 'stock:count',
    summary: 'Notes pieces found, finishes, reopens, completes or voids; completing writes the paper of loss and overflow',
    input: EditStocktaking,
    output: UpdatedCount,
    fails: ['count_scope', 'count_unknown', 'count_unpowered', 'count_elsewhere', 'count_recount', 'count_empty', 'count_negative'],
  }),
  'stocktaking.info': get('/stocktaking/info/{id}', {
    ...view,
    summary: 'One stocktake with the latest count of every batch',
    input: StocktakingById,
    output: Stocktaking,
  }),
  'stocktaking.sheet': get('/stocktaking/sheet/{id}', {
    ...view,
    summary: 'Ours: the goods a stocktake is of, without what the ledger says: the blind sheet',
    input: StocktakingById,
    output: CountSheet,
    fails: ['count_sheet_large'],
  }),
  'stocktaking.delete': del('/stocktaking/delete/{id}', {
    can: 'stock:count',
    summary: 'Deletes a stocktake without lines',
    input: StocktakingById,
    output: done(),
    fails: ['count_has_lines'],
  }),
  'stocktaking.simple-info': get('/stocktaking/simple_info', {
    ...view,
    summary: 'Head and progress of a stocktake; without an id the last open one of the store',
    input: SimpleInfoQuery,
    output: SimpleInfo,
  }),
  'profitloss.create': post('/profitloss', {
    ...write,
    summary: 'Writes a paper of loss and overflow',
    input: NewProfitLoss,
    output: ProfitLoss,
  }),
  'profitloss.list': get('/profitloss/list', {
    ...view,
    summary: 'Papers of loss and overflow',
    input: ProfitLossQuery,
    output: ProfitLossPage,
  }),
  'profitloss.info': get('/profitloss/info/{id}', {
    ...view,
    summary: 'One paper of loss and overflow with its lines and history',
    input: ProfitLossById,
    output: ProfitLoss,
  }),
  'profitloss.update': put('/profitloss', {
    changes: 'profitLossId',
    can: 'stock:loss',
    summary: 'Changes a waiting paper; status 1 confirms it and posts its movements, by another person; 9 voids it',
    input: EditProfitLoss,
    output: ProfitLoss,
    fails: ['loss_same_batch', 'count_elsewhere', 'loss_own', 'loss_twice', 'loss_short', 'loss_of_count', ...lawFails],
  }),
}
