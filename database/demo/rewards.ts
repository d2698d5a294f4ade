/** What members can be given: storage schemes, gifts for points, coupons, prizes. */
import type { Chain, Shop } from './clinic.ts'
import { inTurn, type Teller } from './teller.ts'

export interface Rewards {
  /** The storage schemes of a store, by its hid. */
  schemes: Map<number, Array<{ id: number; money: number; moneyGift: number }>>
  gifts: number[]
  coupons: { voucher: number; discount: number }
  /** The combo a store sells, by its hid. */
  combos: Map<number, { fgid: number; price: number }>
}

const SCHEMES: ReadonlyArray<{ name: string; money: number; moneyGift: number; level?: number; coupons?: number }> = [
  { name: '充 500 送 50', money: 500, moneyGift: 50 },
  { name: '充 1000 送 150', money: 1000, moneyGift: 150, level: 1, coupons: 1 },
  { name: '充 2000 送 400', money: 2000, moneyGift: 400, level: 2, coupons: 2 },
]
const GIFTS = [
  { giftName: '擦镜布三片装', points: 100, stock: 200 },
  { giftName: '镜盒', points: 200, stock: 120 },
  { giftName: '户外打卡记录册', points: 50, stock: 300 },
  { giftName: '儿童遮阳帽', points: 600, stock: 40 },
]

/** Schemes of every store; gifts, coupons and prizes of the chain. */
export async function buildRewards(chain: Chain, clock: string): Promise<Rewards> {
  const { shops, goods } = chain
  const manager = shops[0]!.as('manager', clock)
  const chief = shops[0]!.as('chain', clock)
  for (const { hid } of shops) {
    await chief('payments.receive', { hid, money: 2000, payWay: 4, note: '开户首充' })
    await chief('account.sms-charge', { hid, number: 500 })
  }
  // Who brings somebody, and who was brought, have something of it.
  for (const [id, pointsNumber] of [
    [8, 200],
    [9, 100],
  ] as const)
    await chief('points.rules.update', { id, pointsNumber })
  const schemes = await buildSchemes(chain, clock)
  const drops = { giftName: '润眼液一瓶', points: 800, productId: goods.care[2] }
  const gifts = await inTurn([...GIFTS, drops], async (gift) => (await manager('points.gifts.create', gift)).giftId)
  const coupons = await buildCoupons(manager)
  for (const prize of [
    { name: '谢谢参与', kind: 0, weight: 700 },
    { name: '20 积分', kind: 1, weight: 200, points: 20 },
    { name: '擦镜布三片装', kind: 2, weight: 80, giftId: gifts[0] },
    { name: '复查代金券', kind: 3, weight: 20, couponKindId: coupons.voucher },
  ] as const)
    await manager('points.lottery.save', prize)
  const combos = new Map(await inTurn(shops, async (shop) => [shop.hid, await buildCombo(shop, clock)] as const))
  return { schemes, combos, gifts, coupons }
}

/** The storage schemes of each store; larger ones raise the level and thank with coupons. */
async function buildSchemes({ shops, levels }: Chain, clock: string): Promise<Rewards['schemes']> {
  const thanks = await shops[0]!.as('manager', clock)('card-volume.create', {
    name: '储值答谢券 50 元',
    couponType: 1,
    value: 50,
    fromPrice: 200,
    validityType: 1,
    validityDays: 365,
  })
  const each = await inTurn(shops, async (shop) => {
    const mine = await inTurn(SCHEMES, async ({ level, coupons, ...scheme }) => {
      const { id } = await shop.as('manager', clock)('storage-scheme.create', {
        ...scheme,
        ...(level ? { level: levels[level] } : {}),
        ...(coupons ? { coupons: [{ kindId: thanks.id, quantity: coupons }] } : {}),
      })
      return { id, money: scheme.money, moneyGift: scheme.moneyGift }
    })
    return [shop.hid, mine] as const
  })
  return new Map(each)
}

async function buildCoupons(manager: Teller): Promise<Rewards['coupons']> {
  const { id: voucher } = await manager('card-volume.create', {
    name: '复查代金券 30 元',
    couponType: 1,
    value: 30,
    validityType: 1,
    validityDays: 180,
    perMember: 2,
  })
  const { id: discount } = await manager('card-volume.create', {
    name: '配镜九折券',
    couponType: 2,
    discount: 9,
    fromPrice: 500,
    validityType: 1,
    validityDays: 90,
    perMember: 1,
  })
  return { voucher, discount }
}

async function buildCombo({ hid, fees, as }: Shop, clock: string): Promise<{ fgid: number; price: number }> {
  const { fgid, packagePrice } = await as('manager', clock)('feegroup.save', {
    hid,
    name: '近视防控年度套餐',
    packagePrice: 680,
    validityType: 1,
    validityName: '365',
    groupItems: [
      { fiid: fees.get('验光费')!, quantity: 4 },
      { fiid: fees.get('眼轴测量')!, quantity: 4 },
      { fiid: fees.get('角膜地形图')!, quantity: 1 },
    ],
  })
  return { fgid, price: packagePrice }
}
