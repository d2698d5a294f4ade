/** Books that are closed stay as they are: nothing is dated into or out of a closed month, whoever writes it and with whatever reason. */
import { beforeAll, describe, expect, it } from 'vitest'
import { insert, sql } from '#kernel/server/index.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { makeDelivery, makeSupplier } from '#modules/purchasing/server/make.ts'
import { freshClinic, type Clinic } from '../harness.ts'

let clinic: Clinic
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
/** The last day of the month before the present one, in the clinic's time. */
const lastDay = (): string => {
  const [year = 0, month = 0] = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10)
}
const late = { backdateReason: '漏记的单据' }
const closed = (field: string) => ({ code: 1, field, message: expect.stringContaining(`${lastDay().slice(0, 7)} 已月结`) as string })
beforeAll(async () => {
  clinic = await freshClinic()
  await clinic.tx((cx) => cx.db.run(sql`update store set opened_on = '2020-01-01' where hid = ${clinic.hid}`))
})

describe('a closed month', () => {
  it('is over when it is closed, once, by who may; it is opened again with a reason', async () => {
    const { hid } = clinic
    const month = lastDay().slice(0, 7)
    const present = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)
    expect(await as('cashier').refusal('settings.months.close', { hid, month })).toMatchObject({ code: 20405 })
    expect(await as('finance').refusal('settings.months.close', { hid, month: present })).toMatchObject({ field: 'month' })
    const { id } = await as('finance').call('settings.months.close', { hid, month, note: '已报税' })
    expect(await as('manager').refusal('settings.months.close', { hid, month })).toMatchObject({ message: `${month} 已经月结` })
    expect(await as('finance').refusal('settings.months.reopen', { id, reason: ' ' })).toMatchObject({ field: 'reason' })
    expect(await as('finance').call('settings.months.reopen', { id, reason: '补记运费' })).toMatchObject({ month, reason: '补记运费' })
    expect(await as('finance').refusal('settings.months.reopen', { id, reason: '再开一次' })).toMatchObject({
      message: `${month} 已经重新打开`,
    })
    expect((await as('manager').call('settings.months.list', { hid })).list).toMatchObject([{ id, month, reason: '补记运费' }])
  })
  it('takes no bill, top-up, goods, issue, payment or cost, and gives none back; the database refuses what no call asks', async () => {
    const { hid } = clinic
    const month = lastDay().slice(0, 7)
    const { pid } = await as('reception').call('patients.save', { name: '周月', hid })
    const { productId } = await makeFrame(as('warehouse').call)
    const items = [{ productId, quantity: 5, cost: 10 }]
    const arrival = { hid, stockinType: 1 as const, status: 1 as const, stockinDate: lastDay(), items }
    const bill = { hid, pid, billDate: lastDay(), items: [{ name: '检查费', price: 10, priceReason: '其他收费', quantity: 1 }] }
    const { feebill } = await as('manager').call('feebill.save', { ...bill, ...late })
    const { stockinId } = await as('manager').call('stockin.create', { ...arrival, ...late })
    await as('finance').call('settings.months.close', { hid, month })
    expect(await as('manager').refusal('feebill.save', { ...bill, ...late })).toMatchObject(closed('billDate'))
    expect(
      await as('manager').refusal('feebill.save', {
        ...bill,
        fbid: feebill.fbid,
        version: feebill.version,
        billDate: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
      }),
    ).toMatchObject(closed('billDate'))
    expect(await as('warehouse').refusal('stockin.create', arrival)).toMatchObject(closed('stockinDate'))
    expect(await as('manager').refusal('stockin.status', { stockinId, status: 2 } as never)).toMatchObject({
      message: expect.stringContaining('已月结') as string,
    })
    expect(
      await as('warehouse').refusal('stockout.create', {
        hid,
        stockoutType: 1,
        stockoutDate: lastDay(),
        items: [{ productId, quantity: 1 }],
      } as never),
    ).toMatchObject(closed('stockoutDate'))
    const { supplierId, lens } = await makeSupplier(as('manager').call, '月结供应商')
    await makeDelivery(as('warehouse').call, hid, supplierId, [{ productId: lens, sph: -2, cyl: 0, quantity: 10, cost: 80 }])
    const { list } = await as('finance').call('payment-order.supplier', { id: supplierId })
    const paper = await as('finance').call('payment-order.create', { supplierId, payableIds: list.map((p) => p.payableId) })
    await as('manager').call('payment-order.status', { id: paper.id, status: 1 } as never)
    expect(
      await as('finance').refusal('payment-order.status', {
        id: paper.id,
        status: 2,
        paidOn: lastDay(),
        bank: '工商银行',
        voucher: 'V-1',
        ...late,
      } as never),
    ).toMatchObject(closed('paidOn'))
    await expect(
      clinic.tx((cx) => cx.db.run(sql`update fee_bill set bill_date = bill_date - 1 where fbid = ${feebill.fbid}`)),
    ).rejects.toMatchObject({ constraint: 'fee_bill__month_closed' })
    const { list: months } = await as('finance').call('settings.months.list', { hid })
    await as('finance').call('settings.months.reopen', { id: months.find((m) => !m.reopenedAt)!.id, reason: '补记入库' })
    expect(await as('manager').call('stockin.create', { ...arrival, ...late })).toMatchObject({ stockinDate: lastDay() })
  })
  it('keeps its costs and its commissions: no cost of it is changed or deleted, no rule reaches back into it', async () => {
    const { hid } = clinic
    const month = lastDay().slice(0, 7)
    const chief = as('manager')
    const { id: sourceId } = await clinic.tx((cx) => insert(cx, 'patient_source', { hid, name: '地推' }))
    const cost = { hid, sourceId, day: lastDay(), amount: 50 }
    const { id, version } = (await chief.call('channel-costs.create', cost as never)) as { id: number; version: number }
    const { id: closing } = await as('finance').call('settings.months.close', { hid, month })
    expect(await chief.refusal('channel-costs.create', cost as never)).toMatchObject(closed('day'))
    const answer = { code: 1, message: expect.stringContaining('已月结') as string }
    expect(await chief.refusal('channel-costs.update', { ...cost, id, version, amount: 60 } as never)).toMatchObject(answer)
    expect(await chief.refusal('channel-costs.delete', { id } as never)).toMatchObject(answer)
    await expect(
      clinic.tx((cx) =>
        cx.db.run(sql`
          insert into commission_rule (hid, role, percent, from_day)
          values (${hid}, 1, 5, ${lastDay()}::date)
        `),
      ),
    ).rejects.toMatchObject({ constraint: 'commission_rule__month_closed' })
    await as('finance').call('settings.months.reopen', { id: closing, reason: '更正费用' })
    await chief.call('channel-costs.update', { ...cost, id, version, amount: 60 } as never)
  })
  it('is closed for what was written while it was being closed', async () => {
    const { hid } = clinic
    const { productId } = await makeFrame(as('warehouse').call)
    const items = [{ productId, quantity: 1, cost: 1 }]
    let arrival: Promise<unknown> | undefined
    await clinic.tx(async (cx) => {
      await insert(cx, 'closed_month', { hid, month: `${lastDay().slice(0, 7)}-01` })
      const answered: unknown[] = []
      arrival = as('warehouse')
        .refusal('stockin.create', { hid, stockinType: 1, status: 1, stockinDate: lastDay(), items } as never)
        .then((refusal) => (answered.push(refusal), refusal))
      arrival.catch(() => undefined)
      const waits = () => cx.db.any(sql`select 1 from pg_locks where locktype = 'advisory' and classid = 7204141 and not granted`)
      while (!answered.length && !(await waits()));
    })
    expect(await arrival).toMatchObject(closed('stockinDate'))
    const { list } = await as('finance').call('settings.months.list', { hid })
    await as('finance').call('settings.months.reopen', { id: list.find((m) => !m.reopenedAt)!.id, reason: '补记' })
  })
  it('neither do papers of 1999 move what is over: a stock-in and a payment of then are refused at their date', async () => {
    const { hid } = clinic
    const { productId } = await makeFrame(as('warehouse').call)
    expect(
      await as('manager').refusal('stockin.create', {
        hid,
        stockinType: 1,
        status: 1,
        stockinDate: '1999-05-05',
        items: [{ productId, quantity: 1, cost: 1 }],
        ...late,
      } as never),
    ).toMatchObject({ code: 1, field: 'stockinDate' })
  })
})
