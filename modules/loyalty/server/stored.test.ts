import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, send, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
beforeAll(async () => void (clinic = await freshClinic()))
const cashier = () => clinic.as('cashier')
const manager = () => clinic.as('manager')
let n = 0
const member = async (more: object = {}) =>
  (
    await clinic.as('reception').call('patients.save', {
      name: `储值${String.fromCharCode(0x4e00 + ++n)}`,
      gender: 0,
      birth: '1990-01-01',
      hid: clinic.hid,
      ...more,
    } as never)
  ).pid
const topUp = (pid: number, money: number, moneyGift = 0) =>
  cashier().call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money, moneyGift, payWay: 2 })
const wallet = (pid: number) => cashier().call('loyalty.wallet', { pid })

describe('storage schemes', () => {
  it('are kept by those who may; a top-up that names one must be what it says', async () => {
    const pid = await member()
    expect(await cashier().refusal('storage-scheme.create', { name: '充 1000 送 100', money: 1000, moneyGift: 100 })).toMatchObject({
      code: 20405,
    })
    const scheme = await manager().call('storage-scheme.create', { name: '充 1000 送 100', money: 1000, moneyGift: 100 })
    expect((await manager().refusal('storage-scheme.create', { name: '充 1000 送 100', money: 1, moneyGift: 0 })).message).toContain(
      '已存在',
    )
    expect(
      (
        await cashier().refusal('chargebill.insert-and-pay', {
          hid: clinic.hid,
          pid,
          money: 1000,
          moneyGift: 500,
          payWay: 2,
          storageSchemeId: scheme.id,
        })
      ).message,
    ).toBe('金额与储值方案“充 1000 送 100”不符：本金 1000 元，赠金 100 元')
    const bill = await cashier().call('chargebill.insert-and-pay', {
      hid: clinic.hid,
      pid,
      money: 1000,
      moneyGift: 100,
      payWay: 2,
      storageSchemeId: scheme.id,
    })
    expect(bill).toMatchObject({ schemeName: '充 1000 送 100', moneyAfter: 1000, moneyGiftAfter: 100 })
    expect((await cashier().call('storage-scheme.list', { page_num: 1, page_size: 20 })).list).toMatchObject([{ id: scheme.id, used: 1 }])
    expect((await manager().refusal('storage-scheme.delete', { id: scheme.id })).message).toContain('正在使用')
    await manager().call('storage-scheme.update', { id: scheme.id, status: 1 })
    expect(
      (
        await cashier().refusal('chargebill.insert-and-pay', {
          hid: clinic.hid,
          pid,
          money: 1000,
          moneyGift: 100,
          payWay: 2,
          storageSchemeId: scheme.id,
        })
      ).message,
    ).toContain('储值方案不存在')
    const unused = await manager().call('storage-scheme.create', { name: '误建', money: 5, moneyGift: 0 })
    await manager().call('storage-scheme.delete', { id: unused.id })
    expect((await manager().refusal('storage-scheme.get', { id: unused.id })).message).toContain('不存在')
  })
  it('a scheme with a level raises the member, never lowers', async () => {
    const [gold, silver] = await clinic.tx(async (cx) => {
      const make = async (name: string, discount: number) =>
        (await cx.db.one(
          { id: 'number' },
          sql`
            insert into level (hid, name, discount)
            values (${clinic.hid}, ${name}, ${discount})
            returning id
          `,
        ))!.id
      return [await make('金卡', 8), await make('银卡', 9)]
    })
    const pid = await member()
    const levelOf = async () =>
      (await clinic.tx((cx) => cx.db.one({ levelId: 'number' }, sql`select level_id from patient where pid = ${pid}`)))!.levelId
    for (const [name, level, expectedLevel] of [
      ['银卡储值', silver, silver],
      ['金卡储值', gold, gold],
      ['银卡再储', silver, gold],
    ] as const) {
      const { id } = await manager().call('storage-scheme.create', { name, money: 100, moneyGift: 0, level: level! })
      await cashier().call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 100, payWay: 1, storageSchemeId: id })
      expect(await levelOf()).toBe(expectedLevel)
    }
  })
})

