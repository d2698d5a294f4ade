import { beforeAll, describe, expect, inject, it } from 'vitest'
import { urlOf } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { sql } from '#kernel/server/index.ts'
import { ConfirmFeeBill } from '#modules/billing/contract/shapes.ts'
import { confirm } from '#modules/billing/server/confirm.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('desk', () => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await freshClinic()
  })

  it('shows each account the parts its permissions open, and null for the others', async () => {
    const manager = await clinic.as('manager').call('home.today', { hid: clinic.hid })
    expect(manager).toMatchObject({ hid: clinic.hid, queue: { booked: 0, waiting: 0 }, late: [], takings: { net: 0, bills: 0, unpaid: 0 } })
    const doctor = await clinic.as('doctor').call('home.today', { hid: clinic.hid })
    expect(doctor.takings).toBeNull()
    expect(doctor.queue).not.toBeNull()
  })

  it('follows the day: a walk-in waits, an unpaid bill and an order are counted', async () => {
    const { pid } = await clinic.as('reception').call('patients.save', { name: '赵建国', mobile: '13911112222' })
    await clinic.as('reception').call('reservations.legacy.save', { hid: clinic.hid, pid, walkIn: true })
    await clinic
      .as('optometrist')
      .call('frame.create', { hid: clinic.hid, pid, dsOd: -1, pdOd: 31, dsOs: -1, pdOs: 31, promisedAt: '2020-01-01 10:00' })
    const day = await clinic.as('manager').call('home.today', { hid: clinic.hid })
    expect(day.queue).toMatchObject({ arrived: 1 })
    expect(day.lines).toEqual([expect.objectContaining({ patientName: '赵建国', ticketNo: expect.stringMatching(/^[A-Z]\d{3}$/) })])
    expect(day.late).toEqual([expect.objectContaining({ patientName: '赵建国', status: 10 })])
    const days = await clinic.as('manager').call('home.days', { hid: clinic.hid })
    expect(days.list).toHaveLength(14)
    expect(days.list.at(-1)).toMatchObject({ orders: 1 })
  })

  it("10.20 sets today's takings against those of the same weekday before, a refund against its own day", async () => {
    const { pid } = await clinic.as('reception').call('patients.save', { name: '上周客', mobile: '13911113333' })
    const bill = async (price: number) =>
      (await clinic.as('cashier').call('feebill.save', { pid, items: [{ name: '护理', price, quantity: 1, priceReason: '现场议价' }] }))
        .feebill.fbid
    const pay = async (amount: number, daysAgo: number) => {
      const fbid = await bill(amount)
      await clinic.tx(async (cx) => {
        await cx.db.run(sql`select set_config('app.now', (now() - make_interval(days => ${daysAgo}::int))::text, true)`)
        await confirm(cx as never, ConfirmFeeBill.parse({ fbid, payStyleList: [{ payWay: 1, amount: amount * 100 }] }))
      })
      return fbid
    }
    await pay(80, 6)
    await pay(300, 7)
    await pay(55, 8)
    const today = await pay(120, 0)
    const seen = async () => (await clinic.as('manager').call('home.today', { hid: clinic.hid })).takings
    expect(await seen()).toMatchObject({ net: 120, lastWeek: 300, bills: 1 })
    const items = (await clinic.as('cashier').call('feebill.info', { id: today })).BillItemList.map((i) => ({ biid: i.biid }))
    await clinic.as('cashier').call('fee-bills.refund', { fbid: today, consent: true, reason: '不要了', items })
    expect(await seen()).toMatchObject({ net: 0, lastWeek: 300 })
  })

  it("another clinic's store is not found", async () => {
    const other = await freshClinic()
    expect(await other.as('manager').refusal('home.today', { hid: clinic.hid })).toMatchObject({ code: 1, message: '门店不存在或已被删除' })
  })

  it('work that gave up is listed for its own organisation, run once more, or forgotten', async () => {
    const other = await freshClinic()
    const manager = clinic.as('manager')
    /** Runs a statement as the queue itself would. */
    const asQueue = async (text: string): Promise<Array<Record<string, unknown>>> => {
      const { name } = (await clinic.tx((cx) => cx.db.one({ name: 'string' }, sql`select current_database() "name"`)))!
      return onClient(urlOf(inject('ownerUrl'), name), async (client) => (await client.query(text)).rows as Array<Record<string, unknown>>)
    }
    const giveUp = () =>
      asQueue(
        `
          select graphile_worker.permanently_fail_jobs(
            (select array_agg(id) from graphile_worker.jobs where task_identifier = 'test.broken'), 'the provider is away'
          )
        `,
      )
    await clinic.tx((cx) => cx.enqueue('test.broken', { n: 1 }))
    expect((await manager.call('jobs.failed', {})).list).toEqual([])
    await giveUp()
    const [dead] = (await manager.call('jobs.failed', {})).list
    expect(dead).toMatchObject({ name: 'test.broken', error: 'the provider is away' })
    expect((await other.as('manager').call('jobs.failed', {})).list).toEqual([])
    expect(await other.as('manager').refusal('jobs.retry', { id: dead!.id })).toMatchObject({ code: 1, message: '任务不存在或已被删除' })
    expect(await clinic.as('doctor').refusal('jobs.failed', {})).toMatchObject({ code: 20405 })
    await manager.call('jobs.retry', { id: dead!.id })
    expect((await manager.call('jobs.failed', {})).list).toEqual([])
    expect(await asQueue(`select attempts from graphile_worker.jobs where task_identifier = 'test.broken'`)).toEqual([{ attempts: 0 }])
    await giveUp()
    await manager.call('jobs.drop', { id: dead!.id })
    expect(await asQueue(`select 1 from graphile_worker.jobs where task_identifier = 'test.broken'`)).toEqual([])
    expect(await manager.refusal('jobs.drop', { id: dead!.id })).toMatchObject({ code: 1 })
  })
})
