/** A recall locks its lot in every store at once and for as long as it lasts; a drill locks nothing. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { makeGoods, makeSupplier } from '#modules/lens-orders/server/make.ts'
import { makeStock } from '#modules/stock/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import papers from '../contract/papers.ts'

let clinic: Clinic
let productId: number
let pid: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const stocked = (hid: number, batchNo: string) =>
  makeStock(as('warehouse').call, hid, [{ productId, quantity: 5, batchNo, expiry: '2031-01-01' }])
const batches = (lot: string) =>
  clinic.tx((cx) =>
    cx.db.rows(
      { batchId: 'number', hid: 'number', locked: 'boolean', lockReason: 'string | null' },
      sql`
        select batch_id, hid, locked, lock_reason
        from batch
        where batch_no = ${lot}
        order by batch_id
      `,
    ),
  )
const recalled = (code: string, drill = false) => as('chain').call('recalls.create', { code, level: 1, drill, reason: '厂家通知' })
beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
  productId = await makeGoods(as('manager'), 5, await makeSupplier(as('manager')))
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000002', birth: '1999-07-01', gender: 1 })).pid
})

describe('a recall', () => {
  it('locks the batches of all stores, also one opened meanwhile; none is unlocked or given another reason before it ends', async () => {
    for (const hid of clinic.hids)
      await makeStock(as('chain').call, hid, [{ productId, quantity: 5, batchNo: 'R-1', expiry: '2031-01-01' }])
    await stocked(clinic.hid, 'R-2')
    const made = await recalled('R-1')
    expect(made).toMatchObject({ lot: 'R-1', batches: 2, drill: false, status: 0, overdue: false })
    const lay = await batches('R-1')
    expect(new Set(lay.map((b) => b.hid))).toEqual(new Set(clinic.hids))
    expect(lay.every((b) => b.locked && b.lockReason === `召回 ${made.recallNo}`)).toBe(true)
    expect((await batches('R-2')).map((b) => b.locked)).toEqual([false])
    const { batchId } = lay.find((b) => b.hid === clinic.hid)!
    for (const change of [{ locked: false }, { locked: true, lockReason: '待检' }, { batchNo: 'R-9' }])
      expect(await as('warehouse').refusal('batch.create', { batchId, productId, ...change })).toMatchObject({
        code: 1,
        message: expect.stringContaining('召回'),
      })
    const late = await as('warehouse').call('batch.create', { productId, batchNo: 'R-1', expiry: '2032-02-02' })
    expect(late).toMatchObject({ locked: true, lockReason: `召回 ${made.recallNo}` })
    expect(await as('chain').call('recalls.end', { id: made.recallId, result: '全部退回厂家' })).toMatchObject({ status: 1 })
    expect(await as('warehouse').call('batch.create', { batchId, productId, locked: false })).toMatchObject({ locked: false })
  })

  it('keeps what another recall of the lot locked, until the last of them has ended', async () => {
    await stocked(clinic.hid, 'R-5')
    const [first, second] = [await recalled('R-5'), await recalled('R-5')]
    const [lies] = await batches('R-5')
    const unlock = { batchId: lies?.batchId, productId, locked: false }
    await as('chain').call('recalls.end', { id: first.recallId, result: '第一次已收回' })
    expect(await as('warehouse').refusal('batch.create', unlock)).toMatchObject({ message: expect.stringContaining('召回') })
    await as('chain').call('recalls.end', { id: second.recallId, result: '第二次已收回' })
    expect(await as('warehouse').call('batch.create', unlock)).toMatchObject({ locked: false })
  })

  it('is real when nobody says that it is a drill, and locks at once', async () => {
    await stocked(clinic.hid, 'R-30')
    const made = await as('chain').call('recalls.create', { code: 'R-30', level: 1, reason: '厂家通知' } as never)
    expect(made).toMatchObject({ drill: false, batches: 1 })
    expect((await batches('R-30')).map((b) => b.locked)).toEqual([true])
  })

  it('of a drill lists the same and locks nothing', async () => {
    await stocked(clinic.hid, 'R-3')
    expect(await recalled('R-3', true)).toMatchObject({ drill: true, batches: 1, trace: { onShelf: 5, came: 5 } })
    expect((await batches('R-3')).map((b) => b.locked)).toEqual([false])
  })

  it('names who has the goods, and counts who was told; who has none is not called, nor anybody once it has ended', async () => {
    await stocked(clinic.hid, 'R-4')
    const { feebill } = await as('cashier').call('feebill.save', { pid, items: [{ productId, quantity: 1 }] })
    await as('cashier').call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] })
    const lots = (await clinic.tx((cx) =>
      cx.db.rows(
        { lot: 'string' },
        sql`
          select b.batch_no lot
          from ledger_entry e
          join ledger_line l using (oid, entry_id)
          join ledger_account a using (oid, account_id)
          join batch b on b.oid = a.oid and a.key = 'batch:' || b.batch_id
          where e.ref = ${`bill:${feebill.fbid}`} and l.amount < 0
        `,
      ),
    )) as Array<{ lot: string }>
    const { recallId: id, untold, trace } = await recalled(lots[0]!.lot)
    expect(trace.holders.map((h) => [h.pid, h.quantity])).toEqual([[pid, 1]])
    expect(untold).toBe(1)
    expect(await as('chain').call('recalls.call', { id, pid, outcome: 3 })).toMatchObject({ told: 0, untold: 1 })
    expect(await as('chain').call('recalls.call', { id, pid, outcome: 1 })).toMatchObject({ told: 1, untold: 0 })
    const other = (await as('reception').call('patients.save', { name: '无货', birth: '1999-07-01', gender: 1 })).pid
    expect(await as('chain').refusal('recalls.call', { id, pid: other, outcome: 1 })).toMatchObject({ field: 'pid' })
    expect(await as('chain').refusal('recalls.end', { id, result: '' })).toMatchObject({ field: 'result' })
    await as('chain').call('recalls.end', { id, result: '已收回' })
    expect(await as('chain').refusal('recalls.call', { id, pid, outcome: 1 })).toMatchObject({ message: expect.stringContaining('已结束') })
  })

  it('is of its lot in capitals and small letters alike, also of what comes later', async () => {
    for (const lot of ['Lc-1', 'LC-1'])
      await makeStock(as('warehouse').call, clinic.hid, [{ productId, quantity: 2, batchNo: lot, expiry: '2031-01-01' }])
    expect(await recalled('lc-1')).toMatchObject({ batches: 2, trace: { onShelf: 4 } })
    const late = await as('warehouse').call('batch.create', { productId, batchNo: 'lC-1', expiry: '2031-02-01' })
    expect(late).toMatchObject({ locked: true })
    for (const lot of ['Lc-1', 'LC-1']) expect((await batches(lot)).map((b) => b.locked)).toEqual([true])
    expect((await as('chain').call('recalls.list', { lot: 'LC-1' })).total).toBe(1)
  })

  it('of the code of a box is of its lot and goods alone; a code that names no lot of ours is refused and leaves nothing', async () => {
    const boxed = await makeGoods(as('manager'), 5, await makeSupplier(as('manager')), { barCode: '6901234567892' })
    for (const id of [boxed, productId])
      await makeStock(as('warehouse').call, clinic.hid, [{ productId: id, quantity: 3, batchNo: 'R-6', expiry: '2031-01-01' }])
    const made = await recalled('01069012345678921731010110R-6')
    expect(made).toMatchObject({ lot: 'R-6', batches: 1, trace: { onShelf: 3 } })
    expect((await batches('R-6')).map((b) => b.locked).sort()).toEqual([false, true])
    const before = (await as('chain').call('recalls.list', {})).total
    for (const code of ['0106901234567892', 'R-不存在'])
      for (const drill of [true, false])
        expect(await as('chain').refusal('recalls.create', { code, level: 1, drill, reason: '试' })).toMatchObject({
          field: 'code',
          message: expect.stringContaining('请填写包装上的批号'),
        })
    expect((await as('chain').call('recalls.list', {})).total).toBe(before)
  })

  it('twice at once locks once and is two recalls; what is sold at the same moment is with its holders or was refused', async () => {
    const raced = await makeGoods(as('manager'), 5, await makeSupplier(as('manager')))
    await makeStock(as('warehouse').call, clinic.hid, [{ productId: raced, quantity: 9, batchNo: 'R-7', expiry: '2031-01-01' }])
    const bills: Array<{ fbid: number; billPrice: number }> = []
    for (let n = 0; n < 4; n++)
      bills.push((await as('cashier').call('feebill.save', { pid, items: [{ productId: raced, quantity: 1 }] })).feebill)
    const sale = ({ fbid, billPrice }: { fbid: number; billPrice: number }) =>
      as('cashier')
        .raw('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: billPrice }] })
        .then(async (answer) => (await answer.json()) as { code: number; message: string })
    const [first, second, ...sales] = await Promise.all([recalled('R-7'), recalled('R-7'), ...bills.map(sale)])
    for (const { code, message } of sales) expect([200, 1], message).toContain(code)
    const sold = sales.filter(({ code }) => code === 200).length
    for (const { recallId } of [first, second]) {
      const { batches: found, trace } = await as('chain').call('recalls.get', { id: recallId })
      expect([found, trace.held, trace.onShelf, trace.came]).toEqual([1, sold, 9 - sold, 9])
    }
    expect((await batches('R-7')).map((b) => b.locked)).toEqual([true])
    const { feebill } = await as('cashier').call('feebill.save', { pid, items: [{ productId: raced, quantity: 1 }] })
    const late = await sale(feebill)
    expect(late.code, late.message).toBe(1)
  })

  it('prints what it found, with the stores of who prints alone', async () => {
    for (const hid of clinic.hids)
      await makeStock(as('chain').call, hid, [{ productId, quantity: 5, batchNo: 'R-8', expiry: '2031-01-01' }])
    const made = await recalled('R-8', true)
    const words = { t: (parts: TemplateStringsArray) => parts.join(''), tr: (key: string) => key, english: false }
    const printed = async (role: 'chain' | 'warehouse') => {
      const info = await as(role).call('recalls.get', { id: made.recallId })
      const place = { params: { recallId: String(made.recallId) }, search: {}, hid: clinic.hid, origin: '', size: 'A4' as const }
      const sheet = papers['/print/recall/{recallId}'].sheet({ info }, words, place)
      return 'blocks' in sheet ? sheet : { blocks: [] }
    }
    const whole = await printed('chain')
    expect(whole).toMatchObject({ title: '召回演练记录', codes: [{ of: made.recallNo }] })
    const shelf = (paper: typeof whole) => paper.blocks.flatMap((b) => (b && b.is === 'table' ? [b] : []))
    expect(shelf(whole).map((b) => [b.rows.length, b.foot?.[4]])).toEqual([[2, 10]])
    expect(shelf(await printed('warehouse')).map((b) => [b.rows.length, b.foot?.[4]])).toEqual([[1, 5]])
  })

  it('is of the chain alone: a store looks on', async () => {
    const recall = { code: 'R-1', level: 1, drill: false, reason: '试' }
    for (const role of ['manager', 'warehouse'] as const)
      expect(await as(role).refusal('recalls.create', recall)).toMatchObject({ code: 20405 })
    expect((await as('warehouse').call('recalls.list', {})).list.length).toBeGreaterThan(0)
    expect((await (await freshClinic()).as('chain').call('recalls.list', {})).list).toEqual([])
  })
})