describe('correcting a top-up', () => {
  it('posts the difference with its reason, as often as needed, and never below what was spent', async () => {
    const pid = await member()
    const { cbid } = await topUp(pid, 1000, 100)
    expect(await cashier().refusal('chargebill.amend', { cbid, money: 100, moneyGift: 10, note: '多输一个零' })).toMatchObject({
      code: 20405,
    })
    expect(await manager().call('chargebill.amend', { cbid, money: 100, moneyGift: 10, note: '多输一个零' })).toMatchObject({
      kind: 5,
      money: -900,
      moneyGift: -90,
      moneyAfter: 100,
      moneyGiftAfter: 10,
      note: '多输一个零',
    })
    expect((await manager().refusal('chargebill.amend', { cbid, money: 100, moneyGift: 10, note: '再来' })).message).toBe(
      '更正后的金额与现在相同',
    )
    expect(await manager().call('chargebill.amend', { cbid, money: 200, moneyGift: 10, note: '实收二百' })).toMatchObject({
      money: 100,
      moneyGift: 0,
      moneyAfter: 200,
    })
    await manager().call('chargebill.withdrawal', {
      pid,
      money: 150,
      payWay: 4,
      refundName: `储值${String.fromCharCode(0x4e00 + n)}`,
      refundAccount: '6222',
      note: '搬家',
    })
    expect((await manager().refusal('chargebill.amend', { cbid, money: 100, moneyGift: 2, note: '已用' })).code).toBe(1)
    const figures = await cashier().call('chargebill.statistical', { hid: clinic.hid })
    expect(figures.withdrawn).toBe(150)
  })
  it('a withdrawal or transfer is not corrected', async () => {
    const pid = await member()
    await topUp(pid, 50)
    const out = await manager().call('chargebill.withdrawal', { pid, money: 20, payWay: 1, note: '退' })
    expect((await manager().refusal('chargebill.amend', { cbid: out.cbid, money: 10, moneyGift: 0, note: '错' })).message).toContain(
      '不能更正退储值',
    )
  })
})

describe('paying stored value back (单用途商业预付卡管理办法 art. 21)', () => {
  it('above 100 yuan it goes to an account of the member or guardian, not in cash; the plan says so and is what is posted', async () => {
    const pid = await member({ name: '小明', guardian: '王芳', birth: '2016-01-01' })
    await topUp(pid, 300, 90)
    const plan = await manager().call('chargebill.withdrawal-plan', { pid, money: 200 })
    expect(plan).toMatchObject({
      money: 200,
      forfeited: 60,
      moneyAfter: 100,
      moneyGiftAfter: 30,
      cashAllowed: false,
      names: ['小明', '王芳'],
    })
    expect(plan.why.join()).toMatch(/赠金不退现.*不能付现金/)
    const input = { pid, money: 200, note: '搬家' }
    expect(await manager().refusal('chargebill.withdrawal', { ...input, payWay: 1 })).toMatchObject({
      field: 'payWay',
      message: expect.stringContaining('应退回同名账户'),
    })
    expect(await manager().refusal('chargebill.withdrawal', { ...input, payWay: 4, refundName: '小明' })).toMatchObject({
      field: 'refundAccount',
    })
    expect(
      (await manager().refusal('chargebill.withdrawal', { ...input, payWay: 4, refundName: '李四', refundAccount: '6222' })).message,
    ).toBe('收款人应为会员本人或其监护人：小明、王芳')
    const out = await manager().call('chargebill.withdrawal', { ...input, payWay: 4, refundName: '王芳', refundAccount: '6222 0000' })
    expect(out).toMatchObject({
      money: -plan.money,
      moneyAfter: plan.moneyAfter,
      moneyGiftAfter: plan.moneyGiftAfter,
      refundName: '王芳',
      refundAccount: '6222 0000',
    })
    expect(await manager().call('chargebill.withdrawal-plan', { pid })).toMatchObject({ money: 100, forfeited: 30, cashAllowed: true })
    expect(await manager().call('chargebill.withdrawal', { pid, money: 100, payWay: 1, note: '结清' })).toMatchObject({
      moneyAfter: 0,
      moneyGiftAfter: 0,
    })
  })
})

