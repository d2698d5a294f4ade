/**
 * 首营: devices of class II and III come in from approved suppliers and as approved goods alone; one asks, another approves, over the facts
 * as they stand.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/index.ts'
import { post, sql } from '#kernel/server/index.ts'
import { makeGoods, makeSupplier } from '#modules/lens-orders/server/make.ts'
import { pair } from '#modules/stock/server/batch/batches.ts'
import { makeStock } from '#modules/stock/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let today: string
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
beforeAll(async () => {
  clinic = await freshClinic({ stores: 2, approvals: false })
  today = await clinic.tx((cx) => Promise.resolve(cx.today))
})
const supplier = () => makeSupplier(as('manager'))
const device = (supplierId: number, over: object = {}) => makeGoods(as('manager'), 5, supplierId, over)
const ask = (request: object) => as('warehouse').call('approvals.ask', request)
const approved = async (request: object) => as('manager').call('approvals.decide', { id: (await ask(request)).approvalId, approve: true })
/** A receipt handed in; what posting it says. */
const handedIn = async (productId: number, supplierId: number) => {
  const items = [{ productId, quantity: 2, batchNo: 'A-1', expiry: '2031-01-01' }]
  const { stockinId } = await as('warehouse').call('stockin.create', { hid: clinic.hid, status: 1, supplierId, items })
  return { stockinId, status: 2 as const }
}

