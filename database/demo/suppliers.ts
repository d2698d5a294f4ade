/** Whom the chain buys from, and what it orders of them beside frames and spectacle lenses. */
import { clinicNow } from '#kernel/server/index.ts'
import { making } from '#modules/products/contract/states.ts'
import { shiftDay } from './random.ts'
import { inTurn, there, type Teller } from './teller.ts'

/** One licence has expired, one ends soon. */
const SUPPLIERS: ReadonlyArray<readonly [name: string, contact: string, phone: string, licence: number, categories: number[]]> = [
  ['依视路光学（中国）', '吴倩', '021-62880000', 640, [3]],
  ['蔡司光学', '林涛', '020-38770000', 410, [3]],
  ['凯米光学', '陈颖', '021-57460000', 25, [3]],
  ['暴龙眼镜配送中心', '周敏', '0592-5550000', 820, [1]],
  ['博士伦护理用品', '赵宁', '010-65880000', 300, [4, 5, 10, 11]],
  ['华东眼镜批发', '韩磊', '0512-6550000', -12, [1, 6]],
]
export async function suppliersOf(keeper: Teller): Promise<number[]> {
  const today = clinicNow().slice(0, 10)
  return inTurn(SUPPLIERS, async ([name, contactName, phone, left, categories]) => {
    const licence = { licenceNo: `国药监械经营许 ${phone.replaceAll('-', '')}`, licenceExpires: shiftDay(today, left) }
    return (await keeper('supplier.save', { name, contactName, phone, ...licence, categories })).supplierId
  })
}

/** Goods that are only ordered. */
export interface Ordered {
  hard: number
  soft: number
  care: number
  device: number
  other: number
}
/** Whose the soft lenses and the care are; the record of the hard lens lacks its maker, which the quality register says. */
const MAKER = '视光护理用品（北京）有限公司'
/** Contact lenses, care and devices of the fifth supplier; cases and cloths of the fourth. */
export async function orderedOf(keeper: Teller, suppliers: readonly number[]): Promise<Ordered> {
  const [supplierId, frames] = [there(suppliers[4]), there(suppliers[3])]
  const watched = { supplierId, deviceClass: 3 as const, registrationExpires: '2031-12-31' }
  const save = async (product: Parameters<typeof keeper<'product.save'>>[1]) => (await keeper('product.save', product)).productId
  const hard = { category: 10, name: '梦戴维 VST 角膜塑形镜', brand: '梦戴维', unit: '片', price: 4400, cost: 1900 } as const
  const soft = {
    category: 4,
    name: '清朗 日抛 30 片装',
    brand: '博士伦',
    unit: '盒',
    price: 168,
    cost: 82,
    sphMin: -10,
    sphMax: 0,
  } as const
  return {
    hard: await save({ ...hard, ...watched, registrationNo: '国械注准20173220041', classifyStatus: making.is.custom }),
    soft: await save({ ...soft, cylMin: 0, cylMax: 0, ...watched, maker: MAKER, registrationNo: '国械注进20183160511' }),
    care: await save({
      category: 5,
      name: '硬镜冲洗液 500ml',
      brand: '博士伦',
      unit: '瓶',
      price: 96,
      cost: 44,
      ...watched,
      maker: MAKER,
      registrationNo: '国械注准20193160077',
    }),
    device: await save({ category: 11, name: '手持裂隙灯', unit: '台', price: 5800, cost: 3900, supplierId }),
    other: await save({ category: 7, name: '镜盒套装', unit: '套', price: 25, cost: 8, supplierId: frames }),
  }
}
