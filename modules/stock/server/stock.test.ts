import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sql, type Cx, type Who } from '#kernel/server/index.ts'
import { makeFrame, makeLens, makeSolution } from '#modules/products/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { rounds } from '../../../tests/depth.ts'
import { adjust } from './papers/adjust.ts'
import { available, issue, receive, stillOut, takeBack } from './door.ts'
import { makeStock } from './make.ts'

/** A transaction of the store, for what the door promises to other modules. */
const tx = <T>(clinic: Clinic, work: (cx: Cx<string>) => Promise<T>): Promise<T> => {
  const who: Who = {
    oid: clinic.oid,
    hid: clinic.hid,
    hids: [clinic.hid],
    uid: 0,
    ctid: clinic.ctid('warehouse'),
    name: '库管',
    account: '',
    role: 'warehouse',
    roles: [],
    can: new Set(),
  }
  return clinic.booted.database.inTenant(who, { requestId: 'test' }, work)
}
const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('stock', () => {
  it('goods are issued first-expired-first-out and come back into the batches they came from', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const bottle = await makeSolution(call)
    const paper = await makeStock(call, clinic.hid, [
      { productId: bottle.productId, quantity: 5, batchNo: 'LATE', expiry: later(400) },
      { productId: bottle.productId, quantity: 3, batchNo: 'SOON', expiry: later(60) },
    ])
    const [late, soon] = paper.items.map((i) => i.batchId!)
    const issued = await tx(clinic, (cx) =>
      issue(cx, { ref: 'test:1', hid: clinic.hid, reason: '测试', lines: [{ productId: bottle.productId, quantity: 4 }] }),
    )
    expect(issued.lines).toEqual([
      { productId: bottle.productId, batchId: soon, quantity: 3 },
      { productId: bottle.productId, batchId: late, quantity: 1 },
    ])
    expect(await tx(clinic, (cx) => available(cx, { hid: clinic.hid, productId: bottle.productId }))).toBe(4)
    await tx(clinic, (cx) => takeBack(cx, { ref: 'test:1', reason: '退回', lines: [{ productId: bottle.productId, quantity: 2 }] }))
    expect((await tx(clinic, (cx) => stillOut(cx, 'test:1'))).map((o) => [o.batchId, o.quantity])).toEqual([[soon, 2]])
    expect((await tx(clinic, (cx) => takeBack(cx, { ref: 'test:1', reason: '退回' }))).lines).toEqual([
      { productId: bottle.productId, batchId: soon, quantity: 2 },
    ])
    expect((await tx(clinic, (cx) => takeBack(cx, { ref: 'test:1', reason: '退回' }))).lines).toEqual([])
    const rows = (await call('stock.list', { hid: clinic.hid })).list
    expect(rows.map((r) => [r.batchNo, r.quantity]).sort()).toEqual([
      ['LATE', 5],
      ['SOON', 3],
    ])
  })

  it('a shortage names product, power and what is there; expired and locked pieces are said, never issued', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const lens = await makeLens(call, { name: '1.60 非球面' })
    await makeStock(call, clinic.hid, [{ productId: lens.productId, sph: -3, cyl: -0.5, quantity: 1 }])
    const ask = (quantity: number) =>
      tx(clinic, (cx) =>
        issue(cx, {
          ref: 'frame:1',
          hid: clinic.hid,
          reason: '配镜',
          lines: [{ productId: lens.productId, sph: -3.5, cyl: 0.5, quantity }],
        }),
      )
    await expect(ask(2)).rejects.toMatchObject({
      key: 'stock_short',
      params: { product: '1.60 非球面', power: ' −3.00/−0.50 ', wanted: 2, available: 1 },
    })
    const row = (await call('stock.list', { hid: clinic.hid })).list[0]!
    await call('batch.create', { batchId: row.batchId!, productId: lens.productId, locked: true, lockReason: '待检' })
    await expect(ask(1)).rejects.toMatchObject({ key: 'stock_short', params: { available: 0, held: '（另有锁定 1）' } })
    await call('batch.create', { batchId: row.batchId!, productId: lens.productId, locked: false, expiry: '2024-01-01' })
    await expect(ask(1)).rejects.toMatchObject({ key: 'stock_short', params: { available: 0, held: '（另有过期 1）' } })
    const invalid = await call('stock.invalid', { hid: clinic.hid })
    expect(invalid.list).toMatchObject([{ batchId: row.batchId, expiryState: 2, available: 0, quantity: 1 }])
    await expect(
      tx(clinic, (cx) => issue(cx, { ref: 'x', hid: clinic.hid, reason: 'x', lines: [{ productId: lens.productId, quantity: 1 }] })),
    ).rejects.toMatchObject({ key: 'stock_unpowered' })
  })

  it('fifty people taking the last ten pieces at once get exactly ten', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const frame = await makeFrame(call)
    await makeStock(call, clinic.hid, [
      { productId: frame.productId, quantity: 6, cost: 100 },
      { productId: frame.productId, quantity: 4, cost: 120 },
    ])
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        tx(clinic, (cx) =>
          issue(cx, { ref: `sale:${n}`, hid: clinic.hid, reason: '销售', lines: [{ productId: frame.productId, quantity: 1 }] }),
        ),
      ),
    )
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(10)
    for (const t of tries) if (t.status === 'rejected') expect(t.reason).toMatchObject({ key: 'stock_short' })
    expect((await call('stock.list', { hid: clinic.hid, type: 0 })).list.map((r) => r.quantity)).toEqual([0, 0])
  })

  it('a paper confirmed by six people at once moves the goods once', async () => {
    const clinic = await freshClinic()
    const { call, raw } = clinic.as('warehouse')
    const frame = await makeFrame(call)
    await makeStock(call, clinic.hid, [{ productId: frame.productId, quantity: 10 }])
    const out = await call('stockout.create', { hid: clinic.hid, items: [{ productId: frame.productId, quantity: 2 }] })
    await call('stockout.status', { stockoutId: out.stockoutId, status: 1 })
    const answers = await Promise.all(
      Array.from(
        { length: 6 },
        async () => ((await (await raw('stockout.confirm', { stockoutId: out.stockoutId })).json()) as { code: number }).code,
      ),
    )
    expect(answers.filter((code) => code === 200)).toHaveLength(1)
    expect((await call('stock.list', { hid: clinic.hid })).list[0]!.quantity).toBe(8)
  })

  it('whatever comes and goes, a balance is the sum of its lines, never below zero, and taking back restores exactly', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const products = [await makeFrame(call), await makeSolution(call)]
    const step = fc.oneof(
      fc.record({ kind: fc.constant('receive' as const), product: fc.nat(1), lot: fc.nat(2), quantity: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ kind: fc.constant('issue' as const), product: fc.nat(1), ref: fc.nat(3), quantity: fc.integer({ min: 1, max: 12 }) }),
      fc.record({
        kind: fc.constant('takeBack' as const),
        ref: fc.nat(3),
        part: fc.boolean(),
        product: fc.nat(1),
        quantity: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({ kind: fc.constant('adjust' as const), product: fc.nat(1), counted: fc.nat(15) }),
    )
    const facts = () =>
      tx(clinic, (cx) =>
        cx.db.rows(
          { batchId: 'number', productId: 'number', balance: 'number', sum: 'number' },
          sql`
            select b.batch_id, b.product_id, coalesce(a.balance, 0) balance,
              coalesce(
                (select sum(l.amount) from ledger_line l where l.oid = a.oid and l.account_id = a.account_id), 0
              ) sum
            from batch b
            left join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
            order by b.batch_id
          `,
        ),
      )
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const tag = `run${++run}`
        const out = new Map<string, number>()
        for (const s of steps) {
          const before = await facts()
          const total = () => before.reduce((n, b) => n + b.balance, 0)
          if (s.kind === 'receive')
            await tx(clinic, (cx) =>
              receive(cx, {
                ref: `${tag}:in`,
                hid: clinic.hid,
                reason: '入库',
                lines: [
                  { productId: products[s.product]!.productId, quantity: s.quantity, batchNo: `L${s.lot}`, expiry: later(100 + s.lot) },
                ],
              }),
            )
          if (s.kind === 'issue') {
            const productId = products[s.product]!.productId
            const there = before.filter((b) => b.productId === productId).reduce((n, b) => n + b.balance, 0)
            const ref = `${tag}:out${s.ref}`
            const done = await tx(clinic, (cx) =>
              issue(cx, { ref, hid: clinic.hid, reason: '出库', lines: [{ productId, quantity: s.quantity }] }),
            ).then(
              () => true,
              (e: { key: string }) => (expect(e.key).toBe('stock_short'), false),
            )
            expect(done).toBe(there >= s.quantity)
            if (done) out.set(ref, (out.get(ref) ?? 0) + s.quantity)
          }
          if (s.kind === 'takeBack') {
            const ref = `${tag}:out${s.ref}`
            const productId = products[s.product]!.productId
            const issuedBefore = (await tx(clinic, (cx) => stillOut(cx, ref))).filter((o) => !s.part || o.productId === productId)
            const most = issuedBefore.reduce((n, o) => n + o.quantity, 0)
            const lines = s.part ? [{ productId, quantity: Math.min(s.quantity, most) }] : undefined
            if (s.part && most === 0) continue
            const back = await tx(clinic, (cx) => takeBack(cx, { ref, reason: '退回', ...(lines ? { lines } : {}) }))
            const returned = back.lines.reduce((n, l) => n + l.quantity, 0)
            expect(returned).toBe(lines ? lines[0]!.quantity : most)
            expect((await facts()).reduce((n, b) => n + b.balance, 0)).toBe(total() + returned)
            out.set(ref, (out.get(ref) ?? 0) - returned)
          }
          if (s.kind === 'adjust') {
            const batch = before.find((b) => b.productId === products[s.product]!.productId)
            if (batch)
              await tx(clinic, (cx) =>
                adjust(cx, { hid: clinic.hid, productId: batch.productId, batchId: batch.batchId, stockNumber: s.counted, note: '盘点' }),
              )
          }
          for (const b of await facts()) {
            expect(b.balance).toBe(b.sum)
            expect(b.balance).toBeGreaterThanOrEqual(0)
          }
        }
        for (const [ref, quantity] of out)
          expect((await tx(clinic, (cx) => stillOut(cx, ref))).reduce((n, o) => n + o.quantity, 0)).toBe(quantity)
        const [{ n }] = (await tx(clinic, (cx) =>
          cx.db.rows(
            { n: 'number' },
            sql`
              select count(*) n
              from (select entry_id from ledger_line where book = 'stock' group by entry_id having sum(amount) <> 0) x
            `,
          ),
        )) as [{ n: number }]
        expect(n).toBe(0)
      }),
      { numRuns: rounds(12, 3) },
    )
  })

  it('issuing and taking back everything leaves every batch as it was', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const lens = await makeLens(call)
    await makeStock(
      call,
      clinic.hid,
      [-1, -2, -3].map((sph) => ({ productId: lens.productId, sph, quantity: 4 })),
    )
    const shelf = async () => (await call('stock.list', { hid: clinic.hid, type: 0 })).list.map((r) => [r.batchId, r.quantity])
    const before = await shelf()
    await tx(clinic, (cx) =>
      issue(cx, {
        ref: 'frame:9',
        hid: clinic.hid,
        reason: '配镜',
        lines: [
          { productId: lens.productId, sph: -1, quantity: 1 },
          { productId: lens.productId, sph: -3, quantity: 2 },
        ],
      }),
    )
    expect(await shelf()).not.toEqual(before)
    await tx(clinic, (cx) => takeBack(cx, { ref: 'frame:9', reason: '取消' }))
    expect(await shelf()).toEqual(before)
    await expect(
      tx(clinic, (cx) => takeBack(cx, { ref: 'frame:9', reason: '再退', lines: [{ productId: lens.productId, quantity: 1 }] })),
    ).rejects.toMatchObject({ key: 'take_back_too_much' })
  })
})
