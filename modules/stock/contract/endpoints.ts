import { binary, del, done, get, patch, post, put, z } from '#kernel/contract/index.ts'
import { papers } from './endpoints.papers.ts'
import { Adjust, Adjusted, BatchQuery, ByBatch, ByProduct, ByWarehouse, EditWarehouse, ExportStock, GridQuery, InvalidQuery, LimitPage, LimitQuery, MovementPage, MovementQuery, NewWarehouse, PickList, PickQuery, Powers, PowersQuery, ProductStockPage, ProductStockQuery, PurchasePage, PurchaseQuery, SaveBatch, SkuQuery, StockGrid, StockPage, StockQuery, StockRow, StockViewQuery, SupplierPurchasePage, SupplierPurchaseQuery, Warehouse, WarehousePage, WarehouseQuery, WarehousesOf } from './shapes.ts'

const view = { can: 'stock:view' } as const

export const stock = {
  ...papers,
  'stock.list': get('/stock/list', { ...view, summary: 'Stock by product, power and batch', input: StockQuery, output: StockPage }),
  'stock.view': get('/{product}/stocks/', { ...view, summary: 'Stock by power, batch or product', input: StockViewQuery, output: StockPage }),
  'stock.products': get('/{product}/stocks/products/{id}', { ...view, summary: 'Batches of a product in a store', input: ByProduct, output: PickList }),
  'stock.batch-inventory': get('/batch-inventory', { ...view, summary: 'Batches goods can be issued from now, the one to take first first', input: PickQuery, output: PickList }),
  'stock.inventorys': get('/stock/inventorys', { ...view, summary: 'Power grid of a lens', input: GridQuery, output: StockGrid, timeout: 60 }),
  'stock.inventorys.get': get('/stock/inventorys/{id}', { ...view, summary: 'What moved of a product, newest first', input: MovementQuery, output: MovementPage, timeout: 60 }),
  'stock.low': get('/stock/list/lowStock', { ...view, summary: 'Products below their lower limit', input: LimitQuery, output: LimitPage }),
  'stock.high': get('/stock/list/highStock', { ...view, summary: 'Products above their upper limit', input: LimitQuery, output: LimitPage }),
  'stock.invalid': get('/stock/list/invalidStock', { ...view, summary: 'Batches expired, soon to expire or locked', input: InvalidQuery, output: StockPage }),
  'stock.export': get('/stock/export/{hid}', { can: 'stock:export', summary: 'Stock of a store by batch as an Excel file', input: ExportStock, output: binary(), binary: true, timeout: 60 }),
  'stock.view-sku': get('/stock/view-sku', { ...view, summary: 'Stock of a scanned bar code or lot', input: SkuQuery, output: PickList }),
  'stock.adjust': patch('/stock/adjust', { can: 'stock:adjust', once: true, summary: 'Posts the difference between what was counted and the balance', input: Adjust, output: Adjusted }),
  'stock.procurements-batch': get('/stock/procurements/batch', { can: 'stockin:view', summary: 'What was bought, line by line', input: PurchaseQuery, output: PurchasePage, fails: ['range_dates'] }),
  'supplier.purchase': get('/supplier/purchase', { can: 'stockin:view', summary: 'What was bought from each supplier in a period', input: SupplierPurchaseQuery, output: SupplierPurchasePage, fails: ['range_dates'] }),
  'product.list.stock': get('/product/list/stock', { ...view, summary: 'Products with their stock in a store', input: ProductStockQuery, output: ProductStockPage, timeout: 30 }),
  'products.cyl-and-standard': get('/products/cyl-and-standard', { ...view, summary: 'Powers a brand and model are in stock in', input: PowersQuery, output: Powers }),
  'batch.list': get('/batch/list', { ...view, summary: 'Batches, empty ones too', input: BatchQuery, output: StockPage }),
  'batch.create': post('/batch', { can: 'stock:batch', summary: 'Opens a batch, corrects or locks one', input: SaveBatch, output: StockRow, fails: ['warehouse_off', 'service_not_stocked', 'stock_unpowered'] }),
  'batch.delete': del('/batch/{id}', { can: 'stock:batch', summary: 'Deletes a batch that nothing ever moved through', input: ByBatch, output: done(), fails: ['batch_in_use'] }),
  'warehouses.list': get('/v1/{product}/warehouses', { ...view, summary: 'Warehouses the account may see', input: WarehouseQuery, output: WarehousePage }),
  'warehouses.their': get('/v1/{product}/warehouses/their/{id}', { ...view, summary: 'Warehouses of a store', input: WarehousesOf, output: z.array(Warehouse) }),
  'warehouses.affiliated': get('/v1/{product}/warehouses/affiliated-hospital/{id}', { ...view, summary: 'Warehouses of a store and of the stores the account works in', input: WarehousesOf, output: z.array(Warehouse) }),
  'warehouses.create': post('/v1/{product}/warehouses', { can: 'warehouse:edit', summary: 'Opens a warehouse', input: NewWarehouse, output: Warehouse, fails: ['warehouse_exists'] }),
  'warehouses.update': put('/v1/{product}/warehouses/{id}', { can: 'warehouse:edit', summary: 'Changes a warehouse', input: EditWarehouse, output: Warehouse, fails: ['warehouse_exists', 'warehouse_first'] }),
  'warehouses.delete': del('/v1/{product}/warehouses/{id}', { can: 'warehouse:edit', summary: 'Deletes an empty warehouse', input: ByWarehouse, output: done(), fails: ['warehouse_first', 'warehouse_not_empty'] }),
}
export default stock
