/** Behind the counter: what suppliers delivered of late, and who is on duty. */
import { makeStock, type StockReceipt } from '#modules/stock/server/make.ts'
import { stockIn } from '#modules/stock/contract/states.ts'
import type { Chain, Shop } from './clinic.ts'
import type { Goods } from './goods.ts'
import { buildPurchasing } from './purchasing.ts'
import { Chance, shiftDay } from './random.ts'
import { there } from './teller.ts'
import { onTheShelves } from './shelves.ts'
import type { ProductCaller } from '#modules/products/server/door.ts'

/** Deliveries of the last weeks in every store (one waits to be checked), duties of this week and the next. */
export async function behindTheCounter(chain: Chain, now: string): Promise<void> {
  const { suppliers } = chain.goods
  await Promise.all(chain.shops.map((shop, place) => deliveries(new Chance(1123 + place), shop, chain, next(chain, place), now)))
  const [first, second, third] = suppliers
  const [shop] = chain.shops
  if (shop) await channelCosts(shop, chain.sources, now)
  if (shop && first && second && third) await buildPurchasing(shop, [first, second, third], now)
}

/** What the store spent on its channels month by month: most on the portal, a little on who sends friends. */
async function channelCosts(shop: Shop, sources: readonly number[], now: string): Promise<void> {
  const [, friends, schools, portal] = sources
  for (const [ago, spent] of [120, 90, 60, 30, 2].entries())
    for (const [sourceId, amount, note] of [
      [friends, 300 + 40 * ago, '转介绍礼品'],
      [schools, 800, '筛查车和人工'],
      [portal, 2600 - 150 * ago, '推广通'],
    ] as const) {
      const day = shiftDay(now.slice(0, 10), -spent)
      if (sourceId) await shop.as('manager', `${day} 18:00:00`)('channel-costs.create', { hid: shop.hid, sourceId, day, amount, note })
    }
}

/** The store that another one transfers goods to. */
const next = ({ shops }: Chain, place: number): number => there(shops[(place + 1) % shops.length]).hid
async function deliveries(c: Chance, shop: Shop, { goods }: Chain, toHid: number, now: string): Promise<void> {
  const { suppliers } = goods
  const day = now.slice(0, 10)
  for (const [n, ago] of [34, 20, 9, 3].entries()) {
    const call = shop.as('warehouse', `${shiftDay(day, -ago)} 10:20:00`) as unknown as ProductCaller
    await makeStock(call, shop.hid, delivered(c, goods, day, n), {
      supplierId: suppliers[n === 3 ? 4 : n]!,
      deliveryNo: `SH${shiftDay(day, -ago).replaceAll('-', '').slice(2)}${shop.hid}${n}`,
    })
  }
  await shop.as('warehouse', now)('stockin.create', {
    hid: shop.hid,
    stockinType: 1,
    status: stockIn.is.submitted,
    supplierId: suppliers[3]!,
    deliveryNo: `SH${day.replaceAll('-', '').slice(2)}${shop.hid}9`,
    items: goods.frames.slice(0, 4).map((f) => ({ productId: f.productId, quantity: 5, cost: 150 })),
  })
  await onTheShelves(shop, goods, toHid, now)
  await onDuty(shop, day)
}

/** A box of lenses in the common powers; the last delivery is care goods, some of which will not keep long. */
const delivered = (c: Chance, goods: Goods, day: string, n: number): StockReceipt[] =>
  n === 3
    ? goods.care.map((productId, i) => ({
        productId,
        quantity: 24,
        batchNo: `HL${day.replaceAll('-', '').slice(2)}${i}`,
        expiry: shiftDay(day, i === 0 ? 55 : 500 + i * 60),
        cost: 40,
      }))
    : Array.from({ length: 8 }, (_, i) => ({
        productId: goods.stock[n % goods.stock.length]!,
        sph: -0.5 * (i + 1),
        cyl: 0,
        quantity: c.int(6, 14),
        cost: 70,
      }))

/** Everybody works full days, with one day of rest that is neither today nor tomorrow. */
async function onDuty(shop: Shop, day: string): Promise<void> {
  const manager = shop.as('manager', `${shiftDay(day, -10)} 09:00:00`)
  const monday = shiftDay(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7))
  const busy = [day, shiftDay(day, 1)]
  for (const [who, rest] of [
    ['doctor', 2],
    ['optometrist', 3],
  ] as const)
    for (let n = 0; n < 14; n++) {
      const on = shiftDay(monday, n)
      if (n % 7 === rest && !busy.includes(on)) continue
      await manager('duties.create', {
        hid: shop.hid,
        doctorId: shop.who(who).ctid,
        day: on,
        shift: n % 7 === rest + 2 && !busy.includes(on) ? 2 : 1,
        replace: false,
        force: false,
      })
    }
}
