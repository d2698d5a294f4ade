/** Members who are merged and parted bring what they hold: packages, coupons, points, principal and gift money. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeFeeItems } from './make.ts'
import { expectReconciled } from './reconciliation.ts'

let clinic: Clinic
let fees: Map<string, number>
const till = () => clinic.as('cashier')
const manager = () => clinic.as('manager')
beforeAll(async () => {
  clinic = await freshClinic()
  fees = await makeFeeItems(manager(), clinic.hid)
})
const member = async (name: string) => (await clinic.as('reception').call('patients.save', { name, hid: clinic.hid })).pid
const packagesOf = async (pid: number) => (await till().call('packages.list', { pid })).list
const couponsOf = (pid: number) => till().call('receive-record.patient', { pid })
const walletOf = async (pid: number) => {
  const { money: stored, moneyGift: gift, points } = await till().call('patients.index', { id: pid })
  return { stored, gift, points }
}
/** A member with a top-up of 500 + 50, a package of four sessions paid out of it, a voucher, points. */
async function wealthy(name: string) {
  const pid = await member(name)
  await till().call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 500, moneyGift: 50, payWay: 1 })
  const { fgid } = await manager().call('feegroup.save', {
    name: `${name}的套餐`,
    packagePrice: 110,
    groupItems: [{ fiid: fees.get('眼压检查')!, quantity: 4 }],
  })
  const { feebill } = await till().call('feebill.save', { pid, items: [{ fgid, quantity: 1 }] })
  await till().call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 5, amount: 110 }] })
  const kind = await manager().call('card-volume.create', { name: `${name}的券`, couponType: 1, value: 30 })
  const coupon = (await till().call('receive-record.create', { pid, kindId: kind.id, note: '会员回馈' })).list[0]!.id
  await manager().call('patients.points.adjust', { pid, points: 80, reason: '期初' })
  return { pid, fbid: feebill.fbid, coupon, item: (await packagesOf(pid))[0]!.items[0]!.package_item_id }
}

describe('members who hold something are merged', () => {
  it('the kept member redeems, pays and is refunded with what came; what is left of it goes back when the merge is undone', async () => {
    const drop = await wealthy('并入财')
    const keep = await member('留下财')
    const walletBefore = await walletOf(drop.pid)
    const preview = await manager().call('patients.merge-preview', { keepPid: keep, dropPid: drop.pid })
    expect(preview.rows.map((r) => r.what)).toEqual(expect.arrayContaining(['会员套餐', '卡券领取', '收费单', '储值单']))
    expect({ stored: preview.stored, gift: preview.gift, points: preview.points, stays: preview.stays }).toEqual({
      ...walletBefore,
      stays: [],
    })
    const { id } = await manager().call('patients.merge', { keepPid: keep, dropPid: drop.pid })
    expect(await walletOf(keep)).toEqual(walletBefore)
    expect((await couponsOf(keep)).map((c) => c.id)).toEqual([drop.coupon])
    expect((await packagesOf(keep)).map((p) => p.left)).toEqual([4])
    // A session is used, the voucher pays a bill, both are taken back; the package's own bill is refunded into the wallet it was paid from.
    await till().call('packages.item.confirm', { package_item_id: drop.item, quantity: 1 })
    const [used] = (await till().call('packages.records', { pid: keep })).list
    await till().call('packages.item.cancel', { recordId: used!.recordId, reason: '记错' })
    const { feebill } = await till().call('feebill.save', {
      pid: keep,
      items: [{ name: '镜布', price: 50, priceReason: '其他收费', quantity: 1 }],
    })
    await till().call('feebill.confirm', { fbid: feebill.fbid, voucherId: drop.coupon, payStyleList: [{ payWay: 1, amount: 20 }] })
    expect((await couponsOf(keep))[0]).toMatchObject({ status: 1 })
    const giveBack = async (fbid: number) =>
      till().call('fee-bills.refund', {
        fbid,
        consent: true,
        reason: '不要了',
        items: (await till().call('feebill.info', { id: fbid })).BillItemList.map((i) => ({ biid: i.biid })),
      })
    await giveBack(feebill.fbid)
    expect((await couponsOf(keep))[0]).toMatchObject({ status: 0 })
    await manager().call('patients.merge-undo', { id })
    expect(await walletOf(keep)).toEqual({ stored: 0, gift: 0, points: 0 })
    expect(await walletOf(drop.pid)).toEqual(walletBefore)
    expect([await couponsOf(keep), await packagesOf(keep)]).toEqual([[], []])
    expect((await packagesOf(drop.pid)).map((p) => p.left)).toEqual([4])
    // Parted again, the member gives the package back: every fen returns to where it was paid from.
    await giveBack(drop.fbid)
    expect(await walletOf(drop.pid)).toMatchObject({ stored: 500, gift: 50 })
    await expectReconciled(clinic)
  })

  it('a refund made while they were one stays with the kept member, what came with the merge goes back', async () => {
    const drop = await wealthy('并入退')
    const keep = await member('留下退')
    const { id } = await manager().call('patients.merge', { keepPid: keep, dropPid: drop.pid })
    await till().call('fee-bills.refund', {
      fbid: drop.fbid,
      consent: true,
      reason: '不要了',
      items: (await till().call('feebill.info', { id: drop.fbid })).BillItemList.map((i) => ({ biid: i.biid })),
    })
    expect(await walletOf(keep)).toMatchObject({ stored: 500, gift: 50 })
    // The refund took back the points the payment had earned: they are missing now, and the refusal says how many.
    expect(await manager().refusal('patients.merge-undo', { id })).toMatchObject({
      message: '合并带来的积分已用去一部分：现有 80，要移回 180。请先补足，再撤销合并',
    })
    await manager().call('patients.points.adjust', { pid: keep, points: 100, reason: '撤销合并前补足' })
    await manager().call('patients.merge-undo', { id })
    expect(await walletOf(keep)).toMatchObject({ stored: 100, gift: 10 })
    expect(await walletOf(drop.pid)).toMatchObject({ stored: 400, gift: 40 })
    await expectReconciled(clinic)
  })
})