describe('approval before the first purchase', () => {
  it('of supplier and device comes before they are received: asked by one, approved by another', async () => {
    const supplierId = await supplier()
    for (const deviceClass of [2, 3]) {
      const productId = await device(supplierId, { deviceClass })
      const paper = await handedIn(productId, supplierId)
      expect(await as('warehouse').refusal('stockin.status', paper)).toMatchObject({
        code: 1,
        message: expect.stringContaining('首营品种'),
      })
      const approval = await ask({ productId })
      expect(approval).toMatchObject({
        status: 1,
        subject: 2,
        certificate: '国械注准20223160001',
        papers: [{ kind: 8, expires: '2099-12-31' }],
      })
      expect(await as('warehouse').refusal('approvals.decide', { id: approval.approvalId, approve: true })).toMatchObject({ code: 20405 })
      await as('manager').call('approvals.decide', { id: approval.approvalId, approve: true })
      if (deviceClass === 2) {
        expect(await as('warehouse').refusal('stockin.status', paper)).toMatchObject({ message: expect.stringContaining('首营企业') })
        await approved({ supplierId })
      }
      expect(await as('warehouse').call('stockin.status', paper)).toMatchObject({ status: 2 })
    }
  })

  it('is not given by who asked, whichever role they hold, nor twice, nor asked while it waits', async () => {
    const supplierId = await supplier()
    const { approvalId: id } = await as('manager').call('approvals.ask', { supplierId })
    expect(await as('manager').refusal('approvals.decide', { id, approve: true })).toMatchObject({
      message: '申请人不能审批自己的申请，请换一位',
    })
    expect(await as('warehouse').refusal('approvals.ask', { supplierId })).toMatchObject({ message: '已有一份申请待审批' })
    expect(await as('chain').refusal('approvals.decide', { id, approve: false })).toMatchObject({ field: 'reason' })
    const both = await Promise.all(
      [1, 2].map(() =>
        as('chain')
          .raw('approvals.decide', { id, approve: true })
          .then((r) => r.json() as Promise<{ code: number }>),
      ),
    )
    expect(both.map((r) => r.code).sort()).toEqual([1, 200])
    expect(await as('chain').refusal('approvals.decide', { id, approve: false, reason: '反悔' })).toMatchObject({ code: 1 })
  })

  it('lapses when the facts change, and holds again when they are what was approved', async () => {
    const supplierId = await supplier()
    await approved({ supplierId })
    const info = () => as('manager').call('supplier.info', { id: supplierId })
    const { name, licenceNo } = await info()
    const save = (licenceExpires: string) => as('manager').call('supplier.save', { supplierId, name, licenceNo, licenceExpires })
    expect(await info()).toMatchObject({ approvedOn: today, approvedUntil: '2099-12-31' })
    expect(await save('2098-01-01')).toMatchObject({ approvedOn: null })
    expect(await save('2099-12-31')).toMatchObject({ approvedOn: today })
    const { approvalId: id } = await ask({ supplierId })
    await save('2097-01-01')
    expect(await as('manager').refusal('approvals.decide', { id, approve: true })).toMatchObject({
      message: expect.stringContaining('资料在申请后改过'),
    })
  })

  it('ends with the first of its papers; one that has run out is neither asked for nor received under', async () => {
    const supplierId = await supplier()
    const productId = await device(supplierId)
    await approved({ productId })
    const over = { kind: 5 as const, number: 'SQ-1', expires: addDays(today, -1) }
    expect(await as('warehouse').refusal('approvals.ask', { supplierId, papers: [over] })).toMatchObject({
      message: expect.stringContaining('过期'),
    })
    const papers = [
      { kind: 2 as const, number: '粤械经营许 9', scope: '三类：6822', expires: '2099-12-31' },
      { ...over, expires: addDays(today, 30) },
    ]
    expect(await approved({ supplierId, papers })).toMatchObject({ validUntil: addDays(today, 30) })
    const { items } = await as('warehouse').call('stockin.status', await handedIn(productId, supplierId))
    const comes = (day: string) =>
      clinic.tx(async (cx) => {
        await cx.db.run(sql`select set_config('app.now', ${`${day} 09:00:00`}, true)`)
        return post(cx, { reason: '试', ref: `other:${day}`, lines: pair(items[0]!.batchId!, 1) })
      })
    await comes(addDays(today, 30))
    await expect(comes(addDays(today, 31))).rejects.toThrow(/run out/)
  })

  it('is kept by the database, whichever call posts: an unapproved device does not come in, what is there may go', async () => {
    const supplierId = await supplier()
    await approved({ supplierId })
    const productId = await device(supplierId)
    await approved({ productId })
    const { items } = await makeStock(
      as('warehouse').call,
      clinic.hid,
      [{ productId, quantity: 4, batchNo: 'K-1', expiry: '2031-01-01' }],
      { supplierId },
    )
    const move = (n: number) => clinic.tx((cx) => post(cx, { reason: '试', ref: `other:${productId}`, lines: pair(items[0]!.batchId!, n) }))
    await clinic.tx((cx) => cx.db.run(sql`update product set maker = '另一家厂' where product_id = ${productId}`))
    await expect(move(1)).rejects.toThrow(/not approved/)
    await move(-1)
    await clinic.tx((cx) => cx.db.run(sql`update product set approved_on = app_now()::date where product_id = ${productId}`))
    await expect(move(5)).rejects.toThrow(/not approved/)
  })

  it('keeps what was asked for: nobody changes, deletes or decides it behind the calls', async () => {
    const supplierId = await supplier()
    const { approvalId: id } = await ask({ supplierId })
    const run = (statement: ReturnType<typeof sql>) => clinic.tx((cx) => cx.db.run(statement))
    await expect(run(sql`update approval set certificate = 'X' where approval_id = ${id}`)).rejects.toThrow(/keeps what was asked/)
    await expect(run(sql`delete from approval where approval_id = ${id}`)).rejects.toThrow(/stays/)
    await expect(
      run(sql`
        update approval
        set status = 2, decided_at = app_now(), decided_by = ${clinic.ctid('manager')}
        where approval_id = ${id}
      `),
    ).rejects.toThrow()
    await expect(run(sql`update approval_paper set number = 'X' where approval_id = ${id}`)).rejects.toThrow(/permission denied/)
    await as('manager').call('approvals.decide', { id, approve: false, reason: '缺授权书' })
    await expect(run(sql`insert into approval_paper (hid, approval_id, kind) values (${clinic.hid}, ${id}, 5)`)).rejects.toThrow(/decided/)
    expect(await as('warehouse').call('approvals.get', { id })).toMatchObject({ status: 3, reason: '缺授权书' })
  })

  it('asks for one record with a certificate; goods of no watched class need none; another organisation finds nothing', async () => {
    const supplierId = await makeSupplier(as('manager'), { licenceNo: null })
    expect(await as('warehouse').refusal('approvals.ask', {})).toMatchObject({ field: 'supplierId' })
    expect(await as('warehouse').refusal('approvals.ask', { supplierId })).toMatchObject({
      message: expect.stringContaining('没有登记许可证'),
    })
    const frame = await makeGoods(as('manager'), 1, supplierId)
    expect(await as('warehouse').refusal('approvals.ask', { productId: frame })).toMatchObject({ field: 'productId' })
    expect(await as('warehouse').refusal('approvals.ask', { productId: frame, udiDi: '12' })).toMatchObject({ field: 'udiDi' })
    const { approvalId: id } = await ask({ supplierId: await supplier() })
    const other = await freshClinic()
    expect(await other.as('chain').refusal('approvals.get', { id })).toMatchObject({ code: 1 })
    expect(await as('cashier').refusal('approvals.list', {})).toMatchObject({ code: 20405 })
  })

  it('keeps the scan of a paper and tells the register what is missing', async () => {
    const supplierId = await makeSupplier(as('manager'), { name: '待审供货商' })
    const gap = async () => (await as('warehouse').call('gsp.register', { register: 'suppliers', text: '待审供货商' })).list[0]?.gap
    expect(await gap()).toBe('approval_missing')
    const { papers, approvalId } = await ask({ supplierId })
    expect(await gap()).toBe('approval_waits')
    const pdf = { filename: 'C:\\证照\\许可证.PDF', mimetype: 'application/pdf', bytes: new TextEncoder().encode('%PDF-1.4\n%%EOF\n') }
    const paperId = papers[0]!.paperId
    expect(await as('warehouse').call('approvals.keep-file', { id: paperId, file: pdf as never })).toMatchObject({
      papers: [{ fileName: '许可证.pdf' }],
    })
    const kept = await as('manager').raw('approvals.file', { id: paperId })
    expect(kept.headers.get('content-type')).toContain('application/pdf')
    await as('manager').call('approvals.decide', { id: approvalId, approve: true })
    expect(await gap()).toBe(null)
  })
})
