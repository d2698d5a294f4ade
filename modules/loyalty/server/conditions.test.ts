/** Principal carries its conditions: gift money, coupons, level and commission follow it; money goes back to the name that paid. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { expectReconciled } from '#modules/billing/server/reconciliation.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let gold: number
let silver: number
let kindId: number
const cashier = () => clinic.as('cashier')
const manager = () => clinic.as('manager')
beforeAll(async () => {
  clinic = await freshClinic()
  const level = async (name: string, discount: number) =>
    (await manager().call('settings.level.save', { hid: clinic.hid, name, discount })).id
  gold = await level('金卡', 8)
  silver = await level('银卡', 9.5)
  kindId = (await manager().call('card-volume.create', { name: '赠券', couponType: 1, value: 50 } as never)).id
})
let n = 0
const member = async (more: object = {}) =>
  (
    await clinic
      .as('manager')
      .call('patients.save', { name: `本金${String.fromCharCode(0x4e00 + ++n)}`, gender: 0, birth: '1990-01-01', ...more } as never)
  ).pid
const nameOf = async (pid: number) => (await clinic.as('reception').call('patients.get', { id: pid })).name
const scheme = async (more: object = {}) =>
  (
    await manager().call('storage-scheme.create', {
      name: `金卡方案${++n}`,
      money: 2000,
      moneyGift: 400,
      level: gold,
      coupons: [{ kindId, quantity: 4 }],
      ...more,
    })
  ).id
const topUp = async (pid: number, storageSchemeId: number, more: object = {}) =>
  cashier().call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 2000, moneyGift: 400, payWay: 2, storageSchemeId, ...more })
const wallet = (pid: number) => cashier().call('loyalty.wallet', { pid })
const coupons = async (pid: number) => (await cashier().call('receive-record.patient', { pid })).filter((c) => c.status === 0).length
const levelOf = async (pid: number) =>
  (await clinic.tx((cx) => cx.db.the({ levelId: 'number | null' }, sql`select p.level_id from patient p where p.pid = ${pid}`))).levelId
const transfer = (pid: number, transferPid: number, money: number) =>
  manager().call('chargebill.transfer', { pid, transferPid, transferAmount: money, confirmMoney: money })
const payOut = { payWay: 4 as const, refundAccount: '6222 0000', note: '搬家' }

describe('a transfer', () => {
  it('takes its share of gift money along; coupons in proportion and the level are forfeited', async () => {
    const [giver, receiver] = [await member({ levelId: silver }), await member()]
    await topUp(giver, await scheme())
    expect([await levelOf(giver), await coupons(giver)]).toEqual([gold, 4])
    await transfer(giver, receiver, 500)
    expect(await wallet(giver)).toMatchObject({ money: 1500, moneyGift: 300 })
    expect(await wallet(receiver)).toMatchObject({ money: 500, moneyGift: 100 })
    expect([await levelOf(giver), await coupons(giver)]).toEqual([silver, 3])
    await transfer(giver, receiver, 1500)
    expect(await wallet(receiver)).toMatchObject({ money: 2000, moneyGift: 400 })
    expect([await wallet(giver), await coupons(giver)]).toMatchObject([{ money: 0, moneyGift: 0 }, 0])
    await expectReconciled(clinic)
  })
  it('is paid out to the name that paid only, also after two hands; own money to the own name', async () => {
    const [payer, between, last] = [await member(), await member(), await member()]
    await topUp(payer, await scheme())
    await transfer(payer, between, 2000)
    await transfer(between, last, 2000)
    await cashier().call('chargebill.insert-and-pay', { hid: clinic.hid, pid: last, money: 300, payWay: 2 })
    const own = { pid: last, money: 2000, refundName: await nameOf(last), ...payOut }
    expect(await manager().refusal('chargebill.withdrawal', own)).toMatchObject({
      field: 'money',
      message: `本人支付的本金只有 300.00 元；其余由 ${await nameOf(payer)} 支付，请以付款人的名字退还`,
    })
    expect((await manager().refusal('chargebill.withdrawal', { pid: last, money: 2000, payWay: 1, note: '退' })).field).toBe('money')
    expect((await manager().refusal('chargebill.withdrawal', { ...own, refundName: await nameOf(between) })).code).toBe(1)
    expect(await manager().call('chargebill.withdrawal-plan', { pid: last })).toMatchObject({ money: 300, names: [await nameOf(last)] })
    expect(await manager().call('chargebill.withdrawal', { ...own, refundName: await nameOf(payer) })).toMatchObject({ moneyAfter: 300 })
    expect(await manager().call('chargebill.withdrawal', { ...own, money: 300 })).toMatchObject({ moneyAfter: 0 })
    await expectReconciled(clinic)
  })
})

describe('in proportion', () => {
  it('a withdrawal takes coupons and the level with what it returns, as its plan says; the scheme says how much keeps the level', async () => {
    const pid = await member()
    await topUp(pid, await scheme({ levelKeep: 50 }))
    const plan = await manager().call('chargebill.withdrawal-plan', { pid, money: 1000 })
    expect(plan).toMatchObject({ forfeited: 200, coupons: [{}, {}], levels: [] })
    const out = { pid, refundName: plan.names[0]!, ...payOut }
    await manager().call('chargebill.withdrawal', { ...out, money: 1000 })
    expect([await levelOf(pid), await coupons(pid)]).toEqual([gold, 2])
    expect(await manager().call('chargebill.withdrawal-plan', { pid, money: 0.01 })).toMatchObject({
      coupons: [{}],
      levels: ['金卡'],
      why: expect.arrayContaining([expect.stringContaining('“金卡”随之取消')]),
    })
    await manager().call('chargebill.withdrawal', { ...out, money: 999.99 })
    expect([await levelOf(pid), await coupons(pid)]).toEqual([null, 0])
    await expectReconciled(clinic)
  })
  it('a correction that lowers a top-up takes them with it', async () => {
    const pid = await member()
    const { cbid } = await topUp(pid, await scheme())
    await manager().call('chargebill.amend', { cbid, money: 100, moneyGift: 0, note: '多输' })
    expect([await levelOf(pid), await coupons(pid)]).toEqual([null, 0])
    expect(await wallet(pid)).toMatchObject({ money: 100, moneyGift: 0 })
    await expectReconciled(clinic)
  })
})

describe('commission of a top-up', () => {
  it('goes back with the money a withdrawal returns, of its own consultant, also after a transfer', async () => {
    const [pid, other] = [await member(), await member()]
    const day = await clinic.tx((cx) => Promise.resolve(cx.today))
    const consultant = clinic.ctid('reception')
    await manager().call('statistics.commission-add', { hid: clinic.hid, role: 5, percent: 5, fromDay: `${day.slice(0, 7)}-01` } as never)
    const lines = () =>
      clinic.tx((cx) =>
        cx.db.rows(
          { base: 'number', amount: 'number' },
          sql`
            select base, amount
            from commission_line
            where person = ${consultant} and cbid is not null
            order by line_id
          `,
        ),
      )
    await topUp(pid, await scheme({ level: undefined, coupons: [] }), { chargeConsultantId: consultant })
    expect(await lines()).toEqual([{ base: 200_000, amount: 10_000 }])
    await transfer(pid, other, 800)
    await manager().call('chargebill.withdrawal', { pid, money: 500, refundName: await nameOf(pid), ...payOut })
    await manager().call('chargebill.withdrawal', { pid: other, money: 800, refundName: await nameOf(pid), ...payOut })
    expect((await lines()).slice(1)).toEqual([
      { base: -50_000, amount: -2_500 },
      { base: -80_000, amount: -4_000 },
    ])
  })
})
