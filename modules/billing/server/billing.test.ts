import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeFeeItems, makePaidBill, makeTopUp } from './make.ts'
import { expectReconciled, receiveGoods, stockOf } from './reconciliation.ts'

let clinic: Clinic
let items: Map<string, number>
const cashier = () => clinic.as('cashier')
const manager = () => clinic.as('manager')
let n = 0
const member = async (levelId?: number) =>
  (
    await clinic.as(levelId ? 'manager' : 'reception').call('patients.save', {
      name: `会员${String.fromCharCode(0x4e00 + ++n)}`,
      hid: clinic.hid,
      ...(levelId ? { levelId } : {}),
    } as never)
  ).pid
beforeAll(async () => {
  clinic = await freshClinic()
  items = await makeFeeItems(manager(), clinic.hid)
})
const bill = async (pid: number, chosen: Array<[string, number?]>, more: object = {}) =>
  cashier().call('feebill.save', { pid, items: chosen.map(([name, quantity = 1]) => ({ fiid: items.get(name)!, quantity })), ...more })

describe('fee items', () => {
  it('R119 pageSize 0 answers all, R118 status 0 is active, and the search knows pinyin initials', async () => {
    const all = await cashier().call('feeitem.list', { hid: clinic.hid, pageSize: 0 })
    expect(all.list).toHaveLength(items.size)
    expect(all.list.every((i) => i.status === 0)).toBe(true)
    const found = await cashier().call('feeitem.items', { hid: clinic.hid, search: 'ygf' })
    expect(found.list.map((i) => i.name)).toEqual(['验光费'])
    await manager().call('feeitem.status', { id: items.get('眼压检查')!, status: 1 })
    const tree = await cashier().call('feeitem.tree', { hid: clinic.hid })
    expect(tree.flatMap((t) => t.children).map((c) => c.name)).not.toContain('眼压检查')
    expect(
      await cashier().refusal('feebill.save', { pid: await member(), items: [{ fiid: items.get('眼压检查')!, quantity: 1 }] }),
    ).toMatchObject({ code: 1, message: '眼压检查已停用' })
    await manager().call('feeitem.status', { id: items.get('眼压检查')!, status: 0 })
  })
  it('a used item cannot be deleted', async () => {
    const pid = await member()
    await bill(pid, [['裂隙灯检查']])
    expect((await manager().refusal('feeitem.delete', { fiid: items.get('裂隙灯检查')!, hid: clinic.hid })).message).toContain('正在使用')
  })
})

describe('writing a bill', () => {
  it('R121 answers BillItemList, FeeRecordlist, feebill and patient; the level discount is in the trace', async () => {
    const level = await manager().call('settings.level.save', { hid: clinic.hid, name: '金卡', discount: 9, pointMultiple: 2, sort: 1 })
    const info = await bill(await member(level.id), [['验光费'], ['眼轴测量', 2]])
    expect(info.feebill).toMatchObject({ originalPrice: 210, billPrice: 189, totalDiscount: 21, memberDiscount: 9, status: 0, due: 189 })
    expect(info.BillItemList.map((i) => i.amount)).toEqual([45, 144])
    expect(info.trace.map((s) => s.label)).toEqual(['原价', '金卡 9 折'])
    expect(info.patient.levelName).toBe('金卡')
    expect(info.FeeRecordlist).toEqual([])
  })
  it('a discount stays within the range of the store, and needs the permission', async () => {
    const pid = await member()
    const sent = { pid, discount: 6.5, items: [{ fiid: items.get('验光费')!, quantity: 1 }] }
    expect(await cashier().refusal('feebill.save', sent)).toMatchObject({
      code: 1,
      field: 'discount',
      message: '整单折扣应在 7 折到 10 折之间',
    })
    expect(await clinic.as('reception').refusal('feebill.save', { ...sent, discount: 9 })).toMatchObject({ code: 20405 })
    expect(
      await clinic.as('reception').refusal('feebill.save', { pid, items: [{ fiid: items.get('验光费')!, price: 1, quantity: 1 }] }),
    ).toMatchObject({ code: 1, message: expect.stringContaining('价目') })
    expect((await bill(pid, [['验光费']], { discount: 9.5, rounding: 2 })).feebill.billPrice).toBe(47)
  })
  it('a stale version is refused and nothing is written', async () => {
    const pid = await member()
    const { feebill } = await bill(pid, [['验光费']])
    await cashier().call('feebill.save', { fbid: feebill.fbid, pid, version: 0, items: [{ fiid: items.get('眼轴测量')!, quantity: 1 }] })
    expect(
      (
        await cashier().refusal('feebill.save', {
          fbid: feebill.fbid,
          pid,
          version: 0,
          items: [{ fiid: items.get('验光费')!, quantity: 1 }],
        })
      ).message,
    ).toContain('已被他人修改')
    expect((await cashier().call('feebill.info', { id: feebill.fbid })).feebill.billPrice).toBe(80)
  })
})

