/** What is kept to be read quickly says what it is kept of: sums of sums as their days, closed books as the ledger. */
import fc from 'fast-check'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, monthsAfter } from '#kernel/contract/days.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'
import { dimColumn, measureColumn } from '../contract/cubes/cube.ts'
import { cubeNames, cubeOf } from '../contract/cubes/cubes.ts'
import { callOf } from '../contract/endpoints.ts'
import type { Statistic } from '../contract/shapes.ts'
import { bookDifferences, sumDifferences } from './verify.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
})
const asOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => onClient((await server()).ownerUrl, work)
const found = (client: pg.Client, query: { text: string; values: unknown[] }) =>
  client.query(query.text, query.values).then(({ rows }) => rows as object[])

const FIRST = '2025-09-11'
const DAYS = 150
/** Movements of every cube on days of five months, a few values of each dimension. */
async function moveAtRandom(client: pg.Client, seed: number): Promise<void> {
  const [rows] = fc.sample(
    fc.array(
      fc.record({
        day: fc.nat(DAYS),
        store: fc.nat(1),
        dims: fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }),
        n: fc.array(fc.integer({ min: -5, max: 900 }), { minLength: 6, maxLength: 6 }),
      }),
      { minLength: 90, maxLength: 120 },
    ),
    { numRuns: 1, seed },
  )
  for (const name of cubeNames) {
    const cube = cubeOf(name)
    const dims = Object.keys(cube.dims)
    const columns = [...dims.map((d) => dimColumn(cube, d)), ...cube.measures.map((m) => measureColumn(cube, m))]
    for (const { day, store, dims: values, n } of rows ?? []) {
      const row = [...dims.map((d, i) => (cube.dims[d] === 'text' ? `w${values[i]}` : values[i])), ...cube.measures.map((_, i) => n[i])]
      await client.query(
        `
          insert into stat_delta (oid, hid, cube, day, ${columns.join(', ')})
          values ($1, $2, $3, $4, ${columns.map((_, i) => `$${i + 5}`).join(', ')})
        `,
        [clinic.oid, clinic.hids[store], name, addDays(FIRST, day), ...row],
      )
    }
  }
}
const ranges = [
  [addDays(FIRST, 3), addDays(FIRST, 140)],
  ['2025-10-01', '2025-12-31'],
  ['2025-11-05', '2025-11-25'],
  ['2025-11-30', '2025-12-01'],
  ['2025-10-01', '2025-10-31'],
] as const
const CALLS = [...Object.values(callOf), 'statistics.stock-in', 'statistics.stock-out', 'statistics.account'] as const
/** Every statistic in every way it may be asked: by day, week and month, for one value of each split, of a store and of all. */
async function everything(): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  const ask = async (name: (typeof CALLS)[number], more: object) => {
    const answer = await clinic.as('chain').call(name, { hid: 0, ...more } as never)
    answers.set(JSON.stringify([name, more]), answer)
    return answer as Statistic
  }
  for (const name of CALLS)
    for (const [startTime, endTime] of ranges) {
      for (const by of ['day', 'week', 'month'] as const) await ask(name, { startTime, endTime, by })
      const { splits } = await ask(name, { startTime, endTime, by: 'month', hid: clinic.hid })
      if (startTime !== addDays(FIRST, 3)) continue
      for (const { key: split, rows } of splits) if (rows[0]) await ask(name, { startTime, endTime, by: 'month', split, key: rows[0].key })
    }
  return answers
}

describe('sums of sums', () => {
  it('every statistic answers the same before and after folding into days and months, for any range, split and value', async () => {
    await asOwner((client) => moveAtRandom(client, 20261126))
    const before = await everything()
    expect((await clinic.tx((cx) => cx.db.the({ n: 'number' }, sql`select stat_fold() n`))).n).toBeGreaterThan(0)
    const after = await everything()
    for (const [question, answer] of before) expect([question, after.get(question)]).toEqual([question, answer])
    expect(before.size).toBeGreaterThan(CALLS.length * ranges.length * 4)
  })
  it('follow their days, whatever is added, changed or taken away', async () => {
    await asOwner(async (client) => {
      await client.query(`update stat_day set m1 = m1 + 7, day = day + 400 where oid = $1 and d1 = 1`, [clinic.oid])
      await client.query(`delete from stat_day where oid = $1 and d1 = 2`, [clinic.oid])
      expect(await found(client, sumDifferences)).toEqual([])
      await client.query(`update stat_sum set m1 = m1 + 1 where oid = $1 and cube = 'sold' and day = $2`, [
        clinic.oid,
        monthsAfter('2025-10-01', 1),
      ])
      expect(await found(client, sumDifferences)).not.toEqual([])
      await client.query(`delete from stat_day where oid = $1`, [clinic.oid])
      await client.query(`delete from stat_sum where oid = $1`, [clinic.oid])
    })
  })
})

