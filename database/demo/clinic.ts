/** The demo chain before its first member: stores, staff with accounts, price list, goods on the shelves, rooms. */
import type { Role } from '#kernel/contract/index.ts'
import { codesOf } from '#kernel/server/declared.ts'
import { clinicNow, type Who, type Row } from '#kernel/server/index.ts'
import { addStaff, createOrganisation } from '#modules/account/server/door.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import { makeFeeItems } from '#modules/billing/server/make.ts'
import { stockGrid } from '#modules/products/contract/catalog.ts'
import { receive } from '#modules/stock/server/door.ts'
import { making } from '#modules/products/contract/states.ts'
import type { Booted } from '../../apps/server/boot.ts'
import { fillLists } from './lists.ts'
import { Chance, shiftDay } from './random.ts'
import { tellerOf, type Teller } from './teller.ts'

export const PASSWORD = 'Demo2026!'
export interface Shop {
  hid: number
  name: string
  /** Staff of a role in this store. */
  who(role: Role): Who
  as(role: Role, clock: string): Teller
  fees: Map<string, number>
  rooms: number[]
}
export interface Goods {
  frames: Array<{ productId: number; name: string; a: number; dbl: number; ed: number }>
  /** Stock lenses, then custom ones; children get the myopia control lenses. */
  stock: number[]
  control: number[]
  progressive: number[]
  care: number[]
}
export interface Chain {
  oid: number
  shops: Shop[]
  goods: Goods
  levels: number[]
  sources: number[]
}

type Work = Row<'contact'>['type']
const STAFF: ReadonlyArray<readonly [Role, string, Work, string?]> = [
  ['manager', '沈岚', 5, '店长'],
  ['doctor', '陈静怡', 1, '副主任医师'],
  ['optometrist', '何明哲', 2, '验光师'],
  ['cashier', '罗晓岚', 5],
  ['warehouse', '高建平', 5],
  ['workshop', '郭海涛', 3, '高级定配工'],
  ['reception', '周雅文', 5],
  ['trainer', '许可', 5],
]
const ONLY_FIRST: ReadonlyArray<readonly [Role, string, Work]> = [
  ['chain', '林志远', 5],
  ['expert', '韩教授', 1],
  ['tv', '候诊大屏', 5],
  ['eg', '护眼账号', 5],
]
const OTHER_NAMES = [
  ['苏敏', '赵文彬', '梁思琪', '丁洁', '魏强', '范国栋', '姚晓', '邵琳'],
  ['江海燕', '孟庆', '叶知秋', '秦霜', '龙军', '汤立新', '尹欣', '常悦'],
]

/** Doctors and optometrists have a licence; one of them runs out in two months, so that the list has something to say. */
const licence = (type: number, n: number) =>
  type === 1 || type === 2
    ? {
        licenceNo: `1101${type === 1 ? '10' : '26'}${String(100_200_300 + n * 137)}`,
        licenceExpires: shiftDay(clinicNow().slice(0, 10), type === 2 && n < 10 ? 60 : 400 + n * 31),
      }
    : {}