describe('a top-up by a code', () => {
  it('books itself once when the phone pays', async () => {
    const pid = await member()
    const code = await cashier().call('chargebill.scan', { hid: clinic.hid, pid, money: 260, moneyGift: 26, payWay: 2, note: '扫码' })
    expect(await wallet(pid)).toMatchObject({ money: 0 })
    const { endpoint } = clinic.booted.calls.get('payments.phone-answer')!
    await Promise.all(Array.from({ length: 5 }, () => send(clinic.base, endpoint, { orderNo: code.orderNo, act: 'pay' }, {})))
    expect(await wallet(pid)).toMatchObject({ money: 260, moneyGift: 26 })
    const { list } = await cashier().call('chargebill.list-by-patient', { pid })
    expect(list).toMatchObject([{ money: 260, payWay: 2, note: '扫码', operatorName: expect.stringContaining('收银员') }])
    expect(
      (await manager().refusal('chargebill.amend', { cbid: list[0]!.cbid, money: 2600, moneyGift: 26, note: '错' })).message,
    ).toContain('扫码支付')
    expect(await cashier().refusal('chargebill.scan', { hid: clinic.hid, pid, money: 5000, moneyGift: 0, payWay: 2 })).toMatchObject({
      field: 'money',
    })
  })
})

describe('the statement of a member', () => {
  it('explains every cent and every point: opening plus lines is closing, and closing is what is held', async () => {
    const [pid, other] = [await member(), await member()]
    await topUp(pid, 500, 50)
    await manager().call('patients.points.adjust', { pid, points: 300, reason: '生日' })
    await manager().call('chargebill.transfer', { pid, transferPid: other, transferAmount: 120, confirmMoney: 120 })
    await manager().call('patients.points.adjust', { pid, points: -100, reason: '兑换' })
    const statement = await cashier().call('loyalty.statement', { pid })
    const walletBefore = await wallet(pid)
    expect(statement.closing).toEqual({ money: walletBefore.money, moneyGift: walletBefore.moneyGift, points: walletBefore.points })
    const sum = (key: 'money' | 'moneyGift' | 'points') => statement.list.reduce((total, l) => total + l[key], statement.opening[key])
    expect({ money: sum('money'), moneyGift: sum('moneyGift'), points: sum('points') }).toEqual(statement.closing)
    expect(statement.list.map((l) => l.reason)).toEqual(['积分调整', '储值转账', '积分调整', '储值'])
    expect(statement.list[1]).toMatchObject({ money: -120, moneyAfter: 380, moneyGiftAfter: 38, pointsAfter: 300 })
    const later = await cashier().call('loyalty.statement', { pid, startDate: '2099-01-01' })
    expect(later).toMatchObject({ opening: statement.closing, closing: statement.closing, list: [] })
  })
})

describe('money that cannot be wrong', () => {
  it('the same key ten times in parallel posts once', async () => {
    const pid = await member()
    const input = { hid: clinic.hid, pid, money: 88, moneyGift: 8, payWay: 1 as const }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => cashier().call('chargebill.insert-and-pay', input, { key: `same-${pid}` })),
    )
    expect(new Set(answers.map((a) => a.cbid)).size).toBe(1)
    expect(await wallet(pid)).toMatchObject({ money: 88, moneyGift: 8 })
    expect((await cashier().call('chargebill.list-by-patient', { pid })).total).toBe(1)
  })
  it('two cashiers spend the same last 100 yuan at once: one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const pid = await member()
      await topUp(pid, 100)
      const bills = await Promise.all(
        [cashier(), manager()].map((till) =>
          till.call('feebill.save', { pid, items: [{ name: '验光费', price: 100, priceReason: '其他收费', quantity: 1 }] }),
        ),
      )
      const codes = await Promise.all(
        bills.map(
          async ({ feebill }, i) =>
            (await (
              await [cashier(), manager()][i]!.raw('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 5, amount: 100 }] })
            ).json()) as { code: number; message: string },
        ),
      )
      expect(codes.map((c) => c.code).sort()).toEqual([1, 200])
      expect(codes.find((c) => c.code === 1)!.message).toContain('储值余额不足')
      expect(await wallet(pid)).toMatchObject({ money: 0, moneyGift: 0 })
    }
  })
})
