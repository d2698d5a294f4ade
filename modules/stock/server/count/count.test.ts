/** Counting while goods are sold: rule C.12 with its eight stories, and random ones against a plain model. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Cx, Who } from '#kernel/server/index.ts'
import { sql } from '#kernel/server/index.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { rounds } from '../../../../tests/depth.ts'
import { profitLoss, stocktaking } from '../../contract/states.ts'
import { spread } from './lines.ts'
import { issue, receive } from '../door.ts'
import { makeStock } from '../make.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})
const who = (): Who => ({
  oid: clinic.oid,
  hid: clinic.hid,
  hids: [clinic.hid],
  uid: 0,
  ctid: clinic.ctid('cashier'),
  name: '收银',
  account: '',
  role: 'cashier',
  roles: [],
  can: new Set(),
})
/** A transaction; with a clock what happens in it happened then, however late it arrives. */
const during = <T>(clock: string | null, work: (cx: Cx<string>) => Promise<T>): Promise<T> =>
  clinic.booted.database.inTenant(who(), { requestId: 'test', ...(clock ? { clock } : {}) }, work)
const HOUR_AGO = () => new Date(Date.now() - 3_600_000).toISOString()

let refs = 0
async function shelf(quantity: number) {
  const { call } = clinic.as('warehouse')
  const frame = await makeFrame(call)
  const productId = frame.productId
  const { batchId } = (await makeStock(call, clinic.hid, [{ productId, quantity }])).items[0]!
  const { countId } = await call('stocktaking.create', { hid: clinic.hid, productIds: [productId] })
  return {
    productId,
    batchId: batchId!,
    countId,
    barCode: frame.barCode!,
    sell: (pieces: number, clock: string | null = null) =>
      during(clock, (cx) =>
        issue(cx, { ref: `sale:${++refs}`, hid: clinic.hid, reason: '销售', lines: [{ productId, quantity: pieces }] }),
      ),
    get: async (pieces: number) => {
      const balance = await clinic.tx((cx) =>
        cx.db.the({ warehouseId: 'number' }, sql`select warehouse_id from batch where batch_id = ${batchId}`),
      )
      await clinic.tx((cx) =>
        receive(cx, {
          ref: `in:${++refs}`,
          hid: clinic.hid,
          reason: '入库',
          ...balance,
          lines: [{ productId, quantity: pieces, cost: 0 }],
        }),
      )
    },
    counted: (counted: number) => call('stocktaking.update', { countId, lines: [{ batchId: batchId!, counted }] }),
    onHand: async () =>
      (await call('stock.view', { hid: clinic.hid, query_type: 3, product_id: productId })).list.reduce((n, r) => n + r.quantity, 0),
    async finish() {
      await call('stocktaking.update', { countId, status: stocktaking.is.counted })
      return call('stocktaking.update', { countId, status: stocktaking.is.completed })
    },
    async post() {
      const { profitLossId } = await this.finish()
      if (!profitLossId) return []
      const paper = await clinic.as('manager').call('profitloss.update', { profitLossId, status: profitLoss.is.confirmed })
      return paper.items.map((i) => i.quantity)
    },
  }
}

