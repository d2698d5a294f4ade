import { missing } from '../check/check.ts'
import { orderKind, type OrderKind } from './kind.ts'

/** Goods without a power of their own, for the shelf unless their kind says otherwise. */
const goods = {
  flow: 'supply',
  member: 'none',
  basis: ['supplier'],
  parameters: [],
  needed: [],
  checks: [missing],
  reviewed: 'never',
  bill: 'none',
  receipt: { scan: ['gtin', 'lot', 'expiry'], told: [], untold: {}, to: 'shelf' },
  file: ['excel', 'csv'],
  papers: [],
  columns: ['productName', 'pieces', 'brand'],
  filters: ['brand', 'version', 'ctid'],
} as const satisfies Partial<OrderKind>

export const care = orderKind({
  ...goods,
  kind: 'care',
  label: '护理品订单',
  noun: 'care product order',
  calls: { style: 'goods', name: 'care-orders', path: '/{product}/care-orders' },
  categories: [5],
  member: 'optional',
  bill: 'member',
  columns: ['patientName', 'productName', 'pieces', 'brand', 'mode'],
  filters: ['customer', 'brand', 'version', 'ctid', 'order_mode_type'],
})
export const device = orderKind({
  ...goods,
  kind: 'device',
  label: '器械订单',
  noun: 'device order',
  calls: { style: 'goods', name: 'device-orders', path: '/{product}/apparatus-orders' },
  categories: [11],
  receipt: { scan: ['gtin', 'serial', 'lot', 'expiry'], told: [], untold: {}, to: 'shelf' },
})
export const frame = orderKind({
  ...goods,
  kind: 'frame',
  label: '镜架订单',
  noun: 'frame order at a supplier',
  calls: { style: 'goods', name: 'frame-supplier-orders', path: '/{product}/frame-orders' },
  categories: [1, 6],
  receipt: { scan: ['gtin'], told: [], untold: {}, to: 'shelf' },
})
/** Goods the law watches: care solutions and contact lenses for the shelf. */
export const gsp = orderKind({
  ...goods,
  kind: 'gsp',
  label: 'GSP 订单',
  noun: 'GSP order',
  calls: { style: 'goods', name: 'gsp-orders', path: '/{product}/gsp-orders' },
  categories: [4, 5, 10],
  parameters: ['sph', 'cyl', 'axis'],
  receipt: { scan: ['gtin', 'lot', 'expiry'], told: ['sph', 'cyl', 'axis'], untold: {}, to: 'shelf' },
  papersChecked: true,
})
export const other = orderKind({
  ...goods,
  kind: 'other',
  label: '其他订单',
  noun: 'other order',
  calls: { style: 'goods', name: 'other-orders', path: '/{product}/other-orders' },
  categories: [2, 7, 8],
})
