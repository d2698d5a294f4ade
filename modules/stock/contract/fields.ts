import {
  code,
  axis,
  choice,
  clinical,
  count,
  date,
  flag,
  id,
  moment,
  money,
  name,
  note,
  phone,
  status,
  text,
  z,
  type ClinicalName,
  inUse,
  happened,
  expires,
} from '#kernel/contract/index.ts'
import { categories } from '#modules/products/contract/fields.ts'
import { making } from '#modules/products/contract/states.ts'
import { stockIn, stockOut, differences, expiries } from './states.ts'

/** Types of stock-in document, as `stock_in.stockin_type` stores them. */
export const StockInType = { purchase: 1, transfer: 2, customerReturn: 3, surplus: 4, opening: 5, gift: 6, workshopReturn: 7 } as const
export type StockInType = (typeof StockInType)[keyof typeof StockInType]
export const stockInTypes = {
  1: '采购入库',
  2: '调拨入库',
  3: '客户退回',
  4: '盘盈入库',
  5: '期初入库',
  6: '赠品入库',
  7: '加工退回',
} as const satisfies Record<StockInType, string>
/** Types of stock-out document, as `stock_out.stockout_type` stores them. */
export const StockOutType = {
  sale: 1,
  workshop: 2,
  transfer: 3,
  supplierReturn: 4,
  scrap: 5,
  loss: 6,
  sample: 7,
  internal: 8,
} as const
export type StockOutType = (typeof StockOutType)[keyof typeof StockOutType]
export const stockOutTypes = {
  1: '销售出库',
  2: '加工领用',
  3: '调拨出库',
  4: '退供应商',
  5: '报废出库',
  6: '报损出库',
  7: '试戴样品',
  8: '内部领用',
} as const satisfies Record<StockOutType, string>
/** Types of stock-out that may take locked or expired batches, because those do not go to a member. */
export const HELD_MAY_LEAVE: ReadonlySet<number> = new Set([StockOutType.supplierReturn, StockOutType.scrap, StockOutType.loss])

const piece = (name: ClinicalName) => clinical(name, { warn: null, reason: 'what lies on a shelf is as it is' })
export const sph = piece('sphere')
/** Accepted in either notation, stored in minus cylinder. */
export const cyl = piece('cylinder')
export const power = { sph: sph.nullable(), cyl: cyl.nullable(), axis: axis().nullable() }
/** Power of a typed line; omitted for goods without one. */
export const typedPower = { sph: sph.nullable().optional(), cyl: cyl.nullable().optional(), axis: axis().nullable().optional() }

export const batchId = id('批次')
export const warehouseId = id('仓库')
export const stockinId = id('入库单')
export const stockoutId = id('出库单')
export const quantity = count('数量', { min: 1, max: 100_000, adds: true })
export const onHand = z.int().meta({ label: '库存', format: 'count', adds: true })
export const batchNo = code('批号', { max: 40 })
export const expiry = expires(date('有效期至'))
export const producedOn = happened(date('生产日期'))
export const cost = money('进价', { adds: false })
export const amount = money('金额', { max: 1_000_000_000 })
export const locked = flag('锁定')

export const warehouseFields = {
  name: name('仓库名称', { max: 30 }),
  address: text('地址', { max: 100 }).nullable(),
  manager: text('负责人', { max: 20 }).nullable(),
  phone: phone('电话').nullable(),
  status: status('状态', inUse),
}

/** A product as stock rows show it. */
export const goods = {
  productId: id('商品'),
  productName: text('商品', { max: 120, width: 220 }),
  category: choice('类别', categories),
  brand: text('品牌').nullable(),
  series: text('系列').nullable(),
  version: text('型号').nullable(),
  spec: text('规格').nullable(),
  unit: text('单位'),
  barCode: text('条码').nullable(),
}
export const classifyStatus = status('现片/订制', making)
export const expiryState = status('效期', expiries)

export const differStatus = status('差异', differences)
export const stockInStatus = status('状态', stockIn)
export const stockOutStatus = status('状态', stockOut)
export const stockinType = choice('入库类型', stockInTypes)
export const stockoutType = choice('出库类型', stockOutTypes)
export const reason = text('原因', { max: 200 })
export const staffName = text('制单人').nullable()
export const createdAt = moment('制单时间')
export const postedAt = moment('过账时间').nullable()
export const remark = note('备注', 500)