/** Builds the organisation at a day in the past. */
export async function buildChain(booted: Booted, day: string): Promise<Chain> {
  const clock = `${day} 08:00:00`
  const store = (name: string, shortName: string, address: string, phone: string) => ({
    name,
    shortName,
    address,
    phone,
    timeOpen: '08:30',
    timeClose: '12:00',
    timeOpen2: '13:00',
    timeClose2: '20:00',
    printHead: name,
    memberDiscountMin: 7,
  })
  const made = await createOrganisation(
    booted.database,
    {
      name: '明眸眼视光连锁',
      stores: [
        store('明眸眼科朝阳院', '朝阳院', '朝阳区建国路 88 号', '010-65880001'),
        store('明眸视光海淀店', '海淀店', '海淀区中关村大街 27 号', '010-62560002'),
        store('明眸视光通州店', '通州店', '通州区新华大街 16 号', '010-69540003'),
      ],
    },
    clock,
  )
  const passwordHash = await hashPassword(PASSWORD)
  const people: Array<Map<Role, Who>> = []
  await made.tx(async (cx) => {
    for (const [i, hid] of made.hids.entries()) {
      const here = new Map<Role, Who>()
      const named = STAFF.map(([role, name, type, title], n) => [role, i === 0 ? name : OTHER_NAMES[i - 1]![n]!, type, title] as const)
      for (const [n, [role, name, type, title]] of [
        ...named,
        ...(i === 0 ? ONLY_FIRST.map(([r, n, t]) => [r, n, t, undefined] as const) : []),
      ].entries()) {
        const account = i === 0 ? role : `${role}${i + 1}`
        const { ctid, uid } = await addStaff(cx, {
          hid,
          name,
          type,
          ...(title ? { title } : {}),
          mobile: `1380000${i}${String(n + 1).padStart(3, '0')}`,
          ...licence(type, i * 10 + n),
          account,
          passwordHash,
          role,
          allStores: role === 'chain',
        })
        here.set(role, {
          oid: made.oid,
          hid,
          hids: role === 'chain' ? made.hids : [hid],
          uid: uid!,
          ctid,
          name,
          account,
          role,
          roles: [role],
          can: codesOf(role),
        })
      }
      people.push(here)
    }
  })
  const shops = made.hids.map((hid, i): Shop => {
    const who = (role: Role) => people[i]!.get(role) ?? people[0]!.get(role)!
    return {
      hid,
      name: ['朝阳院', '海淀店', '通州店'][i]!,
      who,
      as: (role, at) => tellerOf(booted, { ...who(role), hid, ...(role === 'chain' ? {} : { hids: [hid] }) }, at),
      fees: new Map(),
      rooms: [],
    }
  })
  for (const shop of shops) await furnish(shop, clock)
  const goods = await stockUp(shops, made.tx, day)
  const manager = shops[0]!.as('manager', clock)
  const levels = []
  for (const [name, discount, pointMultiple] of [
    ['普通会员', 10, 1],
    ['银卡会员', 9.5, 1],
    ['金卡会员', 9, 1.5],
  ] as const)
    levels.push((await manager('settings.level.save', { hid: shops[0]!.hid, name, discount, pointMultiple })).id)
  const sources = []
  for (const name of ['到店', '转介绍', '学校筛查', '大众点评', '微信'])
    sources.push((await manager('patients.source.save', { hid: shops[0]!.hid, name })).id)
  await fillLists(shops, clock)
  return { oid: made.oid, shops, goods, levels, sources }
}

