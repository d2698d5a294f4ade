import { tables, type Functions } from '#kernel/contract/tables.ts'
import { scrapCauses } from './scrap.ts'

const derived = {
  wall: 'store',
  readOnly: true,
  unaudited: 'sums that triggers keep of the ledger and of batches, which have their own record',
} as const
export default tables({
  warehouse: { word: '仓库', wall: 'store', personal: { warehouse_id: ['manager', 'phone'] }, impersonal: ['name', 'address'] },
  batch: { word: '批次', wall: 'store', happened: { produced_on: 'life' }, ledger: { book: 'stock', key: 'batch' } },
  stock_in: { word: '入库单', wall: 'store', happened: { stockin_date: 92 } },
  stock_in_item: { word: '入库明细', wall: 'store', happened: { produced_on: 'life' } },
  stock_out: { word: '出库单', wall: 'store', happened: { stockout_date: 92 }, personal: { stockout_id: ['receiver'] } },
  stock_out_item: { word: '出库明细', wall: 'store' },
  stock_out_scan: { word: '拣货复核', wall: 'store', addedOnly: true, says: { round: { 1: '拣货', 2: '第二人复核' } } },
  scrap: {
    word: '报废单',
    wall: 'store',
    personal: { stockout_id: ['witness'] },
    happened: { destroyed_on: 92 },
    says: { cause: scrapCauses },
  },
  stocktaking: { word: '盘点单', wall: 'store' },
  stocktaking_line: { word: '盘点明细', wall: 'store', addedOnly: true },
  profit_loss: { word: '报损报溢单', wall: 'store' },
  profit_loss_item: { word: '报损报溢明细', wall: 'store' },
  epc_tag: { word: 'RFID 标签', wall: 'store', addedOnly: true },
  stock_price: { word: '库存价格', wall: 'store' },
  stock_level: { ...derived, word: '批次结存' },
  sku_level: { ...derived, word: '光度结存' },
})
export const functions: Functions = { owner: ['stock_levels_anew'] }
