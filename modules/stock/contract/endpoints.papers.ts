import { binary, get, importEndpoints, ImportResult, post, put } from '#kernel/contract/index.ts'
import { BeforeOut, BulkDelivery, ConfirmOut, Delivered, EditPrice, EditStockIn, ExportPapers, ImportStockInUpload, InvalidateIn, InvalidateOut, NewInPrices, NewOutPrices, NewStockIn, NewStockOut, PriceRecords, RevokeIn, RevokeOut, StockIn, StockInById, StockInPage, StockInQuery, StockInStatus, StockOut, StockOutById, StockOutPage, StockOutQuery, StockOutStatus } from './papers.ts'

const writeIn = { can: 'stockin:edit', once: true, fails: ['service_not_stocked', 'stock_unpowered', 'warehouse_off', 'out_of_range', 'supplier_expired', 'supplier_off'] } as const
const statusIn = { can: 'stockin:edit', once: true, fails: ['lot_missing', 'lot_expired', 'registration_expired', 'already_issued', 'service_not_stocked', 'stock_unpowered', 'supplier_expired', 'supplier_off', 'warehouse_off'] } as const
const issueFails = ['stock_short', 'stock_unpowered', 'batch_locked', 'batch_expired', 'batch_short', 'service_not_stocked', 'warehouse_off', 'take_back_too_much'] as const
const writeOut = { can: 'stockout:edit', once: true, fails: ['service_not_stocked', 'stock_unpowered', 'warehouse_off'] } as const
const moveOut = { once: true, fails: issueFails } as const
const pricing = { can: 'stock:price', once: true, fails: ['not_posted'] } as const

/** Stock-in and stock-out. GET calls that change state keep the legacy method; they are never retried nor prefetched. */
export const papers = {
  'stockin.list': get('/stockin/list', { can: 'stockin:view', summary: 'Stock-in papers', input: StockInQuery, output: StockInPage }),
  'stockin.info': get('/stockin/info/{id}', { can: 'stockin:view', summary: 'One stock-in paper with its lines and history', input: StockInById, output: StockIn }),
  'stockin.create': post('/stockin', { ...writeIn, summary: 'Writes a stock-in paper', input: NewStockIn, output: StockIn }),
  'stockin.update': put('/stockin', { ...writeIn, summary: 'Changes a draft', input: EditStockIn, output: StockIn }),
  'stockin.invalidate': get('/stockin/status/{id}', { can: 'stockin:edit', summary: 'Invalidates a paper that has not been posted', input: InvalidateIn, output: StockIn, pure: false }),
  'stockin.status': put('/stockin/status/{stockinId}', { ...statusIn, summary: 'Submits, posts, sends back, invalidates or revokes; settles a difference', input: StockInStatus, output: StockIn, query: ['status', 'differStatus', 'version', 'reason'] }),
  'stockin.return-revocation': put('/stockin/return/revocation/{id}', { can: 'stockin:revoke', once: true, summary: 'Revokes a posted paper by reversal', input: RevokeIn, output: StockIn, fails: ['already_issued'] }),
  'stockin.prices.create': post('/stockin/procurements/prices', { ...pricing, summary: 'Notes the prices agreed for a posted stock-in', input: NewInPrices, output: PriceRecords }),
  'stockin.prices.update': put('/stockin/procurements/prices/{id}', { ...pricing, summary: 'Changes an agreed price', input: EditPrice, output: PriceRecords }),
  'stockin.prices.get': get('/stockin/procurements/prices/{id}', { can: 'stockin:view', summary: 'Lines of a stock-in with the prices agreed', input: StockInById, output: PriceRecords }),
  ...importEndpoints('stockin', '/stockin/import', 'stockin:edit'),
  'stockin.import': post('/stockin/import', { can: 'stockin:edit', summary: 'Reads a delivery into one draft; with dryRun only checks it', input: ImportStockInUpload, output: ImportResult, multipart: true, timeout: 120, fails: ['warehouse_off', 'supplier_expired', 'supplier_off'] }),
  'stockin.exports': get('/stockin/exports', { can: 'stock:export', summary: 'Posted stock-in lines of a period as an Excel file', input: ExportPapers, output: binary(), binary: true, timeout: 60, fails: ['range_dates'] }),
  'stockout.list': get('/stockout/list', { can: 'stockout:view', summary: 'Stock-out papers', input: StockOutQuery, output: StockOutPage }),
  'stockout.info': get('/stockout/info/{id}', { can: 'stockout:view', summary: 'One stock-out paper with its lines and history', input: StockOutById, output: StockOut }),
  'stockout.create': post('/stockout', { ...writeOut, summary: 'Writes a stock-out paper', input: NewStockOut, output: StockOut }),
  'stockout.before-out': put('/stockout/before/out', { ...writeOut, summary: 'Changes a draft and hands it in', input: BeforeOut, output: StockOut }),
  'stockout.confirm': put('/stockout/confirm', { ...moveOut, can: 'stockout:confirm', summary: 'Issues the goods, first expired first', input: ConfirmOut, output: StockOut }),
  'stockout.invalidate': get('/stockout/status/{id}', { can: 'stockout:edit', summary: 'Invalidates a paper that has not been posted', input: InvalidateOut, output: StockOut, pure: false }),
  'stockout.status': put('/stockout/status/{stockoutId}', { ...moveOut, can: 'stockout:edit', summary: 'Submits, posts, sends back, invalidates or revokes; settles a difference', input: StockOutStatus, output: StockOut, query: ['status', 'differStatus', 'version', 'reason'] }),
  'stockout.bulk-delivery': get('/stockout/bulk-delivery', { ...moveOut, can: 'stockout:confirm', summary: 'Issues several papers, all or none', input: BulkDelivery, output: Delivered, pure: false }),
  'stockout.revocation': get('/stockout/revocation/{id}', { can: 'stockout:revoke', once: true, summary: 'Revokes a posted paper: the goods go back into their batches', input: RevokeOut, output: StockOut, pure: false, fails: ['take_back_too_much'] }),
  'stockout.prices.create': post('/stockout/procurements/prices', { ...pricing, summary: 'Notes the prices agreed for a posted stock-out', input: NewOutPrices, output: PriceRecords }),
  'stockout.prices.update': put('/stockout/procurements/prices/{id}', { ...pricing, summary: 'Changes an agreed price', input: EditPrice, output: PriceRecords }),
  'stockout.prices.get': get('/stockout/procurements/prices/{id}', { can: 'stockout:view', summary: 'Lines of a stock-out with the prices agreed', input: StockOutById, output: PriceRecords }),
  'stockout.exports': get('/stockout/exports', { can: 'stock:export', summary: 'Posted stock-out lines of a period as an Excel file', input: ExportPapers, output: binary(), binary: true, timeout: 60, fails: ['range_dates'] }),
}
