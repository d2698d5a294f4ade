/** Every book of a clinic over bills of all kinds that are given back again. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { rounds } from '../../../tests/depth.ts'
import { tillOf } from '../../../tests/till.ts'
import { makeFeeItems } from './make.ts'
import { expectReconciled } from './reconciliation.ts'

let clinic: Clinic
let fees: Map<string, number>
const { till, manager, member, coupon, bill, pay, couponOf, giveBack } = tillOf(() => clinic)
const free = (price: number) => ({ name: '项目', price, priceReason: '其他收费' })
beforeAll(async () => {
  clinic = await freshClinic()
  fees = await makeFeeItems(manager(), clinic.hid)
})

describe('every book', () => {
  it('sums to zero and stands as it began once everything is given back, whatever was bought with whatever', async () => {
    const { fgid } = await manager().call('feegroup.save', {
      name: '循环套餐',
      packagePrice: 90,
      groupItems: [{ fiid: fees.get('眼压检查')!, quantity: 4 }],
    })
    const step = fc.record({
      combo: fc.boolean(),
      price: fc.integer({ min: 1, max: 20_000 }),
      discount: fc.boolean(),
      voucher: fc.boolean(),
      card: fc.boolean(),
      use: fc.nat(2),
      undo: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
        const pid = await member()
        for (const s of steps) {
          const [discount, voucher, card] = [
            s.discount ? await coupon(pid, { couponType: 3, value: 5 }) : undefined,
            s.voucher ? await coupon(pid, { couponType: 1, value: 10 }) : undefined,
            s.card ? await coupon(pid, { couponType: 4, value: 40 }) : undefined,
          ]
          const { fbid, billPrice } = await bill(
            pid,
            [free(s.price / 100), ...(s.combo ? [{ fgid }] : [])],
            discount ? { discountCouponId: discount } : {},
          )
          const rest = Math.max(0, Math.round((billPrice - (voucher ? 10 : 0) - (card ? 40 : 0)) * 100) / 100)
          await pay(fbid, rest, { ...(voucher ? { voucherId: voucher } : {}), ...(card ? { giftCardId: card } : {}) })
          const used = s.combo && s.use > 0
          if (used)
            await till().call('packages.item.confirm', {
              package_item_id: (await till().call('packages.list', { pid })).list[0]!.items[0]!.package_item_id,
              quantity: s.use,
            })
          const refund = await giveBack(fbid)
          if (s.undo) {
            await till().call('fee-bills.cancellation-refund', { fbid })
            expect(await giveBack(fbid)).toMatchObject({ amount: refund.amount, status: refund.status })
          }
          if (!used) for (const id of [discount, voucher]) if (id) expect((await couponOf(id)).status).toBe(0)
          if (!used && card) expect((await couponOf(card)).left).toBe(40)
        }
        // At most half of a combo of 90 yuan was used: points are left for what was kept, a point a yuan.
        expect((await till().call('loyalty.wallet', { pid })).points).toBeLessThanOrEqual(steps.length * 45)
        await expectReconciled(clinic)
      }),
      { numRuns: rounds(12, 3), endOnFailure: true },
    )
  })
})
