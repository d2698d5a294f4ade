/**
 * The demo: its head is built store beside store, its past while the clinic works; the same however fast, and however often it is cut
 * short.
 */
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { cloneDatabase, dropDatabase } from '#kernel/server/database/migrate.ts'
import type { Urls } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { leaveRest } from '#kernel/server/database/rest.ts'
import { bootPrepared, prepare, type Booted } from '../../apps/server/boot.ts'
import { deep, SEED } from '../../tests/depth.ts'
import { handOn } from './after.ts'
import { behindTheCounter } from './behind.ts'
import { buildBonds } from './bonds.ts'
import { buildChain, chainOf, type ToldChain } from './clinic.ts'
import { goOn, liveTogether } from './demo.ts'
import { visitsOf } from './lives.ts'
import type { Left } from './past.ts'
import { Chance } from './random.ts'
import { buildRewards } from './rewards.ts'
import { tellerOf, type Teller } from './teller.ts'
import { todayOf } from './today.ts'

const NAME = `past_${process.pid}`
const options = { product: 'mingmou', prefix: '/api', strict: true } as const
const silent = () => undefined
const made: string[] = []
afterAll(async () => {
  for (const name of made) await dropDatabase(inject('ownerUrl'), name)
})
/** A database of its own with the chain of the demo, or a copy of one. */
async function database(name: string, from: string): Promise<string> {
  made.push(name)
  return cloneDatabase(inject('ownerUrl'), from, name)
}
const opened = async (ownerUrl: string, urls?: Urls) =>
  bootPrepared(urls ?? (await prepare({ ...options, ownerUrl })), { ...options, ownerUrl, connections: 4 })

/** The stores, staff and goods all of this begins with. */
let details: ToldChain
beforeAll(async () => {
  const building = await opened(await database(`${NAME}_chain`, inject('template')))
  details = await buildChain(building, '2022-11-01')
  await building.close()
})

/** How many rows each table has, and what the books, the stages and the eyes of the members say. */
const factsOf = (ownerUrl: string) =>
  onClient(ownerUrl, async (client) => {
    const counts = await client.query<{ name: string; n: number }>(
      `
        select c.relname name,
          (xpath('/row/n/text()', query_to_xml('select count(*) n from ' || quote_ident(c.relname), false, true, '')))[1]::text::int n
        from pg_class c
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        order by 1
      `,
    )
    const rowCounts = await client.query<Record<string, unknown>>(
      `
        select p.pid, p.name, p.mobile, p.member_no, (select sum(b.paid)::int from fee_bill b where b.pid = p.pid) paid,
          (
            select string_agg(b.bill_no || b.paid, ',' order by b.fbid)
            from fee_bill b
            where b.pid = p.pid
          ) bills,
          (
            select string_agg(f.order_no || ':' || f.status, ',' order by f.record_frame_id)
            from record_frame f
            where f.pid = p.pid
          ) orders,
          (
            select string_agg(e.exam_time || ':' || e.ds_od, ',' order by e.exam_time, e.id)
            from exam_refraction e
            where e.pid = p.pid
          ) eyes
        from patient p
        order by p.pid
      `,
    )
    const books = await client.query(`select book, key, balance from ledger_account order by 1, 2`)
    // The answers kept under keys are no part of the demo; members are counted in a row for each connection.
    const counted = counts.rows.filter(({ name, n }) => n && !['idempotency', 'patient_count'].includes(name))
    return { counts: counted, told: rowCounts.rows, books: books.rows }
  })

it('is the same when it is cut short in the middle of a call, and made by one process at a time', async () => {
  const head = await database(`${NAME}_head`, `${NAME}_chain`)
  await leaveRest(head, { chain: details, today: '2026-11-21', members: 14, head: 2 } satisfies Left)
  const [whole, cut] = [await database(`${NAME}_whole`, `${NAME}_head`), await database(`${NAME}_cut`, `${NAME}_head`)]

  const one = await opened(whole)
  const shares: [number[], number[]] = [[], []]
  // Two that start at the same time: the second waits and finds nothing left.
  const [first, second] = await Promise.all([
    goOn(one, whole, { log: silent, rest: 0, progress: (share) => void shares[0].push(share) }),
    goOn(one, whole, { log: silent, rest: 0, progress: (share) => void shares[1].push(share) }),
  ])
  await one.close()
  expect([first, second].filter(Boolean)).toHaveLength(1)
  expect(shares.filter((share) => share.length)).toHaveLength(1)
  const all = shares.flat()
  expect(all.length).toBeGreaterThan(11)
  expect(all).toEqual([...all].sort((a, b) => a - b))
  expect(all.at(-1)).toBe(1)

  // Killed after a few calls: done and committed, and nobody was told.
  const urls = await prepare({ ...options, ownerUrl: cut })
  let kills = 0
  for (let ended = false; !ended; kills++) {
    const again = await opened(cut, urls)
    const answer = again.answerer.answer.bind(again.answerer)
    let calls = 0
    // Every few calls in the deep run; here often enough to meet several kinds of step.
    const most = deep ? 7 + kills : 45 + kills * 20
    again.answerer.answer = async (...args) => {
      const answered = await answer(...args)
      if (++calls === most) throw new Error('killed')
      return answered
    }
    ended = await goOn(again, cut, { log: silent, rest: 0 }).catch((error: unknown) => {
      expect(error).toMatchObject({ message: 'killed' })
      return false
    })
    await again.close()
  }
  expect(kills).toBeGreaterThan(deep ? 5 : 1)
  expect(await factsOf(cut)).toEqual(await factsOf(whole))
})

