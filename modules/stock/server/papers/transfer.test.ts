import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { makeFrame, makeSolution } from '#modules/products/server/make.ts'
import { callerOf, freshClinic, login, server, type Caller, type Clinic } from '../../../../tests/harness.ts'
import { makeStock } from '../make.ts'
import { StockInType, StockOutType } from '../../contract/fields.ts'
import { stockIn, stockOut } from '../../contract/states.ts'
import { TransferOutcome, transferStages } from '../../contract/transfer.ts'

const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
let clinic: Clinic
/** Store 1 sends; the others work in store 2. */
let sender: Caller
let receiver: Caller
let manager: Caller
let frame: number
let bottle: number
let accounts = 0
async function staffOf(hid: number, role: 'warehouse' | 'manager'): Promise<Caller> {
  const { base, booted, passwordHash } = await server()
  const account = `transfer${++accounts}_${process.pid}`
  await clinic.tx((cx) => addStaff(cx, { hid, name: account, type: 5, account, passwordHash, role }))
  return callerOf(booted, base, () => login(base, account))
}
beforeAll(async () => {
  clinic = await freshClinic()
  sender = clinic.as('warehouse')
  receiver = await staffOf(clinic.hids[1]!, 'warehouse')
  manager = await staffOf(clinic.hids[1]!, 'manager')
  frame = (await makeFrame(sender.call)).productId
  bottle = (await makeSolution(sender.call)).productId
  await makeStock(sender.call, clinic.hid, [
    { productId: frame, quantity: 200, cost: 30 },
    { productId: bottle, quantity: 100, batchNo: 'LOT7', expiry: later(300), cost: 25.5 },
  ])
})

const written = async (items: Array<{ productId: number; quantity: number }>, more: object = {}) => {
  const paper = await sender.call('stockout.create', {
    hid: clinic.hid,
    stockoutType: StockOutType.transfer,
    toHid: clinic.hids[1]!,
    items,
    ...more,
  })
  return sender.call('stockout.status', { stockoutId: paper.stockoutId, status: stockOut.is.submitted })
}
const sent = async (items: Array<{ productId: number; quantity: number }>) => {
  const { stockoutId } = await written(items)
  return sender.call('stockout.confirm', { stockoutId })
}
const receiptOf = async (stockoutNo: string) => {
  const { list } = await receiver.call('stockin.list', { stockinType: StockInType.transfer, text: stockoutNo })
  return receiver.call('stockin.info', { id: list[0]!.stockinId })
}
type Counted = Array<{ productId: number; quantity: number; rejected?: number; rejectReason?: string }>
const counted = async (stockoutNo: string, items: Counted, by: Caller = receiver) => {
  const { stockinId, version } = await receiptOf(stockoutNo)
  return by.call('stockin.update', { stockinId, version, hid: clinic.hids[1]!, stockinType: 2, items, status: stockIn.is.submitted })
}
const received = async (stockoutNo: string, items: Counted) =>
  receiver.call('stockin.status', { stockinId: (await counted(stockoutNo, items)).stockinId, status: stockIn.is.posted })
const pieces = (hid: number, productId: number, kind: 'batch' | 'transit'): Promise<number> =>
  clinic.tx(async (cx) => {
    const row = await cx.db.the(
      { pieces: 'number' },
      sql`
        select coalesce(sum(a.balance), 0)::int pieces
        from batch b
        join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = ${kind}::text || ':' || b.batch_id
        where b.hid = ${hid} and b.product_id = ${productId}
      `,
    )
    return row.pieces
  })
const shelves = async (productId: number) => ({
  here: await pieces(clinic.hid, productId, 'batch'),
  underWay: await pieces(clinic.hid, productId, 'transit'),
  there: await pieces(clinic.hids[1]!, productId, 'batch'),
})