describe('taking the money', () => {
  it('mixed payment: cash, card, stored value pro rata with gift money, and points', async () => {
    const pid = await member()
    await makeTopUp(cashier(), clinic.hid, pid, 300, 100)
    await manager().call('patients.points.adjust', { pid, points: 5000, reason: '老系统积分' })
    const { feebill } = await bill(pid, [['角膜塑形镜验配']])
    const info = await cashier().call('feebill.confirm', {
      fbid: feebill.fbid,
      payStyleList: [
        { payWay: 1, amount: 250, tendered: 300 },
        { payWay: 4, amount: 300 },
        { payWay: 5, amount: 200 },
      ],
      point: 5000,
    })
    expect(info.feebill).toMatchObject({ status: 1, paid: 800, due: 0 })
    expect(info.FeeRecordlist.map((r) => [r.payWay, r.amount, r.stored, r.gift, r.points])).toEqual([
      [1, 250, 0, 0, 0],
      [4, 300, 0, 0, 0],
      [5, 200, 150, 50, 0],
      [6, 50, 0, 0, 5000],
    ])
    // One point per yuan of money and principal: 250 + 300 + 150.
    expect(info.feebill.pointsEarned).toBe(700)
    expect(await cashier().call('loyalty.wallet', { pid })).toEqual({ pid, money: 150, moneyGift: 50, points: 700 })
    await expectReconciled(clinic)
  })
  it('what does not add up is refused and nothing moves', async () => {
    const pid = await member()
    const { feebill } = await bill(pid, [['视功能检查']])
    const pay = (payStyleList: object[], more: object = {}) =>
      cashier().refusal('feebill.confirm', { fbid: feebill.fbid, payStyleList, ...more })
    expect((await pay([{ payWay: 1, amount: 199.99 }])).message).toBe('收款合计 199.99 元与应收 200.00 元不一致')
    expect((await pay([{ payWay: 1, amount: 200.01 }])).message).toBe('收款不能超过应收金额')
    expect((await pay([{ payWay: 5, amount: 200 }])).message).toBe('储值余额不足')
    expect((await pay([{ payWay: 1, amount: 200, tendered: 100 }])).message).toBe('收到的现金不足')
    expect((await pay([{ payWay: 1, amount: 150 }], { point: 5000 })).message).toBe('积分不足')
    expect((await cashier().call('feebill.info', { id: feebill.fbid })).feebill).toMatchObject({ status: 0, paid: 0 })
    expect(
      await clinic.as('doctor').refusal('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: 200 }] }),
    ).toMatchObject({ code: 20405 })
  })
  it('a deposit leaves the bill open, on account too, until the last fen', async () => {
    const { feebill } = await bill(await member(), [['角膜塑形镜验配']])
    const first = await cashier().call('feebill.confirm', { fbid: feebill.fbid, part: true, payStyleList: [{ payWay: 2, amount: 300 }] })
    expect(first.feebill).toMatchObject({ status: 0, paid: 300, due: 500 })
    expect((await cashier().call('fee-bills.status', { fbid: feebill.fbid, status: 6, reason: '月底结清' })).feebill.status).toBe(6)
    const last = await cashier().call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: 500 }] })
    expect(last.feebill).toMatchObject({ status: 1, paid: 800, pointsEarned: 800 })
    await expectReconciled(clinic)
  })
  it('the same key pays once; the same payment number is booked once', async () => {
    const { feebill } = await bill(await member(), [['验光费']])
    const input = { fbid: feebill.fbid, payStyleList: [{ payWay: 2 as const, amount: 50, orderNo: 'WX-1' }] }
    const [a, b] = await Promise.all([
      cashier().call('feebill.confirm', input, { key: 'k1' }),
      cashier().call('feebill.confirm', input, { key: 'k1' }),
    ])
    expect(a).toEqual(b)
    const other = await bill(await member(), [['验光费']])
    expect((await cashier().refusal('feebill.confirm', { ...input, fbid: other.feebill.fbid })).message).toBe('该支付单号已经入账')
    await expectReconciled(clinic)
  })
  it('two tills at once: one takes the money, the other is told', async () => {
    const { feebill } = await bill(await member(), [['验光费']])
    const input = { fbid: feebill.fbid, payStyleList: [{ payWay: 1 as const, amount: 50 }] }
    const results = await Promise.allSettled([cashier().call('feebill.confirm', input), manager().call('feebill.confirm', input)])
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
    await expectReconciled(clinic)
  })
  it('cancelling gives a deposit back the way it came', async () => {
    const pid = await member()
    await makeTopUp(cashier(), clinic.hid, pid, 100, 50)
    const { feebill } = await bill(pid, [['视功能检查']])
    await cashier().call('feebill.confirm', {
      fbid: feebill.fbid,
      part: true,
      payStyleList: [
        { payWay: 5, amount: 60 },
        { payWay: 1, amount: 20 },
      ],
    })
    expect(await clinic.as('reception').refusal('feebill.cancel', { id: feebill.fbid })).toMatchObject({ code: 20405 })
    expect(await cashier().refusal('feebill.cancel', { id: feebill.fbid })).toMatchObject({ field: 'reason', message: '请填写退费原因' })
    const info = await cashier().call('feebill.cancel', { id: feebill.fbid, reason: '不配了' })
    expect(info.feebill).toMatchObject({ status: 4, paid: 0 })
    expect(await cashier().call('loyalty.wallet', { pid })).toMatchObject({ money: 100, moneyGift: 50 })
    expect((await cashier().call('feebill.cancel', { id: feebill.fbid })).feebill.status).toBe(4)
    expect((await cashier().refusal('feebill.delete', { id: feebill.fbid })).message).toContain('已经收过款')
    await expectReconciled(clinic)
  })
})

