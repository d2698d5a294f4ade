/** What members can be given: storage schemes, gifts for points, coupons, prizes. */
import type { Chain } from './clinic.ts'

export interface Rewards {
  schemes: Array<{ id: number; money: number; moneyGift: number }>
  gifts: number[]
  coupons: { voucher: number; discount: number }
  /** The combo a store sells, by its hid. */
  combos: Map<number, { fgid: number; price: number }>
}

/** Schemes of every store; gifts, coupons and prizes of the chain. */
export async function buildRewards({ shops, levels, goods }: Chain, clock: string): Promise<Rewards> {
  const first = shops[0]!
  const manager = first.as('manager', clock)
  const chief = first.as('chain', clock)
  for (const { hid } of shops) {
    await chief('payments.receive', { hid, money: 2000, payWay: 4, note: '开户首充' })
    await chief('account.sms-charge', { hid, number: 500 })
  }
  const thanks = await manager('card-volume.create', {
    name: '储值答谢券 50 元',
    couponType: 1,
    value: 50,
    fromPrice: 200,
    validityType: 1,
    validityDays: 365,
  })
  const schemes: Rewards['schemes'] = []
  for (const shop of shops)
    for (const [name, money, moneyGift, level, coupons] of [
      ['充 500 送 50', 500, 50, undefined, 0],
      ['充 1000 送 150', 1000, 150, levels[1], 1],
      ['充 2000 送 400', 2000, 400, levels[2], 2],
    ] as const) {
      const { id } = await shop.as('manager', clock)('storage-scheme.create', {
        name,
        money,
        moneyGift,
        ...(level ? { level } : {}),
        ...(coupons ? { coupons: [{ kindId: thanks.id, quantity: coupons }] } : {}),
      })
      if (shop === first) schemes.push({ id, money, moneyGift })
    }
  const gifts: number[] = []
  for (const [giftName, points, stock] of [
    ['擦镜布三片装', 100, 200],
    ['镜盒', 200, 120],
    ['户外打卡记录册', 50, 300],
    ['儿童遮阳帽', 600, 40],
  ] as const)
    gifts.push((await manager('points.gifts.create', { giftName, points, stock })).giftId)
  gifts.push((await manager('points.gifts.create', { giftName: '润眼液一瓶', points: 800, productId: goods.care[2] })).giftId)
  const voucher = await manager('card-volume.create', {
    name: '复查代金券 30 元',
    couponType: 1,
    value: 30,
    validityType: 1,
    validityDays: 180,
    perMember: 2,
  })
  const discount = await manager('card-volume.create', {
    name: '配镜九折券',
    couponType: 2,
    discount: 9,
    fromPrice: 500,
    validityType: 1,
    validityDays: 90,
    perMember: 1,
  })
  for (const [name, kind, weight, extra] of [
    ['谢谢参与', 0, 700, {}],
    ['20 积分', 1, 200, { points: 20 }],
    ['擦镜布三片装', 2, 80, { giftId: gifts[0] }],
    ['复查代金券', 3, 20, { couponKindId: voucher.id }],
  ] as const)
    await manager('points.lottery.save', { name, kind, weight, ...extra })
  const combos: Rewards['combos'] = new Map()
  for (const shop of shops) {
    const group = await shop.as('manager', clock)('feegroup.save', {
      hid: shop.hid,
      name: '近视防控年度套餐',
      packagePrice: 680,
      validityType: 1,
      validityName: '365',
      groupItems: [
        { fiid: shop.fees.get('验光费')!, quantity: 4 },
        { fiid: shop.fees.get('眼轴测量')!, quantity: 4 },
        { fiid: shop.fees.get('角膜地形图')!, quantity: 1 },
      ],
    })
    combos.set(shop.hid, { fgid: group.fgid, price: group.packagePrice })
  }
  return { schemes, combos, gifts, coupons: { voucher: voucher.id, discount: discount.id } }
}