describe('a transfer between stores', () => {
  it('is one paper of two postings: out into transit, in under the same number with lot, expiry and cost of the sender', async () => {
    const before = await shelves(bottle)
    const paper = await sent([{ productId: bottle, quantity: 3 }])
    expect(await shelves(bottle)).toEqual({ ...before, here: before.here - 3, underWay: 3 })
    const receipt = await receiptOf(paper.stockoutNo)
    expect(receipt).toMatchObject({
      stockinNo: paper.stockoutNo,
      stockoutId: paper.stockoutId,
      fromHid: clinic.hid,
      status: stockIn.is.draft,
      items: [{ productId: bottle, expected: 3, quantity: 0, batchNo: 'LOT7', expiry: later(300), cost: 25.5 }],
    })
    for (const caller of [sender, receiver])
      expect((await caller.call('transfers.list', { text: paper.stockoutNo })).list).toMatchObject([
        { transferNo: paper.stockoutNo, stage: transferStages.is.underWay, sent: 3, received: null, value: 76.5, toHid: clinic.hids[1] },
      ])
    const posted = await received(paper.stockoutNo, [{ productId: bottle, quantity: 3 }])
    expect(posted).toMatchObject({ status: stockIn.is.posted, differStatus: 0, amount: 76.5 })
    expect(await shelves(bottle)).toEqual({ here: before.here - 3, underWay: 0, there: before.there + 3 })
    expect((await receiver.call('stock.list', { hid: clinic.hids[1]!, product_id: bottle })).list).toMatchObject([
      { batchNo: 'LOT7', expiry: later(300), cost: 25.5, quantity: 3 },
    ])
    expect((await sender.call('transfers.list', { text: paper.stockoutNo, stage: transferStages.is.received })).total).toBe(1)
  })

  it('the legacy way in makes the same paper: a stock-in of type transfer counts what is on its way', async () => {
    const paper = await sent([{ productId: frame, quantity: 3 }])
    const typed = { hid: clinic.hids[1]!, stockinType: StockInType.transfer, status: stockIn.is.submitted }
    const more = { ...typed, deliveryNo: paper.stockoutNo, items: [{ productId: frame, quantity: 30, cost: 99.99 }] }
    expect(await receiver.refusal('stockin.create', { ...more, deliveryNo: 'CK000000-001' })).toMatchObject({ field: 'deliveryNo' })
    expect(await receiver.refusal('stockin.create', { ...typed, items: more.items })).toMatchObject({ field: 'deliveryNo' })
    expect(await receiver.refusal('stockin.create', { ...more, items: [{ productId: bottle, quantity: 1 }] })).toMatchObject({
      message: expect.stringContaining('不在这张调拨单里'),
    })
    const receipt = await receiver.call('stockin.create', more)
    expect(receipt).toMatchObject({ stockoutId: paper.stockoutId, items: [{ quantity: 3, surplus: 27, cost: 30 }] })
    const before = await shelves(frame)
    await receiver.call('stockin.status', { stockinId: receipt.stockinId, status: stockIn.is.posted })
    expect(await shelves(frame)).toEqual({ ...before, underWay: before.underWay - 3, there: before.there + 3 })
    expect((await receiver.call('stockin.info', { id: receipt.stockinId })).differStatus).toBe(1)
  })

  it('names its store, and no other than the receiving one receives it', async () => {
    const bare = { hid: clinic.hid, stockoutType: StockOutType.transfer, items: [{ productId: frame, quantity: 1 }] }
    expect(await sender.refusal('stockout.create', bare)).toMatchObject({ field: 'toHid' })
    const foreign = await freshClinic()
    expect(await sender.refusal('stockout.create', { ...bare, toHid: foreign.hid })).toMatchObject({ code: 1 })
    const paper = await sent([{ productId: frame, quantity: 2 }])
    const { stockinId, version, items } = await receiptOf(paper.stockoutNo)
    const count = {
      stockinId,
      version,
      hid: clinic.hids[1]!,
      stockinType: 2 as const,
      status: 1 as const,
      items: [{ productId: frame, quantity: 2 }],
    }
    expect(await sender.refusal('stockin.update', count)).toMatchObject({ code: 1 })
    expect(await sender.refusal('stockin.update', { ...count, hid: clinic.hid })).toMatchObject({ code: 1 })
    expect(await foreign.as('chain').refusal('stockin.info', { id: stockinId })).toMatchObject({ code: 1 })
    expect((await foreign.as('chain').call('transfers.list', {})).list).toEqual([])
    expect(await receiver.refusal('stockin.status', { stockinId, status: stockIn.is.submitted })).toMatchObject({
      message: expect.stringContaining('先清点'),
    })
    await receiver.call('stockin.update', count)
    expect(await sender.refusal('stockin.status', { stockinId, status: stockIn.is.posted })).toMatchObject({ code: 1 })
    expect(await manager.refusal('stockin.status', { stockinId, status: stockIn.is.invalid, reason: '没有收到' })).toMatchObject({
      message: expect.stringContaining('撤回'),
    })
    await receiver.call('stockin.status', { stockinId, status: stockIn.is.posted })
    expect(await manager.refusal('stockin.return-revocation', { id: stockinId, reason: '收错了' })).toMatchObject({
      message: expect.stringContaining('撤回'),
    })
    expect(await sender.refusal('stockout.status', { stockoutId: paper.stockoutId, differStatus: 1, reason: '少一件' })).toMatchObject({
      field: 'differStatus',
    })
    expect(items[0]!.quantity).toBe(0)
  })

  it('is taken back before it is received, and not after; of both at once one happens', async () => {
    const before = await shelves(frame)
    const paper = await sent([{ productId: frame, quantity: 5 }])
    const chain = clinic.as('chain')
    const back = { stockoutId: paper.stockoutId, status: stockOut.is.revoked, reason: '寄错了门店' }
    await chain.call('stockout.status', back)
    expect(await shelves(frame)).toEqual(before)
    expect((await receiptOf(paper.stockoutNo)).status).toBe(stockIn.is.invalid)
    expect(
      await receiver.refusal('stockin.update', {
        stockinId: (await receiptOf(paper.stockoutNo)).stockinId,
        hid: clinic.hids[1]!,
        items: [{ productId: frame, quantity: 5 }],
      }),
    ).toMatchObject({ code: expect.any(Number) })
    for (let n = 0; n < 4; n++) {
      const raced = await sent([{ productId: frame, quantity: 2 }])
      const { stockinId } = await counted(raced.stockoutNo, [{ productId: frame, quantity: 2 }])
      const start = await shelves(frame)
      const answers = await Promise.all([
        chain.raw('stockout.status', { ...back, stockoutId: raced.stockoutId }),
        receiver.raw('stockin.status', { stockinId, status: stockIn.is.posted }),
        receiver.raw('stockin.status', { stockinId, status: stockIn.is.posted }),
      ])
      const codes = await Promise.all(answers.map(async (a) => ((await a.json()) as { code: number }).code))
      const arrived = codes[0] !== 200
      expect(codes.filter((code) => code === 200).length).toBeGreaterThan(0)
      expect(await shelves(frame)).toEqual({
        here: start.here + (arrived ? 0 : 2),
        underWay: start.underWay - 2,
        there: start.there + (arrived ? 2 : 0),
      })
    }
  })

  it('a difference waits in transit until somebody who neither sent nor counted decides line by line', async () => {
    const before = [await shelves(bottle), await shelves(frame)]
    const paper = await sent([
      { productId: bottle, quantity: 10 },
      { productId: frame, quantity: 10 },
    ])
    const posted = await received(paper.stockoutNo, [
      { productId: bottle, quantity: 7, rejected: 2, rejectReason: '瓶身破裂' },
      { productId: frame, quantity: 9 },
    ])
    expect(posted).toMatchObject({ differStatus: 1, items: [{ quantity: 7, rejected: 2 }, { quantity: 9 }] })
    expect(await shelves(bottle)).toMatchObject({ underWay: before[0]!.underWay + 3, there: before[0]!.there + 7 })
    const [lost, late] = posted.items
    const decision = {
      stockinId: posted.stockinId,
      differStatus: 2 as const,
      reason: '三瓶破损，承运方赔付',
      decisions: [
        { itemId: lost!.itemId, outcome: TransferOutcome.writtenOff },
        { itemId: late!.itemId, outcome: TransferOutcome.receiver },
      ],
    }
    expect(await receiver.refusal('stockin.status', decision)).toMatchObject({ code: 20405 })
    expect(await manager.refusal('stockin.status', { ...decision, decisions: decision.decisions.slice(1) })).toMatchObject({
      message: expect.stringContaining('请选择怎样处理'),
    })
    expect(await manager.refusal('stockin.status', { ...decision, reason: '' })).toMatchObject({ field: 'reason' })
    const answers = await Promise.all([manager.raw('stockin.status', decision), manager.raw('stockin.status', decision)])
    const codes = await Promise.all(answers.map(async (a) => ((await a.json()) as { code: number }).code))
    expect(codes).toContain(200)
    expect(await shelves(bottle)).toEqual({ here: before[0]!.here - 10, underWay: before[0]!.underWay, there: before[0]!.there + 7 })
    expect(await shelves(frame)).toEqual({ here: before[1]!.here - 10, underWay: before[1]!.underWay, there: before[1]!.there + 10 })
    expect((await sender.call('transfers.list', { text: paper.stockoutNo })).list).toMatchObject([{ stage: transferStages.is.settled }])
  })

  it('pieces go back to the sender, and a surplus is taken out of the stock of the sender', async () => {
    const before = [await shelves(bottle), await shelves(frame)]
    const paper = await sent([
      { productId: bottle, quantity: 4 },
      { productId: frame, quantity: 3 },
    ])
    const posted = await received(paper.stockoutNo, [
      { productId: bottle, quantity: 0, rejected: 4, rejectReason: '运输受热' },
      { productId: frame, quantity: 5 },
    ])
    expect(posted.items).toMatchObject([
      { quantity: 0, rejected: 4 },
      { quantity: 3, surplus: 2 },
    ])
    await manager.call('stockin.status', {
      stockinId: posted.stockinId,
      differStatus: 2,
      reason: '退回发货门店，多出的补记',
      decisions: [
        { itemId: posted.items[0]!.itemId, outcome: TransferOutcome.sender },
        { itemId: posted.items[1]!.itemId, outcome: TransferOutcome.receiver },
      ],
    })
    expect(await shelves(bottle)).toEqual(before[0])
    expect(await shelves(frame)).toEqual({ here: before[1]!.here - 5, underWay: before[1]!.underWay, there: before[1]!.there + 5 })
  })

  it('whoever counted it decides on nothing, also with the right to', async () => {
    const paper = await sent([{ productId: frame, quantity: 2 }])
    const { stockinId, items } = await counted(paper.stockoutNo, [{ productId: frame, quantity: 1 }], manager)
    await receiver.call('stockin.status', { stockinId, status: stockIn.is.posted })
    const decision = {
      stockinId,
      differStatus: 2 as const,
      reason: '少一件，核销',
      decisions: [{ itemId: items[0]!.itemId, outcome: TransferOutcome.writtenOff }],
    }
    expect(await manager.refusal('stockin.status', decision)).toMatchObject({ message: expect.stringContaining('清点的人') })
    await expect(
      clinic.tx((cx) =>
        cx.db.run(sql`
          update stock_in
          set decided_by = a.ctid_, decided_at = app_now()
          from paper_author a
          where a.oid = stock_in.oid and a.tbl = 'stock_in' and a.row_id = stock_in.stockin_id and stock_in.stockin_id = ${stockinId}
        `),
      ),
    ).rejects.toThrow('approved by its author')
    await expect(clinic.tx((cx) => cx.db.run(sql`update stock_in_item set quantity = 2 where stockin_id = ${stockinId}`))).rejects.toThrow(
      'stay as they were sent',
    )
  })
})