describe('C.12: a count posts counted − balance at its own time', () => {
  it('1: one sold during the session', async () => {
    const s = await shelf(5)
    await s.sell(1)
    await s.counted(4)
    expect([await s.post(), await s.onHand()]).toEqual([[], 4])
  })
  it('2: three received during the session', async () => {
    const s = await shelf(5)
    await s.get(3)
    await s.counted(5)
    const rows = (await clinic.as('warehouse').call('stock.list', { hid: clinic.hid, product_id: s.productId })).list
    for (const r of rows)
      await clinic.as('warehouse').call('stocktaking.update', { countId: s.countId, lines: [{ batchId: r.batchId!, counted: r.quantity }] })
    expect([await s.post(), await s.onHand()]).toEqual([[], 8])
  })
  it('3: two stolen, one sold', async () => {
    const s = await shelf(5)
    await s.sell(1)
    await s.counted(2)
    expect([await s.post(), await s.onHand()]).toEqual([[-2], 2])
  })
  it('4: four sold in the system, one never left', async () => {
    const s = await shelf(5)
    await s.sell(4)
    await s.counted(2)
    expect([await s.post(), await s.onHand()]).toEqual([[1], 2])
  })
  it('5: a sale between the count and its posting stays sold', async () => {
    const s = await shelf(5)
    await s.counted(4)
    await s.sell(1)
    expect([await s.post(), await s.onHand()]).toEqual([[-1], 3])
  })
  it('6: a sale from before the count that arrives after its posting is linked to a correction', async () => {
    const s = await shelf(5)
    await s.counted(4)
    expect(await s.post()).toEqual([-1])
    await s.sell(1, HOUR_AGO())
    expect(await s.onHand()).toBe(4)
    const moved = (await clinic.as('warehouse').call('stock.inventorys.get', { id: s.productId })).list
    expect(moved.map((m) => [m.reason, m.amount]).slice(0, 3)).toEqual([
      ['盘点前迟到', 1],
      ['销售', -1],
      ['报损报溢', -1],
    ])
    expect(moved[0]!.ref).toBe(`late:${moved[1]!.lineId}`)
  })
  it('6: the same where it arrives before the posting, and where the count found no difference', async () => {
    const [s, equal] = [await shelf(5), await shelf(5)]
    await s.counted(4)
    await s.sell(1, HOUR_AGO())
    expect([await s.post(), await s.onHand()]).toEqual([[-1], 4])
    await equal.counted(5)
    await equal.sell(1, HOUR_AGO())
    expect([await equal.post(), await equal.onHand()]).toEqual([[], 5])
    await equal.sell(1, HOUR_AGO())
    expect(await equal.onHand()).toBe(5)
  })
  it('7: counted twice, both are kept and the latest counts', async () => {
    const s = await shelf(5)
    await s.counted(4)
    await s.counted(5)
    const info = await clinic.as('warehouse').call('stocktaking.info', { id: s.countId })
    expect(info.items).toMatchObject([{ counted: 5, times: 2, ledger: null }])
    const kept = await clinic.tx((cx) =>
      cx.db.rows({ counted: 'number' }, sql`select counted from stocktaking_line where count_id = ${s.countId} order by line_id`),
    )
    expect(kept.map((k) => k.counted)).toEqual([4, 5])
    expect([await s.post(), await s.onHand()]).toEqual([[], 5])
  })
  it('8: what nobody counted stays as it is', async () => {
    const [s, other] = [await shelf(5), await shelf(5)]
    await s.counted(5)
    expect([await s.post(), await s.onHand(), await other.onHand()]).toEqual([[], 5, 5])
  })
})

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('count' as const), found: fc.integer({ min: 0, max: 12 }) }),
    fc.record({ do: fc.constantFrom('sell' as const, 'get' as const, 'late' as const), pieces: fc.integer({ min: 1, max: 3 }) }),
  ),
  { maxLength: 8 },
)
it('C.12: random sales, receipts, counts and late movements end where a plain model ends', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat({ max: 8 }), async (story, postAt) => {
      const s = await shelf(10)
      const model = { ledger: 10, difference: null as number | null, late: 0, posted: false }
      const post = async () => {
        const { ledger, difference, late, posted } = model
        if (posted || difference === null || ledger + late + difference < 0) return
        await s.post()
        Object.assign(model, { ledger: ledger + late + difference, posted: true })
      }
      for (const [n, step] of story.entries()) {
        if (n === postAt) await post()
        if (step.do === 'count') {
          if (model.posted) continue
          await s.counted(step.found)
          Object.assign(model, { difference: step.found - model.ledger, late: 0 })
        } else if (step.do === 'get') {
          await s.get(step.pieces)
          model.ledger += step.pieces
        } else if (step.pieces <= model.ledger) {
          await s.sell(step.pieces, step.do === 'late' ? HOUR_AGO() : null)
          if (step.do === 'late' && model.posted) continue
          model.ledger -= step.pieces
          if (step.do === 'late') model.late += step.pieces
        }
      }
      await post()
      expect(await s.onHand()).toBe(model.ledger)
    }),
    { numRuns: rounds(25, 6) },
  )
})

