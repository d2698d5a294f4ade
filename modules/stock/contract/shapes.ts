import { choice, count, date, id, inUse, moment, page, perPage, scannedCode, text, z } from '#kernel/contract/index.ts'
import { bought, productCategory } from '#modules/products/contract/fields.ts'
import { Product } from '#modules/products/contract/shapes.ts'
import {
  amount,
  batchId,
  batchNo,
  classifyStatus,
  cost,
  cyl,
  expiry,
  expiryState,
  goods,
  locked,
  onHand,
  power,
  producedOn,
  reason,
  sph,
  typedPower,
  warehouseFields,
  warehouseId,
} from './fields.ts'

/** A warehouse of a store, with its contents. */
export const Warehouse = z.object({
  warehouseId,
  hid: id('门店'),
  hospitalName: text('门店'),
  ...warehouseFields,
  first: z.boolean().meta({ label: '默认仓库', format: 'flag' }),
  quantity: onHand,
})
export type Warehouse = z.output<typeof Warehouse>
export const WarehouseQuery = z.object({ hid: id('门店').optional(), status: warehouseFields.status.optional(), ...perPage })
export const WarehousePage = page(Warehouse)
export const WarehousesOf = z.object({ id: id('门店') })
export const NewWarehouse = z.object({
  hid: id('门店'),
  name: warehouseFields.name,
  address: warehouseFields.address.optional(),
  manager: warehouseFields.manager.optional(),
  phone: warehouseFields.phone.optional(),
})
export const EditWarehouse = z.object({
  id: warehouseId,
  name: warehouseFields.name,
  address: warehouseFields.address.optional(),
  manager: warehouseFields.manager.optional(),
  phone: warehouseFields.phone.optional(),
  status: warehouseFields.status.default(inUse.is.on),
})
export const ByWarehouse = z.object({ id: warehouseId })

/** Stock of one batch, or summed by power or product (then without lot, expiry and warehouse). */
export const StockRow = z.object({
  rowKey: text('键'),
  ...goods,
  classifyStatus,
  ...power,
  batchId: batchId.nullable(),
  batchNo: batchNo.nullable(),
  expiry: expiry.nullable(),
  expiryState,
  warehouseId: warehouseId.nullable(),
  warehouseName: text('仓库').nullable(),
  supplierName: text('供应商').nullable(),
  batches: count('批次数'),
  quantity: onHand,
  available: z.int().meta({ label: '可出库', format: 'count', adds: true }),
  cost: bought(cost),
  price: cost.meta({ label: '零售价', format: 'money', unit: '元', decimals: 2 }),
  amount: bought(amount.meta({ label: '库存金额', format: 'money', unit: '元', decimals: 2 })),
  locked,
  lockReason: text('锁定原因').nullable(),
  heldFor: text('留给').nullable(),
  minStock: count('库存下限').nullable(),
  maxStock: count('库存上限').nullable(),
})
export type StockRow = z.output<typeof StockRow>
export const StockPage = page(StockRow)

const filters = {
  hid: id('门店'),
  category: productCategory.optional(),
  productCategoryChild: text('小类').optional(),
  brand: text('品牌').optional(),
  version: text('型号').optional(),
  supplier_id: id('供应商').optional(),
  classify_status: classifyStatus.optional(),
  warehouse_id: warehouseId.optional(),
  product_id: id('商品').optional(),
  text: text('商品、条码、批号或拼音首字母').optional(),
  sph: sph.optional(),
  cyl: cyl.optional(),
}
/** GET /stock/list: `type` 0 all batches, 1 non-empty ones, 2 empty ones. */
export const StockQuery = z.object({ ...filters, type: choice('库存', { 0: '全部', 1: '有库存', 2: '无库存' }).default(1), ...perPage })
export type StockQuery = z.output<typeof StockQuery>
/** GET /{product}/stocks/: `query_type` 1 by product and power, 2 by batch, 3 by product. */
export const StockViewQuery = z.object({
  ...filters,
  query_type: choice('查看方式', { 1: '按光度', 2: '按批次', 3: '按商品' }).default(1),
  product_category: productCategory.optional(),
  type: choice('库存', { 0: '全部', 1: '有库存', 2: '无库存' }).default(0),
  ...perPage,
})
export type StockViewQuery = z.output<typeof StockViewQuery>

/** Stock of a lens by power: the axes of the grid and its filled cells. */
export const GridQuery = z.object({ product_id: id('商品'), warehouse_id: warehouseId.optional(), hid: id('门店').optional() })
const GridCell = z.object({ sph, cyl, quantity: onHand, available: z.int().meta({ label: '可出库', format: 'count' }) })
export const StockGrid = z.object({
  productId: id('商品'),
  productName: text('商品', { max: 120 }),
  unit: text('单位'),
  sph: z.array(z.number()).meta({ label: '球镜' }),
  cyl: z.array(z.number()).meta({ label: '柱镜' }),
  cells: z.array(GridCell).meta({ label: '光度' }),
  total: onHand,
})
export type StockGrid = z.output<typeof StockGrid>

/** Movements: ledger lines of the batches of a product. */
export const Movement = z.object({
  lineId: id('流水'),
  at: moment('时间'),
  reason: text('事由'),
  ref: text('单据').nullable(),
  batchId,
  batchNo: batchNo.nullable(),
  ...power,
  warehouseName: text('仓库'),
  amount: z.int().meta({ label: '变动', format: 'count' }),
  balance: z.int().meta({ label: '批次结存', format: 'count' }),
  name: text('经手人').nullable(),
  note: text('备注', { max: 500 }).nullable(),
})
export const MovementQuery = z.object({ id: id('商品'), batchId: batchId.optional(), hid: id('门店').optional(), ...perPage })
export const MovementPage = page(Movement)

