/** What follow-up brought, over tasks, visits and bills planted on days of the past. */
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let owner: pg.Client
let phones = 0

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  owner = new pg.Client({ connectionString: (await server()).ownerUrl })
  await owner.connect()
  await owner.query(`set session_replication_role = replica; set app.oid = '${clinic.oid}'; set app.ctid = '0'`)
  return () => owner.end()
})

/** A member with calls that were made, visits that took place and bills that were paid, each at its moment. */
async function lived({ calls, visits, bills = [] }: { calls: readonly Called[]; visits: readonly string[]; bills?: readonly Bill[] }) {
  const phone = `1370000${String(1000 + ++phones)}`
  const { pid } = await clinic.as('reception').call('patients.save', { name: `会员${phones}`, mobile: phone, gender: 1 })
  for (const [time, more] of calls)
    await owner.query(
      `
        insert into
          revisit (hid, pid, task_type, channel, revisit_time, done_revisit_time, status, done_by, type, script_version, script_arm)
        values ($1, $2, 1, 1, $3, $3, 1, $4, $5, $6, $7)
      `,
      [clinic.hid, pid, time, clinic.ctid('reception'), more?.type ?? null, more ? 1 : null, more?.arm ?? null],
    )
  for (const moment of visits)
    await owner.query(
      `
        insert into reservation (hid, pid, visit_at, visit_end, status, walk_in)
        values ($1, $2, $3, $3::timestamptz + interval '15 minutes', 20, true)
      `,
      [clinic.hid, pid, moment],
    )
  for (const [clockTime, paid, refunded = 0] of bills)
    await owner.query(
      `insert into fee_bill (hid, pid, bill_no, status, original_price, bill_price, paid, refunded, paid_at)
       values ($1, $2, 'T' || gen_random_uuid(), $4, $3, $3, $3, $5, $6)`,
      [clinic.hid, pid, paid * 100, refunded ? 2 : 1, refunded * 100, clockTime],
    )
}
type Called = readonly [at: string, script?: { type: number; arm: 0 | 1 }]
type Bill = readonly [at: string, paid: number, refunded?: number]
/** Tasks, those followed by a visit and takings in yuan of a time, of every task of that time. */
async function brought(startDate: string, endDate: string) {
  const { rows } = await clinic.as('manager').call('revisits.trace', { startDate, endDate })
  const own = rows.filter((r) => r.by === 'task')
  return own.length ? own.map((r) => [r.n, r.came, r.takings])[0] : [0, 0, 0]
}

describe('what the tasks that were done brought', () => {
  it('a visit is credited once, to the last task before it, whatever days are asked', async () => {
    // Reached in January, again in February, and back two days later.
    await lived({ calls: [['2024-01-25 10:00'], ['2024-02-03 10:00']], visits: ['2024-02-05 09:00'] })
    expect(await brought('2024-01-01', '2024-01-31')).toEqual([1, 0, 0])
    expect(await brought('2024-02-01', '2024-02-29')).toEqual([1, 1, 0])
    expect(await brought('2024-01-01', '2024-02-29')).toEqual([2, 1, 0])
  })
  it('a visit beyond the days of the store, and one that came first, are nobody’s', async () => {
    await lived({ calls: [['2024-04-10 10:00']], visits: ['2024-04-10 09:00', '2024-05-10 10:01'] })
    await lived({ calls: [['2024-04-10 10:00']], visits: ['2024-05-10 10:00'] })
    expect(await brought('2024-04-01', '2024-04-30')).toEqual([2, 1, 0])
  })
  it('takings count once, for the last visit credited before them, less what was given back, within the days', async () => {
    await lived({
      calls: [['2024-07-01 10:00'], ['2024-07-11 10:00']],
      visits: ['2024-07-03 09:00', '2024-07-13 09:00'],
      bills: [
        ['2024-07-03 08:00', 100],
        ['2024-07-05 09:00', 30, 10],
        ['2024-07-13 10:00', 500],
        ['2024-08-20 10:00', 900],
      ],
    })
    expect(await brought('2024-07-01', '2024-07-31')).toEqual([2, 2, 620])
    // The first call is followed by its own visit's bills alone, although its thirty days reach over the second visit.
    expect(await brought('2024-07-01', '2024-07-10')).toEqual([1, 1, 120])
    expect(await brought('2024-07-11', '2024-07-31')).toEqual([1, 1, 500])
  })
  it('the months of a year add up to the year', async () => {
    const day = (n: number) => new Date(Date.UTC(2023, 0, 1 + n)).toISOString().slice(0, 10)
    for (let m = 0; m < 12; m++)
      await lived({
        calls: Array.from({ length: 9 }, (_, i) => [`${day((m * 31 + i * 19) % 330)} 10:${10 + i}`] as const),
        visits: Array.from({ length: 14 }, (_, i) => `${day((m * 17 + i * 23) % 350)} 15:${10 + i}`),
        bills: Array.from({ length: 14 }, (_, i) => [`${day((m * 17 + i * 23) % 350)} 16:${10 + i}`, 10 * (i + 1)] as const),
      })
    const months = await Promise.all(
      Array.from({ length: 12 }, (_, m) => {
        const [from, to] = [Date.UTC(2023, m, 1), Date.UTC(2023, m + 1, 0)].map((t) => new Date(t).toISOString().slice(0, 10))
        return brought(from!, to!)
      }),
    )
    const sums = [0, 1, 2].map((i) => months.reduce((sum, row) => sum + row![i]!, 0))
    const year = await brought('2023-01-01', '2023-12-31')
    expect(sums).toEqual(year)
    expect(year![1]).toBeGreaterThan(10)
  })
  it('two scripts of a type: the better one is told apart, two alike are not', async () => {
    const manager = clinic.as('manager')
    const [better, alike] = await Promise.all(
      ['好话术', '一样'].map((name) =>
        manager.call('revisits.types.save', { hid: clinic.hid, name, taskType: 1, urgency: 1, script: '{name}您好', scriptB: '{name}好' }),
      ),
    )
    for (let n = 0; n < 60; n++) {
      const arm = n % 2 === 1 ? 1 : 0
      // Of thirty each, B brings 24 back and A 9; of the other type both 12.
      const came = arm ? n < 48 : n < 18
      await lived({
        calls: [['2022-03-01 10:00', { type: better!.id, arm }]],
        visits: came ? ['2022-03-04 09:00'] : [],
      })
      await lived({ calls: [['2022-03-01 10:00', { type: alike!.id, arm }]], visits: n < 24 ? ['2022-03-04 09:00'] : [] })
    }
    const { scripts } = await manager.call('revisits.trace', { startDate: '2022-03-01', endDate: '2022-03-31' })
    const scriptOf = (type: number) => scripts.find((s) => s.type === type)
    expect(scriptOf(better!.id)).toMatchObject({ a: { n: 30, came: 9 }, b: { n: 30, came: 24 }, by: 0.5, tells: true })
    expect(scriptOf(alike!.id)).toMatchObject({ a: { n: 30, came: 12 }, b: { n: 30, came: 12 }, by: 0, tells: false })
  })
})