async function furnish(shop: Shop, clock: string): Promise<void> {
  const manager = shop.as('manager', clock)
  await manager('mall.open', { open: true })
  const fees = await makeFeeItems({ call: manager }, shop.hid)
  for (const [name, fiid] of fees) shop.fees.set(name, fiid)
  const office = await manager('settings.office-manage.create', { hid: shop.hid, name: '视光门诊', series: 'A' })
  for (const name of ['1 诊室', '2 诊室', '验光室'])
    shop.rooms.push((await manager('settings.consulting-manage.create', { hid: shop.hid, name, officeId: office.id })).id)
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

async function stockUp(shops: Shop[], tx: Awaited<ReturnType<typeof createOrganisation>>['tx'], day: string): Promise<Goods> {
  const c = new Chance(4711)
  const keeper = shops[0]!.as('manager', `${day} 08:00:00`)
  const goods: Goods = { frames: [], stock: [], control: [], progressive: [], care: [] }
  for (const [brand, kind, price] of FRAMES)
    for (let n = 1; n <= 6; n++) {
      const [a, dbl] = [kind === '硅胶架' ? 44 + (n % 4) : 49 + n, 15 + (n % 4)]
      const { productId } = await keeper('product.save', {
        category: 1,
        brand,
        name: `${brand} ${kind} ${1000 + n * 7} ${a}□${dbl}`,
        version: `${1000 + n * 7}`,
        unit: '副',
        price: price + n * 20,
        cost: Math.round(price * 0.38),
      })
      goods.frames.push({ productId, name: brand, a, dbl, ed: a + 3 })
    }
  const lens = { category: 3 as const, unit: '片', diameter: '65/70/75', sphMin: -10, sphMax: 6, cylMin: -4, cylMax: 0 }
  for (const [brand, name, index, price] of LENSES)
    goods.stock.push(
      (
        await keeper('product.save', {
          ...lens,
          brand,
          name: `${brand} ${name}`,
          index,
          price,
          cost: Math.round(price * 0.35),
          lensType: 1,
          classifyStatus: making.is.stocked,
          minStock: 40,
        })
      ).productId,
    )
  for (const [brand, name, index, price] of CONTROL)
    goods.control.push(
      (
        await keeper('product.save', {
          ...lens,
          brand,
          name: `${brand} ${name}`,
          index,
          price,
          cost: Math.round(price * 0.5),
          lensType: 4,
          classifyStatus: making.is.custom,
        })
      ).productId,
    )
  for (const [name, price] of [
    ['尊显渐进 1.60', 2280],
    ['万里路渐进 1.67', 3980],
  ] as const)
    goods.progressive.push(
      (
        await keeper('product.save', {
          ...lens,
          brand: '依视路',
          name,
          index: 1.6,
          price,
          cost: Math.round(price * 0.45),
          lensType: 3,
          classifyStatus: making.is.custom,
        })
      ).productId,
    )
  for (const [name, price] of [
    ['多功能护理液 360ml', 88],
    ['双氧水护理液 355ml', 128],
    ['润眼液 10ml', 68],
  ] as const)
    goods.care.push(
      (await keeper('product.save', { category: 5, brand: '博士伦', name, unit: '瓶', price, cost: Math.round(price * 0.5), minStock: 20 }))
        .productId,
    )
  const common = stockGrid({ sphMin: -5, sphMax: 0, cylMin: -1.5, combinedMax: 5.5 })
  for (const shop of shops) {
    await tx(async (cx) => {
      const frames = goods.frames.map((f) => ({ productId: f.productId, quantity: c.int(20, 40), cost: 15_000 }))
      const care = goods.care.map((productId, n) => ({
        productId,
        quantity: 60,
        batchNo: `HL${n}01`,
        expiry: shiftDay(day, 1400 + n * 60),
        cost: 3_000,
      }))
      const lenses = goods.stock.flatMap((productId) =>
        common.map((power) => ({
          productId,
          ...power,
          quantity: Math.max(3, Math.round(26 - Math.abs(power.sph + 2) * 2.5 - Math.abs(power.cyl) * 6)),
          cost: 7_000,
        })),
      )
      for (let i = 0; i < lenses.length; i += 500)
        await receive(cx, { ref: `demo-opening:${shop.hid}:${i}`, hid: shop.hid, reason: '期初入库', lines: lenses.slice(i, i + 500) })
      await receive(cx, { ref: `demo-opening:${shop.hid}`, hid: shop.hid, reason: '期初入库', lines: [...frames, ...care] })
    })
  }
  return goods
}

/** A second, unrelated organisation with one store and one account. */
export async function buildOther(booted: Booted, day: string): Promise<void> {
  const made = await createOrganisation(
    booted.database,
    { name: '邻家眼镜', kind: 'single', stores: [{ name: '邻家眼镜店', shortName: '邻家', timeOpen: '09:00', timeClose: '21:00' }] },
    `${day} 08:00:00`,
  )
  const passwordHash = await hashPassword(PASSWORD)
  await made.tx((cx) =>
    addStaff(cx, { hid: made.hids[0]!, name: '邻店长', type: 5, account: 'other', passwordHash, role: 'chain', allStores: true }),
  )
}
