/** Builders for tests and demo data: typical goods, made through the endpoints. */
import type { z } from '#kernel/contract/index.ts'
import type { Product, SaveProduct } from '../contract/shapes.ts'
import type { Caller } from '../../../tests/harness.ts'

/** Calls an endpoint; implemented by tests and by the demo. */
export type ProductCaller = Caller['call']
type NewProduct = z.input<typeof SaveProduct>
type Made = Promise<Product>

let counter = 0
const next = () => ++counter

/** A frame with its size and bar code. */
export const makeFrame = (call: ProductCaller, over: Partial<NewProduct> = {}): Made =>
  call('product.save', {
    category: 1,
    name: `板材镜架 ${next()}`,
    brand: '暴龙',
    version: `BL${1000 + counter}`,
    spec: '52□18-145',
    colour: '黑',
    barCode: `F${Date.now() % 1e9}${counter}`,
    price: 698,
    cost: 210,
    minStock: 2,
    ...over,
  })

/** A single-vision stock lens: −8.00…0.00, cylinder to −2.00. */
export const makeLens = (call: ProductCaller, over: Partial<NewProduct> = {}): Made =>
  call('product.save', {
    category: 3,
    name: `1.60 非球面 ${next()}`,
    brand: '明月',
    series: 'PMC',
    lensType: 1,
    index: 1.6,
    diameter: '70',
    sphMin: -8,
    sphMax: 0,
    cylMin: -2,
    cylMax: 0,
    unit: '片',
    price: 260,
    cost: 78,
    ...over,
  })

/** A supplier licensed to deliver devices. */
const licensed = async (call: ProductCaller): Promise<number> =>
  (await call('supplier.save', { name: `医疗器械有限公司 ${next()}`, licenceNo: '粤械经营许 1', licenceExpires: '2099-12-31' })).supplierId

/** A daily soft lens, class III, received with lot and expiry. */
export const makeContactLens = async (call: ProductCaller, over: Partial<NewProduct> = {}): Made =>
  call('product.save', {
    category: 4,
    name: `日抛 30 片 ${next()}`,
    brand: '海昌',
    baseCurve: '8.6',
    diameter: '14.2',
    sphMin: -10,
    sphMax: 0,
    deviceClass: 3,
    registrationNo: '国械注进20173221234',
    supplierId: await licensed(call),
    unit: '盒',
    price: 189,
    cost: 96,
    ...over,
  })

/** A bottle of care solution, received with lot and expiry. */
export const makeSolution = async (call: ProductCaller, over: Partial<NewProduct> = {}): Made =>
  call('product.save', {
    category: 5,
    name: `多功能护理液 360ml ${next()}`,
    brand: '博士伦',
    deviceClass: 3,
    registrationNo: '国械注准20193160001',
    supplierId: await licensed(call),
    unit: '瓶',
    price: 78,
    cost: 41,
    ...over,
  })
