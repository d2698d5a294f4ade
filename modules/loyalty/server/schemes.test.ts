/** Benefits of storage schemes, and limits set by a store's charge settings. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, send, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
beforeAll(async () => void (clinic = await freshClinic()))
const cashier = () => clinic.as('cashier')
const manager = () => clinic.as('manager')
let n = 0
const member = async () =>
  (
    await clinic
      .as('reception')
      .call('patients.save', { name: `方案${String.fromCharCode(0x4e00 + ++n)}`, gender: 0, birth: '1990-01-01', hid: clinic.hid } as never)
  ).pid
const wallet = (pid: number) => cashier().call('loyalty.wallet', { pid })

describe('coupons of a scheme', () => {
  const voucher = (name: string, more: object = {}) => manager().call('card-volume.create', { name, couponType: 1, value: 30, ...more })
  const charge = (pid: number, storageSchemeId: number) => ({
    hid: clinic.hid,
    pid,
    money: 500,
    moneyGift: 50,
    payWay: 2 as const,
    storageSchemeId,
  })
  const unused = async (pid: number) => (await cashier().call('receive-record.patient', { pid })).filter((c) => c.status === 0)
  const circulating = (id: number) =>
    clinic.tx(
      async (cx) =>
        (await cx.db.one(
          { n: 'number' },
          sql`
            select coalesce(sum(a.balance), 0)::bigint n
            from ledger_account a
            join receive_record r on r.oid = a.oid and a.key = 'coupon:' || r.id
            where r.kind_id = ${id} and a.book = 'coupons'
          `,
        ))!.n,
    )

  it('come with the top-up, and a withdrawal of everything takes back those not used, as its plan said', async () => {
    const kind = await voucher('储值赠券')
    const scheme = await manager().call('storage-scheme.create', {
      name: '充 500 送 50 加券',
      money: 500,
      moneyGift: 50,
      coupons: [{ kindId: kind.id, quantity: 3 }],
    })
    expect(scheme.coupons).toEqual([{ kindId: kind.id, name: '储值赠券', quantity: 3 }])
    const pid = await member()
    expect(await cashier().call('chargebill.insert-and-pay', charge(pid, scheme.id))).toMatchObject({
      moneyAfter: 500,
      coupons: [{ name: '储值赠券', quantity: 3 }],
    })
    const unusedCoupons = await unused(pid)
    expect(unusedCoupons).toMatchObject([{ type: 3, usable: true }, { type: 3 }, { type: 3 }])
    await cashier().call('receive-record.status', { id: unusedCoupons[0]!.id, status: 1 })
    expect(await manager().call('chargebill.withdrawal-plan', { pid, money: 200 })).toMatchObject({
      coupons: [{}],
      why: [expect.stringContaining('卡券 1 张，保留 1 张'), expect.any(String), expect.any(String)],
    })
    const plan = await manager().call('chargebill.withdrawal-plan', { pid })
    expect(plan.coupons.map((c) => c.id).sort()).toEqual([unusedCoupons[1]!.id, unusedCoupons[2]!.id].sort())
    await manager().call('chargebill.withdrawal', {
      pid,
      money: 500,
      payWay: 4,
      refundName: plan.names[0]!,
      refundAccount: '6222',
      note: '搬家',
    })
    expect(await unused(pid)).toEqual([])
    expect(await circulating(kind.id)).toBe(0)
  })
  it('that ran out or were stopped refuse before money is taken; nothing is booked', async () => {
    const kind = await voucher('限量券', { total: 1 })
    const { id } = await manager().call('storage-scheme.create', {
      name: '限量',
      money: 500,
      moneyGift: 50,
      coupons: [{ kindId: kind.id, quantity: 1 }],
    })
    await cashier().call('chargebill.insert-and-pay', charge(await member(), id))
    const late = await member()
    expect((await cashier().refusal('chargebill.insert-and-pay', charge(late, id))).message).toBe('限量券只剩 0 张可发')
    expect(await wallet(late)).toMatchObject({ money: 0, moneyGift: 0 })
    expect((await manager().refusal('card-volume.delete', { id: kind.id })).code).toBe(1)
  })
  it('shown with a code are given once when it is paid, though the kind was stopped meanwhile', async () => {
    const kind = await voucher('扫码券', { total: 2 })
    const { id } = await manager().call('storage-scheme.create', {
      name: '扫码送券',
      money: 500,
      moneyGift: 50,
      coupons: [{ kindId: kind.id, quantity: 2 }],
    })
    const pid = await member()
    const code = await cashier().call('chargebill.scan', charge(pid, id))
    expect(await unused(pid)).toEqual([])
    await manager().call('card-volume.update', { id: kind.id, name: '扫码券', couponType: 1, value: 30, status: 1 })
    expect((await cashier().refusal('chargebill.scan', charge(await member(), id))).message).toContain('已停用')
    const { endpoint } = clinic.booted.calls.get('payments.phone-answer')!
    await Promise.all(Array.from({ length: 3 }, () => send(clinic.base, endpoint, { orderNo: code.orderNo, act: 'pay' }, {})))
    expect(await wallet(pid)).toMatchObject({ money: 500, moneyGift: 50 })
    expect(await unused(pid)).toMatchObject([
      { name: '扫码券', type: 3 },
      { name: '扫码券', type: 3 },
    ])
  })
  it('a change of a scheme changes what was sent and nothing else', async () => {
    const kind = await voucher('不变券')
    const { id, ...saved } = await manager().call('storage-scheme.create', {
      name: '改一处',
      money: 500,
      moneyGift: 50,
      coupons: [{ kindId: kind.id, quantity: 2 }],
    })
    expect(await manager().call('storage-scheme.update', { id, status: 1 })).toEqual({ ...saved, id, status: 1 })
    expect(await manager().call('storage-scheme.update', { id, coupons: [] })).toEqual({ ...saved, id, status: 1, coupons: [] })
    expect(
      await manager().refusal('storage-scheme.update', {
        id,
        coupons: [
          { kindId: kind.id, quantity: 1 },
          { kindId: kind.id, quantity: 2 },
        ],
      }),
    ).toMatchObject({ field: 'coupons', message: expect.stringContaining('同一种卡券只写一行') })
  })
})

describe('charge settings of a store', () => {
  it('hold a top-up, its correction and a transfer in to their limits, the strictest first; inactive ones do not count', async () => {
    const own = await freshClinic()
    const [boss, till] = [own.as('manager'), own.as('cashier')]
    const person = async (name: string) =>
      (await own.as('reception').call('patients.save', { name, gender: 0, birth: '1990-01-01' } as never)).pid
    const [a, b] = [await person('限额甲'), await person('限额乙')]
    const charge = (money: number, pid = a) => ({ hid: own.hid, pid, money, payWay: 2 as const })
    await boss.call('settings.charge-settings.create', { hid: own.hid, name: '记名卡', minMoney: 100, maxMoney: 2000, maxBalance: 3000 })
    const strict = await boss.call('settings.charge-settings.create', {
      hid: own.hid,
      name: '开业限额',
      minMoney: 200,
      maxMoney: 1500,
      canRefund: false,
    })
    expect(await till.refusal('chargebill.insert-and-pay', charge(199.99))).toMatchObject({
      field: 'money',
      message: '“开业限额”规定单次储值不少于 200 元',
    })
    expect(await till.refusal('chargebill.scan', { ...charge(1500.01), payWay: 2 })).toMatchObject({
      field: 'money',
      message: '“开业限额”规定单次储值不超过 1500 元',
    })
    const { cbid } = await till.call('chargebill.insert-and-pay', charge(1500))
    expect((await boss.refusal('chargebill.amend', { cbid, money: 150, moneyGift: 0, note: '错' })).message).toContain('不少于 200 元')
    expect((await boss.refusal('chargebill.withdrawal-plan', { pid: a })).message).toBe('“开业限额”规定储值余额不退')
    expect((await boss.refusal('chargebill.withdrawal', { pid: a, money: 50, payWay: 1, note: '退' })).message).toBe(
      '“开业限额”规定储值余额不退',
    )
    await boss.call('settings.charge-settings.update', { hid: own.hid, id: strict.id, name: '开业限额', status: 1 } as never)
    await till.call('chargebill.insert-and-pay', charge(1500))
    expect((await till.refusal('chargebill.insert-and-pay', charge(100))).message).toContain('超过 3000 元')
    await till.call('chargebill.insert-and-pay', charge(100, b))
    expect(await boss.refusal('chargebill.transfer', { pid: b, transferPid: a, transferAmount: 100, confirmMoney: 100 })).toMatchObject({
      field: 'transferAmount',
      message: expect.stringContaining('超过 3000 元'),
    })
    await boss.call('chargebill.transfer', { pid: a, transferPid: b, transferAmount: 100, confirmMoney: 100 })
    expect(await boss.call('chargebill.withdrawal-plan', { pid: b })).toMatchObject({
      money: 100,
      names: ['限额乙'],
      why: expect.arrayContaining([expect.stringContaining('其中 100.00 元由他人支付')]),
    })
  })
})

describe('what a till may not do by itself', () => {
  it('gives no gift money beyond its share of the principal, at a top-up as at its correction; a scheme gives what it says', async () => {
    const own = await freshClinic()
    const [boss, till] = [own.as('manager'), own.as('cashier')]
    const { pid } = await own.as('reception').call('patients.save', { name: '赠金甲', gender: 0, birth: '1990-01-01' } as never)
    const charge = (moneyGift: number, more: object = {}) => ({ hid: own.hid, pid, money: 100, moneyGift, payWay: 1 as const, ...more })
    expect(await till.refusal('chargebill.insert-and-pay', charge(100.01))).toMatchObject({
      field: 'moneyGift',
      message: '不按储值方案时，赠金最多 100 元（本金的 100%）',
    })
    await boss.call('points.rules.save-all', { list: [{ pointsRuleId: 12, pointsNumber: 10 }] })
    expect((await till.refusal('chargebill.scan', charge(11, { payWay: 2 }))).message).toContain('赠金最多 10 元')
    const { cbid } = await till.call('chargebill.insert-and-pay', charge(10))
    expect(await boss.refusal('chargebill.amend', { cbid, money: 100, moneyGift: 50, note: '多送' })).toMatchObject({ field: 'moneyGift' })
    await boss.call('chargebill.amend', { cbid, money: 100, moneyGift: 0, note: '不送' })
    const scheme = await boss.call('storage-scheme.create', { name: '充一百送二百', money: 100, moneyGift: 200 })
    expect(await till.call('chargebill.insert-and-pay', charge(200, { storageSchemeId: scheme.id }))).toMatchObject({
      moneyAfter: 200,
      moneyGiftAfter: 200,
    })
  })
  it('dates no top-up into the future nor far back, names no combo nobody sells', async () => {
    const pid = await member()
    const charge = (more: object) => ({ hid: clinic.hid, pid, money: 100, payWay: 1 as const, ...more })
    const paidAt = await clinic.tx((cx) =>
      Promise.resolve({
        now: cx.now,
        day: (back: number) => new Date(Date.parse(`${cx.today}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10),
      }),
    )
    for (const [payTime, message] of [
      [`${paidAt.day(-1)} 00:00:00`, '时间不能晚于现在'],
      [`${paidAt.day(32)} 23:59:59`, '储值时间不能晚于现在，也不能早于 31 天前'],
    ])
      expect(await cashier().refusal('chargebill.insert-and-pay', charge({ payTime }))).toMatchObject({
        field: 'payTime',
        message,
      })
    expect(await cashier().call('chargebill.insert-and-pay', charge({ payTime: `${paidAt.day(31)} 09:00:00` }))).toMatchObject({
      payTime: `${paidAt.day(31)} 09:00:00`,
    })
    expect((await cashier().refusal('chargebill.insert-and-pay', charge({ fgid: 987_654 }))).code).toBe(1)
    expect(await wallet(pid)).toMatchObject({ money: 100, moneyGift: 0 })
  })
})
