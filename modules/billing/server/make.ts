/** Builders for tests and demo data, through the endpoints. */
import type { Caller } from '../../../tests/harness.ts'

type Call = Pick<Caller, 'call'>
/** A typical price list: [name, yuan, type]. */
const usualFeeItems = [
  ['验光费', 50, 0],
  ['散瞳验光', 120, 0],
  ['眼轴测量', 80, 0],
  ['角膜地形图', 150, 0],
  ['眼压检查', 30, 0],
  ['视功能检查', 200, 0],
  ['裂隙灯检查', 30, 0],
  ['眼底照相', 100, 0],
  ['睑板腺按摩', 180, 1],
  ['干眼雾化', 120, 1],
  ['弱视训练（次）', 90, 3],
  ['视功能训练（次）', 260, 3],
  ['框架镜加工费', 60, 7],
  ['角膜塑形镜验配', 800, 12],
] as const

/** Creates fee items of a store. Returns fiid by name. */
export async function makeFeeItems(
  caller: Call,
  hid: number,
  items: ReadonlyArray<readonly [string, number, number]> = usualFeeItems,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  // The caller passes one of the types; the contract checks it.
  for (const [name, price, type] of items) ids.set(name, (await caller.call('feeitem.save', { hid, name, price, type: type as 0 })).fiid)
  return ids
}
/** Tops up a member's stored value. */
export const makeTopUp = (caller: Call, hid: number, pid: number, money: number, moneyGift = 0, payWay: 1 | 2 = 2) =>
  caller.call('chargebill.insert-and-pay', { hid, pid, money, moneyGift, payWay })

/** Writes a bill and pays it in full by one way. */
export async function makePaidBill(
  caller: Call,
  pid: number,
  items: ReadonlyArray<{ fiid?: number; productId?: number; quantity?: number }>,
  payWay: 1 | 2 | 3 | 4 = 1,
) {
  const { feebill } = await caller.call('feebill.save', { pid, items: items.map((i) => ({ quantity: 1, ...i })) })
  return caller.call('feebill.confirm', {
    fbid: feebill.fbid,
    payStyleList: feebill.billPrice > 0 ? [{ payWay, amount: feebill.billPrice }] : [],
  })
}