describe('books by day', () => {
  const post = async (client: pg.Client, daysAgo: number, amount: number) => {
    await client.query(
      `
        with e as (
          insert into ledger_entry (oid, at, hid, reason)
          values ($1, now() - $2 * interval '1 day', $3, '测试')
          returning entry_id
        )
        insert into ledger_line (oid, entry_id, account_id, book, amount, balance)
        select $1, e.entry_id, a.account_id, 'cash', case when a.key like 'rev%' then $4::bigint else -$4::bigint end, 0
        from e, ledger_account a
        where a.oid = $1 and a.book = 'cash' and a.key in ('revenue:' || $3, 'till:test')
        order by a.account_id
      `,
      [clinic.oid, daysAgo, clinic.hid, amount],
    )
  }
  const moved = async (from: number, until: number) =>
    (
      await clinic.tx((cx) =>
        cx.db.the(
          { n: 'number' },
          sql`
            select
              book_moved('revenue', array[${clinic.hid}::bigint], ${addDays(cx.today, -from)}::date, ${addDays(cx.today, -until)}::date) n
          `,
        ),
      )
    ).n
  const close = (client: pg.Client) => client.query(`set app.oid = '${clinic.oid}'; select book_close()`)
  const through = async (client: pg.Client) =>
    (
      (await client.query(`select (current_date - through)::int days from book_closed where oid = $1`, [clinic.oid])).rows[0] as {
        days: number
      }
    ).days

  it('say what the ledger says, open or closed; an entry that is dated back opens its day again', async () => {
    await asOwner(async (client) => {
      await client.query(
        `
          insert into ledger_account (oid, book, key)
          select $1, 'cash', k
          from unnest(array['revenue:' || $2, 'till:test']) k
          on conflict do nothing
        `,
        [clinic.oid, clinic.hid],
      )
      for (const [ago, amount] of [
        [9, 100],
        [3, 20],
        [0, 3],
      ] as const)
        await post(client, ago, amount)
      const sums = async () => [await moved(9, 0), await moved(9, 9), await moved(8, 1), await moved(2, 0)]
      const open = await sums()
      expect(open).toEqual([123, 100, 20, 3])
      await close(client)
      expect(await through(client)).toBeLessThanOrEqual(1)
      expect(await sums()).toEqual(open)
      await post(client, 5, 7000)
      expect(await through(client)).toBe(5)
      expect(await sums()).toEqual([7123, 100, 7020, 3])
      await close(client)
      expect(await sums()).toEqual([7123, 100, 7020, 3])
      expect(await found(client, bookDifferences)).toEqual([])
      await client.query(`update book_day set amount = amount + 1 where oid = $1 and book = 'revenue'`, [clinic.oid])
      expect(await found(client, bookDifferences)).not.toEqual([])
      await client.query(`update book_closed set through = '-infinity' where oid = $1`, [clinic.oid])
      await client.query(`delete from book_day where oid = $1`, [clinic.oid])
    })
  })
  it('closing waits for an entry that is being dated back, and counts it', async () => {
    await asOwner(async (late) => {
      await late.query('begin')
      await post(late, 4, 50_000)
      const closed = asOwner(close)
      const waiting = `select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => asOwner(async (other) => (await other.query<{ n: number }>(waiting)).rows)).toEqual([{ n: 1 }])
      await late.query('commit')
      await closed
      expect(await moved(4, 4)).toBe(50_000)
      expect(await found(late, bookDifferences)).toEqual([])
    })
  })
  it('a long ledger is closed a quarter of a year at a time, and says the same at each step', async () => {
    await asOwner(async (client) => {
      await post(client, 300, 9)
      const whole = await moved(300, 0)
      const steps: number[] = []
      for (let i = 0; i < 4; i++) {
        await close(client)
        steps.push(await through(client))
        expect(await moved(300, 0)).toBe(whole)
      }
      expect(steps.slice(0, 3)).toEqual([208, 116, 24])
      expect(steps[3]).toBeLessThanOrEqual(1)
      expect(await found(client, bookDifferences)).toEqual([])
    })
  })
  it('tell of one’s own stores alone', async () => {
    const other = clinic.hids[1]!
    await asOwner((client) =>
      client.query(`insert into book_day (oid, hid, book, day, amount) values ($1, $2, 'revenue', '2024-01-01', 5)`, [clinic.oid, other]),
    )
    const ask = (hids: number[]) =>
      clinic.tx(async (cx) => {
        await cx.db.run(sql`select set_config('app.hids', ${`{${hids.join(',')}}`}, true)`)
        return (
          await cx.db.the(
            { n: 'number' },
            sql`select book_moved('revenue', array[${other}::bigint], '2020-01-01'::date, '2024-12-31'::date) n`,
          )
        ).n
      })
    expect(await ask([clinic.hid, other])).toBe(5)
    expect(await ask([clinic.hid])).toBe(0)
    await asOwner((client) => client.query(`delete from book_day where oid = $1 and hid = $2 and day = '2024-01-01'`, [clinic.oid, other]))
  })
})
