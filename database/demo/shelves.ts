/**
 * What moves on the shelves of a store: goods that wait to go out, one of them picked and not checked; scrap agreed, destroyed and asked
 * for; a count half done.
 */
import { stockOut } from '#modules/stock/contract/states.ts'
import type { Shop } from './clinic.ts'
import type { Goods } from './goods.ts'
import { shiftDay } from './random.ts'
import { inTurn, there } from './teller.ts'

export async function onTheShelves(shop: Shop, goods: Goods, toHid: number, now: string): Promise<void> {
  const day = now.slice(0, 10)
  await goingOut(shop, goods, toHid, now)
  await scrapped(shop, goods, shiftDay(day, -6), shiftDay(day, -5))
  await halfCounted(shop, goods, now)
}

async function goingOut({ hid, as }: Shop, { care, frames }: Goods, toHid: number, now: string): Promise<void> {
  const warehouse = as('warehouse', now)
  const [forUse, toStore] = await inTurn(
    [
      { stockoutType: 8 as const, receiver: '验光室', note: '试戴片浸泡用', items: [{ productId: there(care[0]), quantity: 3 }] },
      {
        stockoutType: 3 as const,
        toHid,
        receiver: null,
        note: '调往其他门店陈列',
        items: frames.slice(6, 9).map(({ productId }) => ({ productId, quantity: 2 })),
      },
    ],
    async (paper) => {
      const { stockoutId } = await warehouse('stockout.create', { hid, ...paper })
      await warehouse('stockout.status', { stockoutId, status: stockOut.is.submitted })
      return stockoutId
    },
  )
  const workshop = as('workshop', now)
  const { items } = await workshop('output.info', { id: there(forUse) })
  for (const { next, quantity } of items)
    await workshop('output.pick', { stockoutId: there(forUse), batchId: there(next?.batchId), quantity })
  const [first] = (await workshop('output.info', { id: there(toStore) })).items
  await workshop('output.pick', { stockoutId: there(toStore), batchId: there(first?.next?.batchId) })
}

/** A bottle that broke, agreed by the manager and destroyed the day after; and a lens that waits for the manager. */
async function scrapped({ hid, as }: Shop, { care, frames }: Goods, day: string, next: string): Promise<void> {
  const broken = { hid, cause: 1 as const, note: '瓶身破裂', stockoutDate: day, items: [{ productId: there(care[1]), quantity: 2 }] }
  const { stockoutId } = await as('warehouse', `${day} 16:10:00`)('scrap.create', broken)
  await as('manager', `${day} 17:00:00`)('scrap.approve', { stockoutId })
  await as('warehouse', `${next} 09:20:00`)('scrap.destroy', {
    stockoutId,
    destroyedOn: next,
    destroyedWay: '倒空药液，剪开瓶身，按医疗废物交接',
    witness: '沈岚',
  })
  const bent = { hid, cause: 1 as const, note: '镜腿折断', items: [{ productId: there(frames[3]).productId, quantity: 1 }] }
  await as('warehouse', `${next} 10:00:00`)('scrap.create', bent)
}

/** Frames of one maker, half of them counted. */
async function halfCounted({ hid, as }: Shop, { frames }: Goods, now: string): Promise<void> {
  const call = as('warehouse', now)
  const own = frames.slice(0, 6).map(({ productId }) => productId)
  const { countId } = await call('stocktaking.create', { hid, productIds: own, note: '暴龙镜架月度抽盘' })
  await call('stocktaking.update', { countId, lines: own.slice(0, 3).map((productId, n) => ({ productId, counted: 18 + n })) })
}