describe('counting by scanner', () => {
  it('an answer says what the scan came to over all batches, so that the page can show it and take it back', async () => {
    const s = await shelf(3)
    await s.get(2)
    const { call } = clinic.as('warehouse')
    const scan = async (add: number) => (await call('stocktaking.update', { countId: s.countId, lines: [{ code: s.barCode, add }] })).noted
    expect(await scan(1)).toMatchObject([{ productId: s.productId, barCode: s.barCode, before: 0, counted: 1 }])
    expect(await scan(4)).toMatchObject([{ before: 1, counted: 5 }])
    expect(await scan(-4)).toMatchObject([{ before: 5, counted: 1 }])
    expect((await call('stocktaking.update', { countId: s.countId, note: '柜 A' })).noted).toEqual([])
  })
  it('the blind sheet names every batch in the scope with something in it, and no balance', async () => {
    const [s, other] = [await shelf(3), await shelf(3)]
    const sheet = await clinic.as('warehouse').call('stocktaking.sheet', { id: s.countId })
    expect(new Set(sheet.items.map((i) => i.productId))).toEqual(new Set([s.productId]))
    expect(sheet.items).toMatchObject([{ batchId: s.batchId, barCode: s.barCode }])
    expect(Object.keys(sheet.items[0]!).filter((k) => ['ledger', 'quantity', 'balance'].includes(k))).toEqual([])
    await other.sell(3)
    expect((await clinic.as('warehouse').call('stocktaking.sheet', { id: other.countId })).items).toEqual([])
  })
  it('a code counts one piece more, an undo one less, over the batches that lie there; below nothing is refused', async () => {
    const s = await shelf(3)
    const { call, refusal } = clinic.as('warehouse')
    const scan = (add?: number) => call('stocktaking.update', { countId: s.countId, lines: [{ code: s.barCode, ...(add ? { add } : {}) }] })
    await scan()
    expect((await scan()).lastFive[0]).toMatchObject({ counted: 2, batchId: s.batchId })
    expect((await scan(-1)).pieces).toBe(1)
    const refused = async (line: object) => (await refusal('stocktaking.update', { countId: s.countId, lines: [line] })).message
    expect(await refused({ code: s.barCode, add: -2 })).toContain('数到 0')
    expect(await refused({ code: '0000' })).toBe('不认识的码 0000，没有计入')
    const other = await shelf(1)
    expect(await refused({ batchId: other.batchId })).toContain('不在这次盘点的范围里')
    expect(await call('stocktaking.simple-info', { id: s.countId })).toMatchObject({ pieces: 1, batches: 1, people: 1 })
  })
  it('fifty scans of one code at once are fifty pieces', async () => {
    const s = await shelf(60)
    const { call } = clinic.as('warehouse')
    await Promise.all(Array.from({ length: 50 }, () => call('stocktaking.update', { countId: s.countId, lines: [{ code: s.barCode }] })))
    expect((await call('stocktaking.info', { id: s.countId })).items).toMatchObject([{ counted: 50, times: 50 }])
  })
  it('pieces fill the batches the ledger knows, what is more lies with the last', () => {
    const shares = (pieces: number) => spread(pieces, [{ balance: 5 }, { balance: 3 }]).map((b) => b.share)
    expect(shares(7)).toEqual([5, 2])
    expect(shares(10)).toEqual([5, 5])
    expect(shares(0)).toEqual([0, 0])
  })
  it('a batch is in one open count or waiting paper only', async () => {
    const s = await shelf(3)
    await s.counted(2)
    const { call, refusal } = clinic.as('warehouse')
    const second = await call('stocktaking.create', { hid: clinic.hid })
    const recount = { countId: second.countId, lines: [{ batchId: s.batchId, counted: 2 }] }
    const loss = { hid: clinic.hid, items: [{ batchId: s.batchId, quantity: -1, cause: 1 as const }] }
    expect((await refusal('stocktaking.update', recount)).message).toContain(' PD')
    expect((await refusal('profitloss.create', loss)).message).toContain(' PD')
    expect((await refusal('stocktaking.delete', { id: s.countId })).message).toContain('请作废')
    await call('stocktaking.update', { countId: s.countId, status: stocktaking.is.voided, reason: '重来' })
    await call('profitloss.create', loss)
    expect((await refusal('stocktaking.update', recount)).message).toContain(' BS')
    await call('stocktaking.delete', { id: second.countId })
  })
  it('what differs much is counted again before the count is finished; blind, the ledger is told after', async () => {
    const { call, refusal } = clinic.as('warehouse')
    const s = await shelf(9)
    const { countId } = await call('stocktaking.create', { hid: clinic.hid, productIds: [s.productId], recountPieces: 3 })
    const finish = { countId, status: stocktaking.is.counted }
    const entry = { countId, lines: [{ batchId: s.batchId, counted: 5 }] }
    expect((await refusal('stocktaking.update', finish)).message).toBe('还没有盘到任何商品')
    expect(await call('stocktaking.update', entry)).toMatchObject({ recounts: 1 })
    expect((await refusal('stocktaking.update', finish)).message).toContain('请复盘')
    expect((await call('stocktaking.info', { id: countId })).items).toMatchObject([{ ledger: null, difference: null, recount: true }])
    await call('stocktaking.update', { ...entry, status: stocktaking.is.counted })
    expect((await call('stocktaking.info', { id: countId })).items).toMatchObject([{ ledger: 9, difference: -4, times: 2, recount: false }])
  })
})