/** A product below its lower or above its upper stock limit in the store. */
export const LimitRow = z.object({
  ...goods,
  quantity: onHand,
  available: z.int().meta({ label: '可出库', format: 'count', adds: true }),
  minStock: count('库存下限').nullable(),
  maxStock: count('库存上限').nullable(),
  difference: z.int().meta({ label: '差额', format: 'count' }),
  supplierName: text('供应商').nullable(),
})
export const LimitPage = page(LimitRow)
export const LimitQuery = z.object({
  hid: id('门店').optional(),
  category: productCategory.optional(),
  text: text('商品').optional(),
  ...perPage,
})
/** Batches that are locked, expired or expire within `days`. */
export const InvalidQuery = z.object({
  hid: id('门店').optional(),
  category: productCategory.optional(),
  text: text('商品').optional(),
  days: count('提前天数', { max: 730 }).default(90),
  ...perPage,
})

/** PATCH /stock/adjust: `stockNumber` is the counted quantity; the difference is posted as gain or loss. */
export const Adjust = z.object({
  hid: id('门店'),
  productId: id('商品'),
  batchId,
  stockNumber: count('实际数量', { max: 100_000 }),
  note: reason.min(1).default('盘点调整'),
})
export const Adjusted = z.object({
  batchId,
  before: onHand,
  quantity: onHand,
  difference: z.int().meta({ label: '差额', format: 'count' }),
  entryId: id('流水').nullable(),
  /** The paper of loss and overflow that waits for another person; then nothing was posted yet. */
  profitLossId: id('报损报溢单').nullable(),
  profitLossNo: text('报损报溢单号').nullable(),
})

/** Issuable batches of a product, in issue order. */
export const PickQuery = z.object({
  hid: id('门店').optional(),
  product_id: id('商品'),
  ...typedPower,
  warehouse_id: warehouseId.optional(),
})
export const PickList = page(StockRow)
export const ByProduct = z.object({ id: id('商品'), hid: id('门店').optional() })
export const SkuQuery = z.object({ code: scannedCode('条码'), hid: id('门店').optional() })
/** Products with their stock in a store. */
export const ProductStock = Product.extend({ quantity: onHand, available: z.int().meta({ label: '可出库', format: 'count' }) })
export type ProductStock = z.output<typeof ProductStock>
export const ProductStockQuery = z.object({
  hid: id('门店').optional(),
  category: productCategory.optional(),
  text: text('名称、品牌、型号、条码或拼音首字母').optional(),
  brand: text('品牌').optional(),
  version: text('型号').optional(),
  ...perPage,
})
export const ProductStockPage = page(ProductStock)
/** Spheres (`standard`) and cylinders in stock for a brand and model. */
export const PowersQuery = z.object({ hid: id('门店'), brand: text('品牌').optional(), version: text('型号').optional() })
export const Powers = z.object({ standard: z.array(z.number()).meta({ label: '球镜' }), cyl: z.array(z.number()).meta({ label: '柱镜' }) })

export const BatchQuery = z.object({
  hid: id('门店').optional(),
  product_id: id('商品').optional(),
  text: text('批号或商品').optional(),
  locked: locked.optional(),
  ...perPage,
})
/** POST /batch: opens an empty batch or, with a batchId, corrects its lot and dates and locks or unlocks it. */
export const SaveBatch = z.object({
  batchId: batchId.optional(),
  productId: id('商品'),
  warehouseId: warehouseId.optional(),
  ...typedPower,
  batchNo: batchNo.nullable().optional(),
  producedOn: producedOn.nullable().optional(),
  expiry: expiry.nullable().optional(),
  cost: cost.default(0),
  locked: locked.default(false),
  lockReason: reason.nullable().optional(),
})
export const ByBatch = z.object({ id: batchId })

/** Purchases of a product: posted stock-in lines. */
export const Purchase = z.object({
  stockinId: id('入库单'),
  stockinNo: text('入库单号'),
  stockinDate: date('入库日期'),
  supplierName: text('供应商').nullable(),
  ...goods,
  ...power,
  batchNo: batchNo.nullable(),
  expiry: expiry.nullable(),
  quantity: onHand,
  cost: bought(cost),
  amount: bought(amount),
})
export const PurchaseQuery = z.object({
  hid: id('门店').optional(),
  product_id: id('商品').optional(),
  supplier_id: id('供应商').optional(),
  start_date: date('开始日期').optional(),
  end_data: date('结束日期').optional(),
  ...perPage,
})
export const PurchasePage = page(Purchase)
export const ExportStock = StockQuery.omit({ per_page: true, page: true })
/** GET /supplier/purchase: purchases per supplier in a period. */
export const SupplierPurchase = z.object({
  supplierId: id('供应商'),
  supplierName: text('供应商', { width: 200 }),
  papers: count('单数'),
  quantity: onHand.meta({ label: '数量', format: 'count' }),
  amount,
  open: count('差异待处理'),
})
export const SupplierPurchaseQuery = z.object({
  hid: id('门店').optional(),
  supplier_id: id('供应商').optional(),
  start_date: date('开始日期').optional(),
  end_data: date('结束日期').optional(),
  ...perPage,
})
export const SupplierPurchasePage = page(SupplierPurchase)
