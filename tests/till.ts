/** What a test does at the till of a clinic: members with coupons, their bills, and giving everything back. */
import { expect } from 'vitest'
import type { Clinic } from './harness.ts'

let many = 0
export function tillOf(clinic: () => Clinic) {
  const till = () => clinic().as('cashier')
  const manager = () => clinic().as('manager')
  const all = async (fbid: number) => (await till().call('feebill.info', { id: fbid })).BillItemList.map((i) => ({ biid: i.biid }))
  return {
    till,
    manager,
    member: async (more: object = {}) => {
      const name = `券${String.fromCharCode(0x4e00 + ++many)}`
      return (
        await clinic()
          .as('reception')
          .call('patients.save', { name, hid: clinic().hid, ...more } as never)
      ).pid
    },
    /** A coupon of a kind of its own. */
    coupon: async (pid: number, kind: object) => {
      const { id } = await manager().call('card-volume.create', { name: `券种${++many}`, ...kind } as never)
      return (await till().call('receive-record.create', { pid, kindId: id, note: '会员回馈' })).list[0]!.id
    },
    bill: async (pid: number, items: object[], more: object = {}) =>
      (await till().call('feebill.save', { pid, items: items.map((i) => ({ quantity: 1, ...i })), ...more } as never)).feebill,
    pay: (fbid: number, amount: number, more: object = {}) =>
      till().call('feebill.confirm', { fbid, payStyleList: amount ? [{ payWay: 1, amount }] : [], ...more } as never),
    couponOf: (id: number) => till().call('receive-record.get', { id }),
    /** The items of a bill, to give all of them back. */
    all,
    /** Gives everything back, after asking what it would do; both must say the same. */
    giveBack: async (fbid: number, items?: object[]) => {
      const input = { fbid, consent: true, reason: '不要了', items: items ?? (await all(fbid)) }
      const forecast = await till().call('fee-bills.refund', { ...input, dryRun: true } as never)
      const done = await till().call('fee-bills.refund', input as never)
      expect({ ...done, refundId: null }).toEqual(forecast)
      return done
    },
  }
}
