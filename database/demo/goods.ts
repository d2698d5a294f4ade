/** Goods of the demo: frames, lenses and care from the price list, and what stands of them on the shelves of each store. */
import type { createOrganisation } from '#modules/account/server/door.ts'
import { stockGrid } from '#modules/products/contract/catalog.ts'
import { approveBought } from '#modules/gsp/server/make.ts'
import { making } from '#modules/products/contract/states.ts'
import { receive } from '#modules/stock/server/door.ts'
import type { Shop } from './clinic.ts'
import { Chance, shiftDay } from './random.ts'
import { orderedOf, suppliersOf, type Ordered } from './suppliers.ts'
import { inTurn, there, type Teller } from './teller.ts'

export interface Goods {
  frames: Array<{ productId: number; name: string; a: number; dbl: number; ed: number }>
  /** Stock lenses, then custom ones; children get the myopia control lenses. */
  stock: number[]
  control: number[]
  progressive: number[]
  care: number[]
  suppliers: number[]
  /** What is only ordered: contact lenses, devices, cases. */
  ordered: Ordered
}

const FRAMES = [
  ['暴龙', '钛架', 680],
  ['派丽蒙', 'TR90', 460],
  ['精工', '纯钛', 980],
  ['海伦凯勒', '板材', 520],
  ['儿童', '硅胶架', 320],
] as const
const LENSES = [
  ['依视路', '1.56 钻晶', 1.56, 198],
  ['蔡司', '1.60 清锐', 1.6, 360],
  ['凯米', '1.67 防蓝光', 1.67, 480],
] as const
const CONTROL = [
  ['依视路', '星趣控 1.59', 1.59, 1999],
  ['豪雅', '新乐学 1.59', 1.59, 1860],
  ['蔡司', '小乐圆 1.60', 1.6, 1780],
] as const
const PROGRESSIVE = [
  ['尊显渐进 1.60', 2280],
  ['万里路渐进 1.67', 3980],
] as const
const CARE = [
  ['多功能护理液 360ml', 88],
  ['双氧水护理液 355ml', 128],
  ['润眼液 10ml', 68],
] as const
const lens = { category: 3 as const, unit: '片', diameter: '65/70/75', sphMin: -10, sphMax: 6, cylMin: -4, cylMax: 0 }

type InTenant = Awaited<ReturnType<typeof createOrganisation>>['tx']
/** The price list of the chain, and the opening stock of every store. */
export async function stockUp(shops: readonly Shop[], tx: InTenant, day: string): Promise<Goods> {
  const keeper = shops[0]!.as('manager', `${day} 08:00:00`)
  const asking = shops[0]!.as('warehouse', `${day} 08:00:00`)
  const suppliers = await suppliersOf(asking)
  const frames = await framesOf(keeper, suppliers)
  const lenses = await lensesOf(keeper, suppliers)
  const goods = { frames, ...lenses, care: await careOf(keeper), suppliers, ordered: await orderedOf(keeper, suppliers) }
  const { hard, soft, care } = goods.ordered
  const watched = [hard, soft, care].map((productId) => ({ productId }))
  // Approved before anything is bought: the keeper asks, the manager approves.
  await approveBought({ call: asking }, { call: keeper }, [...suppliers.map((supplierId) => ({ supplierId })), ...watched])
  const c = new Chance(4711)
  for (const shop of shops) await receiveOpening(c, shop, goods, tx, day)
  return goods
}

async function framesOf(keeper: Teller, suppliers: readonly number[]): Promise<Goods['frames']> {
  const each = FRAMES.flatMap(([brand, kind, price]) => [1, 2, 3, 4, 5, 6].map((n) => ({ brand, kind, price, n })))
  return inTurn(each, async ({ brand, kind, price, n }) => {
    const [a, dbl] = [kind === '硅胶架' ? 44 + (n % 4) : 49 + n, 15 + (n % 4)]
    const { productId } = await keeper('product.save', {
      category: 1,
      brand,
      name: `${brand} ${kind} ${1000 + n * 7} ${a}□${dbl}`,
      version: `${1000 + n * 7}`,
      unit: '副',
      price: price + n * 20,
      cost: Math.round(price * 0.38),
      supplierId: there(suppliers[3]),
    })
    return { productId, name: brand, a, dbl, ed: a + 3 }
  })
}

/** Each maker's lenses are its own: 依视路 is the first supplier, 蔡司 the second, the rest comes from the third. */
const MAKERS = ['依视路', '蔡司']
async function lensesOf(keeper: Teller, suppliers: readonly number[]): Promise<Pick<Goods, 'stock' | 'control' | 'progressive'>> {
  type Lens = Omit<Parameters<typeof keeper<'product.save'>>[1], keyof typeof lens | 'cost'> & { price: number }
  const save = async (of: Lens, share: number) =>
    (await keeper('product.save', { ...lens, ...of, cost: Math.round(of.price * share), supplierId: makerOf(of.brand) })).productId
  const makerOf = (brand: string | null | undefined) => there(suppliers[(MAKERS.indexOf(brand ?? '') + 3) % 3])
  return {
    stock: await inTurn(LENSES, ([brand, name, index, price]) =>
      save({ brand, name: `${brand} ${name}`, index, price, lensType: 1, classifyStatus: making.is.stocked, minStock: 40 }, 0.35),
    ),
    control: await inTurn(CONTROL, ([brand, name, index, price]) =>
      save({ brand, name: `${brand} ${name}`, index, price, lensType: 4, classifyStatus: making.is.custom }, 0.5),
    ),
    progressive: await inTurn(PROGRESSIVE, ([name, price]) =>
      save({ brand: '依视路', name, index: 1.6, price, lensType: 3, classifyStatus: making.is.custom }, 0.45),
    ),
  }
}

const careOf = (keeper: Teller): Promise<number[]> =>
  inTurn(CARE, async ([name, price]) => {
    const care = { category: 5 as const, brand: '博士伦', name, unit: '瓶', price, cost: Math.round(price * 0.5), minStock: 20 }
    return (await keeper('product.save', care)).productId
  })

const common = stockGrid({ sphMin: -5, sphMax: 0, cylMin: -1.5, combinedMax: 5.5 })
/** More of what is asked for more often. */
const onShelf = ({ sph, cyl }: (typeof common)[number]) => Math.max(3, Math.round(26 - Math.abs(sph + 2) * 2.5 - Math.abs(cyl) * 6))
/**
 * Lines of one receipt: the account they come from has a version for each until its transaction ends, and every one is stepped over by the
 * next.
 */
const LOT = 40
async function receiveOpening(c: Chance, { hid }: Shop, goods: Goods, tx: InTenant, day: string): Promise<void> {
  const frames = goods.frames.map(({ productId }) => ({ productId, quantity: c.int(20, 40), cost: 15_000 }))
  const care = goods.care.map((productId, n) => ({
    productId,
    quantity: 60,
    batchNo: `HL${n}01`,
    expiry: shiftDay(day, 1800 + n * 60),
    cost: 3_000,
  }))
  const lenses = goods.stock.flatMap((productId) => common.map((power) => ({ productId, ...power, quantity: onShelf(power), cost: 7_000 })))
  const opening = { hid, reason: '期初入库' }
  for (let i = 0; i < lenses.length; i += LOT)
    await tx((cx) => receive(cx, { ...opening, ref: `demo-opening:${hid}:${i}`, lines: lenses.slice(i, i + LOT) }))
  await tx((cx) => receive(cx, { ...opening, ref: `demo-opening:${hid}`, lines: [...frames, ...care] }))
}
