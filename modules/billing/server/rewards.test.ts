/** Bills with coupons and packages: what is promised, used, given back, and who is rewarded. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import { makeFeeItems } from './make.ts'
import { expectReconciled } from './reconciliation.ts'

let clinic: Clinic
let fees: Map<string, number>
let n = 0
const { till, manager, member, coupon, bill, pay, couponOf, all, giveBack } = tillOf(() => clinic)
const free = (price: number) => ({ name: '项目', price, priceReason: '其他收费' })
beforeAll(async () => {
  clinic = await freshClinic()
  fees = await makeFeeItems(manager(), clinic.hid)
})

describe('coupons', () => {
  it('a voucher pays once, from a sum up, only for its member, and comes back with the whole refund', async () => {
    const [pid, other] = [await member(), await member()]
    const id = await coupon(pid, { couponType: 1, value: 30, fromPrice: 100 })
    const small = await bill(pid, [free(99)])
    expect(
      (await till().refusal('feebill.confirm', { fbid: small.fbid, voucherId: id, payStyleList: [{ payWay: 1, amount: 69 }] })).message,
    ).toContain('满 100.00 元可用')
    const foreign = await bill(other, [free(200)])
    expect(
      (await till().refusal('feebill.confirm', { fbid: foreign.fbid, voucherId: id, payStyleList: [{ payWay: 1, amount: 170 }] })).message,
    ).toContain('不是该会员的卡券')
    const { fbid } = await bill(pid, [free(80), free(40)])
    const info = await pay(fbid, 90, { voucherId: id })
    expect(info.feebill).toMatchObject({ status: 1, paid: 120, pointsEarned: 90 })
    expect(await couponOf(id)).toMatchObject({ status: 1, usedRef: `fee_bill:${fbid}`, usedByName: expect.any(String) })
    const [first, second] = await all(fbid)
    expect(await giveBack(fbid, [first!])).toMatchObject({ coupons: [{ id, back: false }] })
    expect((await couponOf(id)).status).toBe(1)
    expect(await giveBack(fbid, [second!])).toMatchObject({ coupons: [{ id, back: true }], status: 3 })
    expect(await couponOf(id)).toMatchObject({ status: 0, usable: true, usedRef: null })
    await till().call('fee-bills.cancellation-refund', { fbid })
    expect((await couponOf(id)).status).toBe(1)
    await expectReconciled(clinic)
  })
  it('a gift card pays until it is empty and gets back what it paid, to the fen', async () => {
    const pid = await member()
    const id = await coupon(pid, { couponType: 4, value: 100 })
    const a = await bill(pid, [free(60)])
    await pay(a.fbid, 0, { giftCardId: id })
    expect(await couponOf(id)).toMatchObject({ status: 0, left: 40 })
    const b = await bill(pid, [free(70.5)])
    await pay(b.fbid, 30.5, { giftCardId: id })
    expect(await couponOf(id)).toMatchObject({ status: 1, left: 0 })
    await giveBack(b.fbid)
    expect(await couponOf(id)).toMatchObject({ status: 0, left: 40 })
    await giveBack(a.fbid)
    expect(await couponOf(id)).toMatchObject({ status: 0, left: 100 })
  })
  it('a discount coupon is kept for its bill from the saving on, used with the payment, free again when the bill goes', async () => {
    const pid = await member()
    const id = await coupon(pid, { couponType: 2, discount: 8, fromPrice: 50 })
    expect((await till().refusal('feebill.save', { pid, items: [{ ...free(49), quantity: 1 }], discountCouponId: id })).message).toContain(
      '满 50.00 元可用',
    )
    const one = await bill(pid, [free(100)], { discountCouponId: id })
    expect(one).toMatchObject({ billPrice: 80, discountCouponId: id })
    expect((await till().refusal('feebill.save', { pid, items: [{ ...free(100), quantity: 1 }], discountCouponId: id })).message).toContain(
      '另一张收费单占用',
    )
    expect((await till().refusal('receive-record.status', { id, status: 3, note: '误发' })).code).toBe(1)
    await till().call('feebill.cancel', { id: one.fbid })
    const two = await bill(pid, [free(100)], { discountCouponId: id })
    await pay(two.fbid, 80)
    expect((await couponOf(id)).status).toBe(1)
    await giveBack(two.fbid)
    expect((await couponOf(id)).status).toBe(0)
  })
  it('a deposit by voucher comes back when the bill is cancelled', async () => {
    const pid = await member()
    const id = await coupon(pid, { couponType: 1, value: 30 })
    const { fbid } = await bill(pid, [free(100)])
    await till().call('feebill.confirm', { fbid, part: true, voucherId: id })
    expect((await couponOf(id)).status).toBe(1)
    await till().call('feebill.cancel', { id: fbid, reason: '不配了' })
    expect((await couponOf(id)).status).toBe(0)
  })
  it('two tills cannot use the same coupon at once, nor one key twice', async () => {
    const pid = await member()
    const id = await coupon(pid, { couponType: 1, value: 50 })
    const bills = [await bill(pid, [free(50)]), await bill(pid, [free(50)])]
    const tried = await Promise.allSettled(bills.map((b) => pay(b.fbid, 0, { voucherId: id })))
    expect(tried.filter((t) => t.status === 'fulfilled')).toHaveLength(1)
  })
  it('by hand: redeemed, taken back with a reason, cancelled, handed back; limits per member and in all', async () => {
    const pid = await member()
    const { id: kindId } = await manager().call('card-volume.create', { name: '免费验光', couponType: 5, total: 3, perMember: 2 })
    expect((await till().refusal('receive-record.create', { pid, kindId, quantity: 3, note: '会员回馈' })).message).toContain(
      '每人限领 2 张',
    )
    const { list } = await till().call('receive-record.create', { pid, kindId, quantity: 2, note: '会员回馈' })
    expect(
      (await till().refusal('receive-record.create', { pids: [await member(), await member()], kindId, note: '会员回馈' })).message,
    ).toContain('只剩 1 张')
    const [a, b] = list
    await till().call('receive-record.status', { id: a!.id, status: 1 })
    expect((await till().refusal('receive-record.status', { id: a!.id, status: 1 })).code).toBe(1)
    expect((await till().refusal('receive-record.status', { id: a!.id, status: 0 })).message).toContain('请填写原因')
    await till().call('receive-record.status', { id: a!.id, status: 0, note: '点错' })
    await till().call('receive-record.status', { id: a!.id, status: 3, note: '误发' })
    await till().call('receive-record.status', { id: b!.id, status: 4, note: '会员退回' })
    expect((await till().call('receive-record.patient', { pid })).map((c) => c.status).sort()).toEqual([3, 4])
    expect((await manager().refusal('card-volume.delete', { id: kindId })).message).toContain('正在使用')
  })
})

describe('packages', () => {
  const combo = (more: object = {}) =>
    manager().call('feegroup.save', {
      name: `套餐${++n}`,
      packagePrice: 800,
      groupItems: [
        { fiid: fees.get('视功能训练（次）')!, quantity: 4 },
        { fiid: fees.get('验光费')!, quantity: 2 },
      ],
      ...more,
    } as never)
  const packagesOf = async (pid: number) => (await till().call('packages.list', { pid })).list
  it('R140 are opened by the payment, used up with who and where, and prolonged with who agreed', async () => {
    const pid = await member()
    const { fgid, originalPrice } = await combo({ validityType: 1, validityName: '30' })
    expect(originalPrice).toBe(1140)
    const { fbid } = await bill(pid, [{ fgid }])
    expect(await packagesOf(pid)).toEqual([])
    await pay(fbid, 800)
    const [pack] = await packagesOf(pid)
    expect(pack).toMatchObject({ status: 1, total: 6, left: 6, price: 800 })
    const [train, test] = pack!.items
    const after = await clinic.as('trainer').call('packages.item.confirm', {
      package_item_id: train!.package_item_id,
      quantity: 3,
      staffId: clinic.ctid('trainer'),
      note: '第一周',
    })
    expect(after.items[0]).toMatchObject({ used: 3, left: 1 })
    expect((await till().refusal('packages.item.confirm', { package_item_id: train!.package_item_id, quantity: 2 })).message).toContain(
      '只剩 1 次',
    )
    const [record] = (await till().call('packages.records', { pid })).list
    expect(record).toMatchObject({ kind: 1, quantity: 3, staffName: expect.stringContaining('训练师'), storeName: '店1' })
    await till().call('packages.item.cancel', { recordId: record!.recordId, reason: '记错' })
    expect((await till().refusal('packages.item.cancel', { recordId: record!.recordId, reason: '再撤' })).message).toBe('该核销已撤销')
    for (const [item, quantity] of [
      [train, 4],
      [test, 2],
    ] as const)
      await till().call('packages.item.confirm', { package_item_id: item!.package_item_id, quantity })
    expect((await packagesOf(pid))[0]).toMatchObject({ status: 2, left: 0 })
    expect(
      (
        await till().refusal('packages.delay', {
          package_id: pack!.package_id,
          expiresOn: '2099-01-01',
          approver: clinic.ctid('manager'),
          reason: '住院',
        })
      ).code,
    ).toBe(20405)
    const second = await bill(pid, [{ fgid }])
    await pay(second.fbid, 800)
    const next = (await packagesOf(pid)).find((p) => p.status === 1)!
    expect(
      (
        await manager().refusal('packages.delay', {
          package_id: next.package_id,
          expiresOn: next.startsOn,
          approver: clinic.ctid('manager'),
          reason: '住院',
        })
      ).field,
    ).toBe('expiresOn')
    expect(
      await manager().call('packages.delay', {
        package_id: next.package_id,
        expiresOn: '2099-01-01',
        approver: clinic.ctid('manager'),
        reason: '住院',
      }),
    ).toMatchObject({ expiresOn: '2099-01-01', status: 1 })
  })
  it('are prolonged with who agrees there: another person proves it with the own password', async () => {
    const pid = await member()
    const { fgid } = await combo({ validityType: 1, validityName: '30' })
    await pay((await bill(pid, [{ fgid }])).fbid, 800)
    const [pack] = await packagesOf(pid)
    const delay = { package_id: pack!.package_id, expiresOn: '2099-01-01', approver: clinic.ctid('chain'), reason: '住院' }
    expect(await manager().refusal('packages.delay', delay)).toMatchObject({ field: 'approverPassword' })
    expect(await manager().call('packages.delay', { ...delay, approverPassword: 'Demo2026!' })).toMatchObject({ expiresOn: '2099-01-01' })
  })
  it('given back: only what was not used, every piece left goes, and taking the refund back restores it', async () => {
    const pid = await member()
    const { fgid } = await combo()
    const { fbid } = await bill(pid, [{ fgid, quantity: 2 }])
    await pay(fbid, 1600)
    const [one] = await packagesOf(pid)
    await till().call('packages.item.confirm', { package_item_id: one!.items[1]!.package_item_id, quantity: 1 })
    const [{ biid }] = (await all(fbid)) as [{ biid: number }]
    expect(
      (await till().refusal('fee-bills.refund', { fbid, items: [{ biid }].map((i) => ({ ...i, refundAmount: 1600, quantity: 2 })) }))
        .message,
    ).toContain('已用 1 次')
    expect(await giveBack(fbid, [{ biid, quantity: 1 }])).toMatchObject({ amount: 800, sessions: [{ quantity: 4 }, { quantity: 2 }] })
    expect((await packagesOf(pid)).map((p) => p.status).sort()).toEqual([1, 4])
    // 50 of 1,140 yuan at list prices are used.
    expect(await giveBack(fbid, [{ biid, quantity: 1 }])).toMatchObject({
      amount: Math.floor((80_000 * 109_000) / 114_000) / 100,
      status: 2,
    })
    expect((await packagesOf(pid)).every((p) => p.status === 4 && p.left === 0)).toBe(true)
    await till().call('fee-bills.cancellation-refund', { fbid })
    expect((await packagesOf(pid)).filter((p) => p.status === 1)).toMatchObject([{ left: 5 }])
    await expectReconciled(clinic)
  })
  it('begin with the first use where the combo says so; limits and new members are kept', async () => {
    const pid = await member()
    const first = await combo({ validityType: 3, validityName: '10', restrictedQuantity: 1, purchaseRestriction: 1 })
    const { fbid } = await bill(pid, [{ fgid: first.fgid }])
    await pay(fbid, 800)
    const [pack] = await packagesOf(pid)
    expect(pack).toMatchObject({ status: 0, expiresOn: null, validDays: 10 })
    expect(await till().call('packages.item.confirm', { package_item_id: pack!.items[0]!.package_item_id })).toMatchObject({
      status: 1,
      expiresOn: expect.any(String),
    })
    expect((await till().refusal('feebill.save', { pid, items: [{ fgid: first.fgid, quantity: 1 }] })).message).toContain('限购 1 份')
    const old = await member()
    await pay((await bill(old, [free(1)])).fbid, 1)
    expect((await till().refusal('feebill.save', { pid: old, items: [{ fgid: first.fgid, quantity: 1 }] })).message).toContain('只限新会员')
    expect((await manager().refusal('feegroup.save', { name: '空', packagePrice: 1, groupItems: [] })).message).toContain(
      '至少要有一个项目',
    )
  })
  it('are brought up to a changed combo that says so: pieces are added, never taken', async () => {
    const pid = await member()
    const saved = await combo({ synchronousSetting: 1 })
    await pay((await bill(pid, [{ fgid: saved.fgid }])).fbid, 800)
    await manager().call('feegroup.save', {
      fgid: saved.fgid,
      name: saved.name,
      packagePrice: 900,
      synchronousSetting: 1,
      groupItems: [
        { fiid: fees.get('视功能训练（次）')!, quantity: 6 },
        { fiid: fees.get('眼压检查')!, quantity: 1 },
      ],
    })
    expect(await till().call('packages.synchronization', { pid })).toEqual({ changed: 1 })
    expect(await till().call('packages.synchronization', { pid })).toEqual({ changed: 0 })
    expect((await packagesOf(pid))[0]!.items.map((i) => [i.name, i.left])).toEqual([
      ['视功能训练（次）', 6],
      ['验光费', 2],
      ['眼压检查', 1],
    ])
  })
})

describe('rewards of paying', () => {
  it('points by way of payment and kind of item', async () => {
    await manager().call('points.rules.save-all', {
      list: [
        { pointsRuleId: 24, pointsNumber: 50 },
        { pointsRuleId: 1199, pointsNumber: 20 },
      ],
    })
    const pid = await member()
    const { fbid } = await bill(pid, [{ fiid: fees.get('验光费')! }, free(50)])
    const info = await till().call('feebill.confirm', {
      fbid,
      payStyleList: [
        { payWay: 1, amount: 60 },
        { payWay: 4, amount: 40 },
      ],
    })
    // 60 in cash and half of 40 by card, at (100 % of 50 + 20 % of 50) of 100 yuan.
    expect(info.feebill.pointsEarned).toBe(48)
    await giveBack(fbid)
    expect((await till().call('loyalty.wallet', { pid })).points).toBe(0)
    await manager().call('points.rules.save-all', {
      list: [
        { pointsRuleId: 24, pointsNumber: 100 },
        { pointsRuleId: 1199, pointsNumber: 100 },
      ],
    })
  })
  it('the first paid bill of a recommended member rewards both, once, and goes back with the whole refund', async () => {
    await manager().call('points.rules.save-all', {
      list: [
        { pointsRuleId: 8, pointsNumber: 200 },
        { pointsRuleId: 9, pointsNumber: 50 },
      ],
    })
    const inviter = await member()
    const pid = await member({ inviterPid: inviter })
    const { fbid } = await bill(pid, [free(10)])
    await pay(fbid, 10)
    await pay((await bill(pid, [free(10)])).fbid, 10)
    const pointsOf = async (pid: number) => (await till().call('loyalty.wallet', { pid: pid })).points
    expect([await pointsOf(inviter), await pointsOf(pid)]).toEqual([200, 70])
    expect((await till().call('points.recommended-records', { pid: inviter })).list).toMatchObject([{ pid, points: 200, ownPoints: 50 }])
    expect(await giveBack(fbid)).toMatchObject({ rewardTaken: 250 })
    expect([await pointsOf(inviter), await pointsOf(pid)]).toEqual([0, 10])
    await till().call('fee-bills.cancellation-refund', { fbid })
    expect([await pointsOf(inviter), await pointsOf(pid)]).toEqual([200, 70])
  })
  it('R076 without a level the discount is 10; spending reaches a level, and its discount holds from the next bill on', async () => {
    expect(await manager().call('settings.level.save', { hid: clinic.hid, name: '金卡', discount: 9, upgradeSpend: 500 })).toMatchObject({
      upgradeSpend: 500,
    })
    const pid = await member()
    const first = await bill(pid, [free(500)])
    expect(first).toMatchObject({ memberDiscount: 10, memberLevel: null, billPrice: 500 })
    await pay(first.fbid, 500)
    expect(await bill(pid, [free(100)])).toMatchObject({ memberDiscount: 9, memberLevel: '金卡', billPrice: 90 })
  })
  it('rankings agree with the bills, share places, and leave as Excel', async () => {
    const rank = await manager().call('points.rankings.consumption', { hid: clinic.hid, per_page: 200 })
    const paid = await clinic.tx(
      async (cx) =>
        (await cx.db.the({ n: 'number' }, sql`select sum(paid-refunded)::bigint n from fee_bill where paid > 0 or status in (1,2,3)`)).n,
    )
    expect(Math.round(rank.list.reduce((sum, r) => sum + r.amount! * 100, 0))).toBe(paid)
    expect(
      rank.list.every(
        (r, i, l) => i === 0 || (r.amount! <= l[i - 1]!.amount! && (r.amount === l[i - 1]!.amount) === (r.rank === l[i - 1]!.rank)),
      ),
    ).toBe(true)
    expect((await manager().call('points.rankings.friends', { per_page: 5 })).list[0]).toMatchObject({ rank: 1, number: 1, amount: null })
    expect((await manager().call('points.rankings.friends-total', {})).list[0]!.amount).toBe(20)
    const file = (await manager().call('patients.export-rankings', { hid: clinic.hid, rankName: 'paid' })) as unknown as ArrayBuffer
    expect(new Uint8Array(file).subarray(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]))
    expect((await clinic.as('reception').refusal('points.rankings.points', {})).code).toBe(20405)
  })
})
