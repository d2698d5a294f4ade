import { tables, type Functions } from '#kernel/contract/tables.ts'
import { scrapCauses } from './scrap.ts'
import { transferOutcomes } from './transfer.ts'

const derived = {
  wall: 'store',
  readOnly: true,
  unaudited: 'sums that triggers keep of the ledger and of batches, which have their own record',
} as const
export default tables({
  warehouse: { word: '仓库', wall: 'store', personal: { warehouse_id: ['manager', 'phone'] }, impersonal: ['name', 'address'] },
  batch: {
    posts: true,
    canonical: { batch_no: 'code' },
    word: '批次',
    wall: 'store',
    happened: { produced_on: 'life' },
    ledger: { book: 'stock', key: 'batch' },
  },
  stock_in: {
    posts: true,
    books: true,
    word: '入库单',
    wall: 'store',
    happened: { stockin_date: 0 },
    // The difference of a transfer: neither who sent nor who counted decides on it.
    approval: {
      frozen: ['stockout_id'],
      lines: { stock_in_item: { key: 'stockin_id', columns: ['quantity', 'rejected', 'surplus'] } },
      by: ['decided_by'],
      refusal: 'differ_own',
    },
  },
  stock_in_item: {
    posts: true,
    word: '入库明细',
    wall: 'store',
    happened: { produced_on: 'life' },
    says: { outcome: transferOutcomes },
  },
  stock_out: {
    posts: true,
    word: '出库单',
    wall: 'store',
    books: true,
    happened: { stockout_date: 0 },
    personal: { stockout_id: ['receiver'] },
    // Scrap and losses: `scrap_approved` and `loss_approved` ask.
    approval: {
      frozen: ['stockout_type', 'warehouse_id', 'supplier_id', 'to_hid'],
      lines: {
        stock_out_item: { key: 'stockout_id', columns: ['product_id', 'sph', 'cyl', 'axis', 'batch_id', 'quantity', 'price'] },
      },
      refusal: 'loss_own',
    },
  },
  stock_out_item: { posts: true, word: '出库明细', wall: 'store' },
  stock_out_scan: { word: '拣货复核', wall: 'store', addedOnly: true, says: { round: { 1: '拣货', 2: '第二人复核' } } },
  scrap: {
    posts: true,
    word: '报废单',
    wall: 'store',
    personal: { stockout_id: ['witness'] },
    happened: { destroyed_on: 92 },
    says: { cause: scrapCauses },
  },
  stocktaking: { word: '盘点单', wall: 'store' },
  stocktaking_line: { word: '盘点明细', wall: 'store', addedOnly: true },
  profit_loss: {
    posts: true,
    word: '报损报溢单',
    wall: 'store',
    approval: {
      frozen: ['warehouse_id', 'count_id'],
      lines: { profit_loss_item: { key: 'profit_loss_id', columns: ['batch_id', 'quantity', 'cause'] } },
      by: ['first_by', 'confirmed_by'],
      refusal: 'loss_own',
    },
  },
  profit_loss_item: { posts: true, word: '报损报溢明细', wall: 'store' },
  epc_tag: { word: 'RFID 标签', wall: 'store', addedOnly: true },
  stock_price: { posts: true, word: '库存价格', wall: 'store' },
  stock_level: { ...derived, word: '批次结存' },
  sku_level: { ...derived, word: '光度结存' },
})
export const functions: Functions = {
  app: ['send_transfer', 'cancel_transfer', 'stock_transfers', 'transfer_supplier'],
  owner: ['stock_levels_anew'],
}