it.runIf(deep)('what follows the first page is the same when it is cut short in the middle of its steps', async () => {
  const first = await database(`${NAME}_after`, `${NAME}_chain`)
  const building = await opened(first)
  const chain = chainOf(details, tellerOf(building))
  const rewards = await buildRewards(chain, '2022-11-01 08:00:00')
  // Twenty-one members a store: who is booked for today and who waits without a booking are not the same.
  const everyone = await liveTogether(chain, visitsOf(63, '2026-11-21'))
  const handed = handOn(chain, rewards, everyone, '2026-11-21 14:20:00')
  await leaveRest(first, { chain: details, today: '2026-11-21', members: 63, head: 63, handed } satisfies Left)
  await building.close()
  const [whole, cut] = [await database(`${NAME}_after_whole`, `${NAME}_after`), await database(`${NAME}_after_cut`, `${NAME}_after`)]
  const one = await opened(whole)
  const messages: string[] = []
  expect(await goOn(one, whole, { log: (s) => void messages.push(s), rest: 0 })).toBe(true)
  await one.close()
  expect(messages.filter((line) => line.includes('refused'))).toEqual([])

  const urls = await prepare({ ...options, ownerUrl: cut })
  let ends = 0
  for (let ended = false; !ended; ends++) {
    const again = await opened(cut, urls)
    const answer = again.answerer.answer.bind(again.answerer)
    let calls = 0
    const most = 90 + ends * 80
    again.answerer.answer = async (...args) => {
      const answered = await answer(...args)
      // By turns killed, and told to close.
      if (++calls === most && ends % 2) throw new Error('killed')
      return answered
    }
    const stopping = () => ends % 2 === 0 && calls >= most
    await goOn(again, cut, { log: silent, rest: 0, stopping }).catch((error: unknown) => expect(error).toMatchObject({ message: 'killed' }))
    ended = await onClient(cut, async (client) => {
      const { rows } = await client.query<{ left: boolean }>(`select to_regclass('filling_rest.plan') is not null as left`)
      return !rows[0]?.left
    })
    await again.close()
  }
  expect(ends).toBeGreaterThan(5)
  expect(await factsOf(cut)).toEqual(await factsOf(whole))
})

/** What each member did and has, and the books of the members and shelves: without the numbers that are drawn in the order of calls. */
const headFacts = (ownerUrl: string) =>
  onClient(ownerUrl, async (client) => {
    const members = await client.query(
      `
        select p.name, p.mobile, p.birth, s.short_name store,
          (
            select string_agg(b.bill_date || ':' || b.paid || ':' || b.status, ',' order by b.bill_date, b.paid, b.status)
            from fee_bill b
            where b.oid = p.oid and b.pid = p.pid
          ) bills,
          (
            select string_agg(f.status || ':' || f.order_date || ':' || f.total, ',' order by f.order_date, f.status)
            from record_frame f
            where f.oid = p.oid and f.pid = p.pid
          ) orders,
          (
            select string_agg(r.visit_at || ':' || r.status, ',' order by r.visit_at, r.status)
            from reservation r
            where r.oid = p.oid and r.pid = p.pid
          ) visits,
          (
            select string_agg(e.exam_time || ':' || e.ds_od, ',' order by e.exam_time, e.ds_od)
            from exam_refraction e
            where e.oid = p.oid and e.pid = p.pid
          ) eyes,
          (
            select string_agg(a.book || ':' || a.balance, ',' order by a.book)
            from ledger_account a
            where a.oid = p.oid and a.key = 'member:' || p.pid
          ) books,
          (select count(*)::int from gift_order g where g.oid = p.oid and g.pid = p.pid) gifts,
          (select count(*)::int from consent c where c.oid = p.oid and c.pid = p.pid) consents,
          (
            select string_agg(x.relation::text, ',' order by x.relation)
            from patient_family x
            where x.oid = p.oid and x.pid = p.pid
          ) family
        from patient p
        join store s on s.oid = p.oid and s.hid = p.hid
        order by p.mobile, p.name
      `,
    )
    const shelves = await client.query(
      `
        select s.short_name store, d.name, sum(a.balance)::int left_
        from batch b
        join store s on s.oid = b.oid and s.hid = b.hid
        join product d on d.oid = b.oid and d.product_id = b.product_id
        join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
        group by 1, 2
        order by 1, 2
      `,
    )
    return { members: members.rows, shelves: shelves.rows }
  })

/** The head but for the story, on a chain; every call waits as long as `pause` says. */
async function head(building: Booted, facts: ToldChain, pause: () => number): Promise<void> {
  const now = '2026-11-21 14:20:00'
  const tell = tellerOf(building)
  const chain = chainOf(facts, (who, clock): Teller => {
    const call = tell(who, clock)
    return async (id, input) => {
      // Time itself: the stores go at paces of their own.
      await new Promise((resolve) => setTimeout(resolve, pause()))
      return call(id, input)
    }
  })
  const rewards = await buildRewards(chain, '2022-11-01 08:00:00')
  const everyone = await liveTogether(chain, visitsOf(60, '2026-11-21'))
  await behindTheCounter(chain, now)
  await Promise.all(chain.shops.map((_, place) => todayOf(chain, place, everyone, now)))
  await buildBonds(chain, rewards, everyone, now)
}

it.runIf(deep)('the head tells the same whatever the pace of its stores', async () => {
  const facts = []
  for (const [name, slow] of [
    ['quick', 0],
    ['slow', 12],
  ] as const) {
    const url = await database(`${NAME}_${name}`, `${NAME}_chain`)
    const open = await opened(url)
    const pace = new Chance(SEED)
    await head(open, details, () => pace.next() * slow)
    await open.close()
    facts.push(await headFacts(url))
  }
  expect(facts[0]!.members.length).toBeGreaterThan(75)
  expect(facts[0]!.members.some((m) => m.gifts)).toBe(true)
  expect(facts[1]).toEqual(facts[0])
})