describe('refund', () => {
  it('C.11 says beforehand exactly what it does, then does exactly that', async () => {
    const pid = await member()
    await makeTopUp(cashier(), clinic.hid, pid, 100, 50)
    const { feebill, BillItemList } = await bill(pid, [['验光费'], ['眼轴测量'], ['视功能检查']])
    await cashier().call('feebill.confirm', {
      fbid: feebill.fbid,
      payStyleList: [
        { payWay: 1, amount: 180 },
        { payWay: 5, amount: 150 },
      ],
    })
    const request = { fbid: feebill.fbid, reason: '不要了', items: [{ biid: BillItemList[0]!.biid }] }
    const forecast = await cashier().call('fee-bills.refund', { ...request, dryRun: true })
    expect(forecast).toMatchObject({
      refundId: null,
      amount: 50,
      returned: 50,
      deducted: 0,
      status: 2,
      pointsTaken: 43,
      needsConsent: false,
    })
    expect(forecast.ways).toEqual([
      { payWay: 1, amount: 27.27, stored: 0, gift: 0 },
      { payWay: 5, amount: 22.73, stored: 15.16, gift: 7.57 },
    ])
    expect((await cashier().call('feebill.info', { id: feebill.fbid })).feebill.refunded).toBe(0)
    const refunded = await cashier().call('fee-bills.refund', request)
    expect({ ...refunded, refundId: null }).toEqual(forecast)
    expect(await cashier().call('loyalty.wallet', { pid })).toEqual({ pid, money: 15.16, moneyGift: 7.57, points: 237 })
    await expectReconciled(clinic)
    const rest = await cashier().call('fee-bills.refund', {
      fbid: feebill.fbid,
      reason: '不要了',
      items: BillItemList.slice(1).map((i) => ({ biid: i.biid })),
    })
    expect(rest.status).toBe(3)
    expect(await cashier().call('loyalty.wallet', { pid })).toEqual({ pid, money: 100, moneyGift: 50, points: 0 })
    await expectReconciled(clinic)
  })
  it('points already spent are deducted from the refund, with consent', async () => {
    const pid = await member()
    const { feebill, BillItemList } = await makePaidBill(cashier(), pid, [{ fiid: items.get('角膜塑形镜验配')! }])
    const other = await bill(pid, [['验光费']])
    await cashier().call('feebill.confirm', { fbid: other.feebill.fbid, point: 600, payStyleList: [{ payWay: 1, amount: 44 }] })
    const request = { fbid: feebill.fbid, reason: '不要了', items: [{ biid: BillItemList[0]!.biid }] }
    const forecast = await cashier().call('fee-bills.refund', { ...request, dryRun: true })
    // 800 earned, 600 spent, 44 earned since: 244 are there, 556 are missing and worth 5.56.
    expect(forecast).toMatchObject({ pointsTaken: 244, pointsShort: 556, deducted: 5.56, returned: 794.44, needsConsent: true })
    expect((await cashier().refusal('fee-bills.refund', request)).message).toContain('扣除 5.56 元')
    await cashier().call('fee-bills.refund', { ...request, consent: true })
    expect(await cashier().call('loyalty.wallet', { pid })).toMatchObject({ points: 0 })
    await expectReconciled(clinic)
    await manager().call('points.rules.update', { id: 5, pointsNumber: 2 })
    const secondBill = await makePaidBill(cashier(), pid, [{ fiid: items.get('验光费')! }])
    await manager().call('patients.points.adjust', { pid, points: -50, reason: '兑换礼品' })
    expect(
      (
        await cashier().refusal('fee-bills.refund', {
          fbid: secondBill.feebill.fbid,
          items: [{ biid: secondBill.BillItemList[0]!.biid }],
          dryRun: true,
        })
      ).message,
    ).toContain('不能退费')
    await manager().call('points.rules.update', { id: 5, pointsNumber: 1 })
  })
  it('never above what was paid per item, nor more pieces than were sold', async () => {
    const { feebill, BillItemList } = await makePaidBill(cashier(), await member(), [
      { fiid: items.get('眼轴测量')!, quantity: 3 },
      { fiid: items.get('验光费')! },
    ])
    const [three, one] = BillItemList
    const refuseRefund = (item: object) => cashier().refusal('fee-bills.refund', { fbid: feebill.fbid, items: [item] })
    expect((await refuseRefund({ biid: one!.biid, refundAmount: 50.01 })).message).toBe('退费金额超过该项目的可退金额')
    expect((await refuseRefund({ biid: three!.biid, quantity: 4 })).message).toBe('退费数量超过该项目的可退数量')
    expect((await refuseRefund({ biid: three!.biid, quantity: 0 })).message).toBe('请选择要退的项目')
    expect(
      (await cashier().call('fee-bills.refund', { fbid: feebill.fbid, reason: '不要了', items: [{ biid: three!.biid, quantity: 1 }] }))
        .amount,
    ).toBe(80)
    expect((await refuseRefund({ biid: three!.biid, refundAmount: 160.01 })).code).toBe(1)
    expect(await clinic.as('doctor').refusal('fee-bills.refund', { fbid: feebill.fbid, items: [{ biid: one!.biid }] })).toMatchObject({
      code: 20405,
    })
    await expectReconciled(clinic)
  })
  it('the last refund of the day can be taken back', async () => {
    const pid = await member()
    const { feebill, BillItemList } = await makePaidBill(cashier(), pid, [{ fiid: items.get('眼轴测量')! }, { fiid: items.get('验光费')! }])
    await cashier().call('fee-bills.refund', { fbid: feebill.fbid, reason: '不要了', items: [{ biid: BillItemList[0]!.biid }] })
    await cashier().call('fee-bills.refund', { fbid: feebill.fbid, reason: '不要了', items: [{ biid: BillItemList[1]!.biid }] })
    const one = await cashier().call('fee-bills.cancellation-refund', { fbid: feebill.fbid })
    expect(one.feebill).toMatchObject({ status: 2, refunded: 80, pointsEarned: 50 })
    const two = await cashier().call('fee-bills.cancellation-refund', { fbid: feebill.fbid })
    expect(two.feebill).toMatchObject({ status: 1, refunded: 0, pointsEarned: 130 })
    expect(await cashier().call('loyalty.wallet', { pid })).toMatchObject({ points: 130 })
    expect((await cashier().refusal('fee-bills.cancellation-refund', { fbid: feebill.fbid })).message).toContain('当前状态为“已收费”')
    await expectReconciled(clinic)
  })
})

