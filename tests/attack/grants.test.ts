/** What is given by hand: one right, a reason, a ceiling per person and day, another person above it, and a list of all of it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../harness.ts'

let clinic: Clinic
let pid: number
let kindId: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const account = async (role: Parameters<Clinic['as']>[0]) => (await as(role).call('account.userinfo', {})).account
const prove = async (by: Parameters<Clinic['as']>[0], who: Parameters<Clinic['as']>[0], purpose: string) =>
  (await as(by).call('account.presence', { account: await account(who), password: 'Demo2026!', purpose })).approver
beforeAll(async () => {
  clinic = await freshClinic({ ceilings: true })
  ;({ pid } = await as('reception').call('patients.save', { name: '甄会员', hid: clinic.hid }))
  ;({ id: kindId } = await as('manager').call('card-volume.create', { name: '五十元券', couponType: 1, value: 50 } as never))
})
const coupons = (quantity: number, more: object = {}) => ({ pid, kindId, quantity, note: '周年回馈', ...more })

describe('what is given by hand', () => {
  it('wants a reason in words, whoever gives it', async () => {
    for (const note of [undefined, ' ', '。'])
      expect(await as('cashier').refusal('receive-record.create', coupons(1, { note }))).toMatchObject({ field: 'note' })
    expect(await as('reception').refusal('receive-record.create', coupons(1))).toMatchObject({ code: 20405 })
  })
  it('stays below the ceiling of the store for one person a day, however it is parted among coupons, points and gift money', async () => {
    const teller = as('cashier')
    expect(await teller.refusal('receive-record.create', coupons(20))).toMatchObject({
      field: 'approver',
      message: '每人每天手工赠送以 500 元为限，今天已送 0.00 元：请由他人批准',
    })
    await teller.call('receive-record.create', coupons(8))
    const topUp = (money: number, moneyGift: number) => ({ hid: clinic.hid, pid, money, moneyGift, payWay: 2 as const })
    expect(await teller.refusal('chargebill.insert-and-pay', topUp(101, 101))).toMatchObject({ field: 'approver' })
    expect(await teller.refusal('chargebill.scan', topUp(101, 101))).toMatchObject({ field: 'approver' })
    await teller.call('chargebill.insert-and-pay', topUp(100, 100))
    expect(await teller.refusal('receive-record.create', coupons(1))).toMatchObject({ field: 'approver' })
    await expect(
      clinic.tx(async (cx) => {
        await cx.db.run(sql`select set_config('app.ctid', ${String(clinic.ctid('cashier'))}, true)`)
        await cx.db.run(sql`
          insert into hand_grant (hid, pid, kind, what, worth, reason)
          values (${clinic.hid}, ${pid}, 1, '五十元券', 5000, '回馈')
        `)
      }),
    ).rejects.toMatchObject({ constraint: 'hand_grant__grant_over' })
    // Another person has a ceiling of their own; what a scheme promises is none of it.
    await as('manager').call('patients.points.adjust', { pid, points: 1000, reason: '生日' })
    const scheme = await as('manager').call('storage-scheme.create', { name: '充六百送六百', money: 600, moneyGift: 600 })
    await teller.call('chargebill.insert-and-pay', { ...topUp(600, 600), storageSchemeId: scheme.id })
  })
  it('over the ceiling is agreed to by another person with the right, by the own password, once and within five minutes', async () => {
    const teller = as('cashier')
    const manager = clinic.ctid('manager')
    expect(await teller.refusal('receive-record.create', coupons(20, { approver: clinic.ctid('cashier') }))).toMatchObject({
      message: '批准人不能是本人，请由他人批准',
    })
    expect(await teller.refusal('receive-record.create', coupons(20, { approver: manager }))).toMatchObject({ field: 'approver' })
    expect(
      await teller.refusal('account.presence', { account: await account('manager'), password: 'falsch', purpose: '批准手工赠送' }),
    ).toMatchObject({ field: 'password' })
    const doctor = await prove('cashier', 'doctor', '批准手工赠送')
    expect(await teller.refusal('receive-record.create', coupons(20, { approver: doctor }))).toMatchObject({
      message: '批准人没有权限：批准超过上限的手工赠送',
    })
    await prove('cashier', 'manager', '批准退费')
    expect(await teller.refusal('receive-record.create', coupons(20, { approver: manager }))).toMatchObject({ field: 'approver' })
    await expect(
      clinic.tx(async (cx) => {
        await cx.db.run(sql`select set_config('app.ctid', ${String(clinic.ctid('cashier'))}, true)`)
        await cx.db.run(sql`
          insert into hand_grant (hid, pid, kind, what, worth, reason, approved_by, proof_id)
          select ${clinic.hid}, ${pid}, 1, '五十元券', 100000, '回馈', ctid_, max(proof_id)
          from presence_proof
          where ctid_ = ${manager} and is_proven
          group by ctid_
        `)
      }),
      'a proof of something else',
    ).rejects.toMatchObject({ constraint: 'hand_grant__approval_needed' })
    expect(await prove('cashier', 'manager', '批准手工赠送')).toBe(manager)
    expect(await teller.call('receive-record.create', coupons(20, { approver: manager }))).toMatchObject({ issued: 20 })
    expect(await teller.refusal('receive-record.create', coupons(20, { approver: manager }))).toMatchObject({ code: 1 })
  })
  it('a better level is given by who may, whichever call sets it; the same or less by anybody who may change members', async () => {
    const { id: gold } = await as('manager').call('settings.level.save', { hid: clinic.hid, name: '金卡', discount: 9 })
    const { id: plain } = await as('manager').call('settings.level.save', { hid: clinic.hid, name: '普通', discount: 10 })
    const refused = { code: 20405, message: expect.stringContaining('手工赠送') as string }
    const child = { name: '林小级', hid: clinic.hid, mobile: '13612340001' }
    expect(await as('reception').refusal('patients.save', { ...child, levelId: gold })).toMatchObject(refused)
    const { pid: whose } = await as('reception').call('patients.save', { ...child, levelId: plain })
    expect(await as('reception').refusal('patients.batch-update', { pids: [pid, whose], levelId: gold })).toMatchObject(refused)
    expect(await as('reception').refusal('patients.save', { ...child, pid: whose, levelId: gold })).toMatchObject(refused)
    await as('manager').call('patients.batch-update', { pids: [whose], levelId: gold, levelReason: '老会员' })
    await as('reception').call('patients.batch-update', { pids: [whose], levelId: plain })
  })
  it('stands in a list that the manager reads: who gave what to whom, worth how much and why, and who agreed', async () => {
    expect(await as('cashier').refusal('hand-grants.list', {})).toMatchObject({ code: 20405 })
    const { list, worth } = await as('manager').call('hand-grants.list', {})
    expect(list.map(({ kind, what, worth, reason }) => [kind, what, worth, reason])).toEqual([
      [4, '金卡', 0, '老会员'],
      [1, '五十元券 × 20', 1000, '周年回馈'],
      [2, '1000 积分', 10, '生日'],
      [3, '赠金 100.00 元', 100, '随储值赠送'],
      [1, '五十元券 × 8', 400, '周年回馈'],
    ])
    expect(worth).toBe(1510)
    expect(list[1]!.approverName).toContain('店长')
  })
  it('a price by hand says why in more than one letter', async () => {
    const free = (priceReason: string) => ({ pid, items: [{ name: '镜架一副', price: 0.01, priceReason, quantity: 1 }] })
    for (const reason of ['x', '。', ' ']) expect((await as('cashier').refusal('feebill.save', free(reason))).code).toBe(1)
    await as('cashier').call('feebill.save', free('清仓样品'))
  })
})

describe('a refund from the limit of the store on', () => {
  it('is agreed to by another person, as is a deposit that goes back; below it by nobody', async () => {
    await as('manager').call('settings.save', { hid: clinic.hid, refundApproveFrom: 100 })
    const teller = as('cashier')
    const manager = clinic.ctid('manager')
    const paid = async (price: number, deposit?: number) => {
      const { feebill } = await teller.call('feebill.save', { pid, items: [{ name: '项目', price, priceReason: '其他收费', quantity: 1 }] })
      const confirmed = await teller.call('feebill.confirm', {
        fbid: feebill.fbid,
        part: deposit !== undefined,
        payStyleList: [{ payWay: 2, amount: deposit ?? price }],
      })
      return { fbid: feebill.fbid, items: confirmed.BillItemList.map(({ biid }) => ({ biid })), reason: '不要了' }
    }
    await teller.call('fee-bills.refund', await paid(99.99))
    const dear = await paid(100)
    expect(await teller.refusal('fee-bills.refund', dear)).toMatchObject({
      field: 'approver',
      message: '退费 100.00 元达到 100 元，须由他人批准',
    })
    expect(await as('manager').refusal('fee-bills.refund', { ...dear, approver: manager })).toMatchObject({
      message: '批准人不能是本人，请由他人批准',
    })
    await prove('cashier', 'manager', '批准退费')
    await teller.call('fee-bills.refund', { ...dear, approver: manager })
    expect((await teller.refusal('fee-bills.refund', { ...(await paid(150)), approver: manager })).code).toBe(1)
    const deposit = await paid(300, 200)
    expect(await teller.refusal('feebill.cancel', { id: deposit.fbid, reason: '不配了' })).toMatchObject({ field: 'approver' })
    await prove('cashier', 'manager', '批准退费')
    await teller.call('feebill.cancel', { id: deposit.fbid, reason: '不配了', approver: manager })
    await expect(
      clinic.tx(async (cx) => {
        await cx.db.run(sql`select set_config('app.ctid', ${String(clinic.ctid('cashier'))}, true)`)
        await cx.db.run(sql`
          insert into refund (hid, fbid, refund_no, amount, reason)
          values (${clinic.hid}, ${dear.fbid}, 'TF-X', 10000, '不要了')
        `)
      }),
    ).rejects.toMatchObject({ constraint: 'refund__refund_over' })
  })
})

describe('stored value', () => {
  it('tells its member of every movement, in the way the store chose', async () => {
    const { pid: whose } = await as('reception').call('patients.save', { name: '储小微', hid: clinic.hid, mobile: '13612340002' })
    await clinic.tx((cx) => cx.db.run(sql`update patient set wechat_open_id = 'open-stored' where pid = ${whose}`))
    const messages = async () =>
      (
        await clinic.tx((cx) =>
          cx.db.rows({ text: 'string' }, sql`select text from message where pid = ${whose} and not inbound order by message_id`),
        )
      ).map(({ text }) => /储值于.*?(充值|消费|退费退回|转出|更正|退出)([+-][\d.]+)元，余额([\d.]+)元/.exec(text)?.slice(1))
    const teller = as('cashier')
    const { cbid } = await teller.call('chargebill.insert-and-pay', { hid: clinic.hid, pid: whose, money: 300, moneyGift: 0, payWay: 2 })
    const { feebill } = await teller.call('feebill.save', {
      pid: whose,
      items: [{ name: '项目', price: 80, priceReason: '其他收费', quantity: 1 }],
    })
    const { BillItemList } = await teller.call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 5, amount: 80 }] })
    await teller.call('fee-bills.refund', { fbid: feebill.fbid, items: [{ biid: BillItemList[0]!.biid }], reason: '不要了' })
    await as('manager').call('chargebill.amend', { cbid, money: 280, moneyGift: 0, note: '多收了' })
    await as('manager').call('chargebill.transfer', { pid: whose, transferPid: pid, transferAmount: 30, confirmMoney: 30 })
    expect(await messages()).toEqual([
      ['充值', '+300.00', '300.00'],
      ['消费', '-80.00', '220.00'],
      ['退费退回', '+80.00', '300.00'],
      ['更正', '-20.00', '280.00'],
      ['转出', '-30.00', '250.00'],
    ])
    await as('manager').call('settings.save', { hid: clinic.hid, storedNotice: 'none' })
    await as('manager').call('chargebill.transfer', { pid: whose, transferPid: pid, transferAmount: 10, confirmMoney: 10 })
    expect(await messages()).toHaveLength(5)
  })
})