describe('loss and overflow', () => {
  it('R115: another person confirms: not who wrote the paper, not who counted; confirmed it stays', async () => {
    const s = await shelf(5)
    await s.counted(3)
    const { profitLossId } = await s.finish()
    const confirm = { profitLossId: profitLossId!, status: profitLoss.is.confirmed }
    expect((await clinic.as('warehouse').refusal('profitloss.update', confirm)).message).toContain('不能自己确认')
    expect(await clinic.as('workshop').refusal('profitloss.update', confirm)).toMatchObject({ code: 20405 })
    const { call, refusal } = clinic.as('manager')
    expect(await call('profitloss.update', confirm)).toMatchObject({
      category: 1,
      lost: 2,
      items: [{ counted: 3, ledger: 5, quantity: -2 }],
    })
    expect(await refusal('profitloss.update', { profitLossId, status: profitLoss.is.voided, reason: '错' })).toMatchObject({ code: 1 })
    const edited = { profitLossId, items: [{ batchId: s.batchId, quantity: 1, cause: 9 }] }
    expect(await refusal('profitloss.update', edited)).toMatchObject({ code: 1 })
  })
  it('fifty confirming at once post it exactly once', async () => {
    const s = await shelf(5)
    const items = [{ batchId: s.batchId, quantity: -2, cause: 1 as const }]
    const { profitLossId } = await clinic.as('warehouse').call('profitloss.create', { hid: clinic.hid, items })
    const manager = clinic.as('manager')
    const confirm = { profitLossId, status: profitLoss.is.confirmed }
    await Promise.allSettled(Array.from({ length: 50 }, () => manager.call('profitloss.update', confirm)))
    expect(await s.onHand()).toBe(3)
  })
  it('more than is there cannot be lost', async () => {
    const s = await shelf(1)
    const items = [{ batchId: s.batchId, quantity: -2, cause: 2 as const }]
    const { profitLossId } = await clinic.as('warehouse').call('profitloss.create', { hid: clinic.hid, items })
    const refused = await clinic.as('manager').refusal('profitloss.update', { profitLossId, status: profitLoss.is.confirmed })
    expect(refused.message).toContain('只剩 1')
    expect(await s.onHand()).toBe(1)
  })
  it('class III devices are confirmed by two, neither of whom wrote the paper', async () => {
    const s = await shelf(4)
    await clinic.tx((cx) => cx.db.run(sql`update product set device_class = 3 where product_id = ${s.productId}`))
    const items = [{ batchId: s.batchId, quantity: -1, cause: 1 as const }]
    const { profitLossId } = await clinic.as('warehouse').call('profitloss.create', { hid: clinic.hid, items })
    const confirm = { profitLossId, status: profitLoss.is.confirmed }
    expect(await clinic.as('manager').call('profitloss.update', confirm)).toMatchObject({
      status: profitLoss.is.waiting,
      confirmedName: null,
    })
    expect((await clinic.as('manager').refusal('profitloss.update', confirm)).message).toContain('两个人')
    expect(await s.onHand()).toBe(4)
    expect(await clinic.as('chain').call('profitloss.update', confirm)).toMatchObject({ status: profitLoss.is.confirmed })
    expect(await s.onHand()).toBe(3)
  })
})

it('what a change of a count or a paper leaves out stays, null empties it, and an older version is refused', async () => {
  const s = await shelf(3)
  const { call, refusal } = clinic.as('warehouse')
  await call('stocktaking.update', { countId: s.countId, note: '柜 A' })
  await s.counted(2)
  const count = await call('stocktaking.info', { id: s.countId })
  expect(count).toMatchObject({ note: '柜 A', items: [{ counted: 2 }] })
  expect((await refusal('stocktaking.update', { countId: s.countId, version: count.version - 1, note: '柜 B' })).message).toContain(
    '盘点单',
  )
  expect(await call('stocktaking.update', { countId: s.countId, note: null })).toMatchObject({ note: null, batches: 1 })
  await call('stocktaking.update', { countId: s.countId, status: stocktaking.is.voided, reason: '重来' })
  const items = [{ batchId: s.batchId, quantity: -1, cause: 1 as const, note: '摔坏' }]
  const { profitLossId, version } = await call('profitloss.create', { hid: clinic.hid, note: '展柜', items })
  const noted = await call('profitloss.update', { profitLossId, version, note: '橱窗' })
  expect(noted).toMatchObject({ note: '橱窗', items: [{ quantity: -1, cause: 1, note: '摔坏' }] })
  const lines = await call('profitloss.update', {
    profitLossId,
    version: noted.version,
    items: [{ batchId: s.batchId, quantity: -2, cause: 2 }],
  })
  expect(lines).toMatchObject({ note: '橱窗', items: [{ quantity: -2, cause: 2, note: null }] })
  expect((await refusal('profitloss.update', { profitLossId, version, note: '旧' })).message).toContain('报损报溢单')
})