describe('goods', () => {
  it('leave the stock with the payment and come back with the refund', async () => {
    const product = await manager().call('product.save', { category: 5, name: '护理液 360ml', price: 98, cost: 40, unit: '瓶' } as never)
    const { productId } = product as { productId: number }
    await receiveGoods(clinic, productId, 3)
    const pid = await member()
    const { feebill } = await cashier().call('feebill.save', { pid, items: [{ productId, quantity: 2 }] })
    expect(await stockOf(clinic, productId)).toBe(3)
    const paid = await cashier().call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: 196 }] })
    expect(await stockOf(clinic, productId)).toBe(1)
    const more = await cashier().call('feebill.save', { pid, items: [{ productId, quantity: 2 }] })
    expect((await cashier().refusal('feebill.confirm', { fbid: more.feebill.fbid, payStyleList: [{ payWay: 1, amount: 196 }] })).code).toBe(
      1,
    )
    expect((await cashier().call('feebill.info', { id: more.feebill.fbid })).feebill).toMatchObject({ status: 0, paid: 0 })
    await cashier().call('fee-bills.refund', {
      fbid: feebill.fbid,
      reason: '不要了',
      items: [{ biid: paid.BillItemList[0]!.biid, quantity: 1 }],
    })
    expect(await stockOf(clinic, productId)).toBe(2)
    await cashier().call('fee-bills.cancellation-refund', { fbid: feebill.fbid })
    expect(await stockOf(clinic, productId)).toBe(1)
    await expectReconciled(clinic)
  })
})

describe('another clinic', () => {
  it('does not see the bill', async () => {
    const { feebill } = await bill(await member(), [['验光费']])
    const other = await freshClinic()
    for (const id of ['feebill.info', 'feebill.cancel', 'feebill.delete'] as const)
      expect(await other.as('cashier').refusal(id, { id: feebill.fbid })).toMatchObject({ code: 1, message: '收费单不存在或已被删除' })
  })
})

describe('revenue of a day', () => {
  it('ties with the payments and refunds, by way, staff and kind', async () => {
    const own = await freshClinic()
    const fees = await makeFeeItems(own.as('manager'), own.hid)
    const { pid } = await own.as('reception').call('patients.save', { name: '周会员', hid: own.hid } as never)
    await makeTopUp(own.as('cashier'), own.hid, pid, 500, 0, 1)
    const { feebill } = await own.as('cashier').call('feebill.save', {
      pid,
      items: [
        { fiid: fees.get('验光费')!, quantity: 1 },
        { fiid: fees.get('睑板腺按摩')!, quantity: 1 },
      ],
    })
    const paid = await own.as('cashier').call('feebill.confirm', {
      fbid: feebill.fbid,
      payStyleList: [
        { payWay: 1, amount: 130 },
        { payWay: 5, amount: 100 },
      ],
    })
    await own
      .as('cashier')
      .call('fee-bills.refund', { fbid: feebill.fbid, reason: '不要了', items: [{ biid: paid.BillItemList[0]!.biid }] })
    const day = paid.feebill.paidAt!.slice(0, 10)
    const revenue = await own.as('cashier').call('statistics.revenue', { hid: own.hid, date: day })
    expect(revenue).toMatchObject({ received: 230, refunded: 50, net: 180, topUps: 500, bills: 1 })
    expect(revenue.ways.map((w) => [w.label, w.net])).toEqual([
      ['现金', 101.74],
      ['储值', 78.26],
    ])
    expect(revenue.kinds.map((k) => [k.label, k.received, k.refunded])).toEqual([
      ['治疗', 180, 0],
      ['检查', 50, 50],
    ])
    expect(revenue.staff).toHaveLength(1)
    await expectReconciled(own)
  })
})
