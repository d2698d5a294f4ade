import { afterAll, beforeEach, expect, inject, it } from 'vitest'
import { fillOnce, wipeUnfinished } from './fill.ts'
import { cloneDatabase, dropDatabase } from './migrate.ts'
import { onClient } from './once.ts'
import { leaveRest, workRest, type Rest } from './rest.ts'

const NAME = `fill_test_${process.pid}`
let url: string
const run = (sql: string) => onClient(url, (client) => client.query<{ n: number }>(sql))
const count = async () => (await run('select count(*)::int n from thing')).rows[0]!.n

beforeEach(async () => {
  url = await cloneDatabase(inject('ownerUrl'), 'template0', NAME)
  await run('create table thing (a int)')
})
afterAll(() => dropDatabase(inject('ownerUrl'), NAME))

it('fills an empty database once, although three start at the same time', async () => {
  const fill = () =>
    fillOnce(
      url,
      async () => (await count()) === 0,
      async () => void (await run('insert into thing values (1), (2)')),
    )
  expect((await Promise.all([fill(), fill(), fill()])).filter(Boolean)).toHaveLength(1)
  expect(await count()).toBe(2)
  expect(await wipeUnfinished(url)).toBe(false)
  expect(await count()).toBe(2)
})

it('empties a database whose filling was interrupted, so that it can begin again', async () => {
  const broken = fillOnce(
    url,
    async () => true,
    async () => {
      await run('insert into thing values (1)')
      throw new Error('the power went out')
    },
  )
  await expect(broken).rejects.toThrow('the power went out')
  expect(await wipeUnfinished(url)).toBe(true)
  expect((await run(`select count(*)::int n from pg_class where relnamespace = 'public'::regnamespace`)).rows[0]!.n).toBe(0)
  expect(await wipeUnfinished(url)).toBe(false)
})

it('goes on with what a filling left where it stopped, and knows what the interrupted step had read', async () => {
  await leaveRest(url, { steps: 3 })
  const seen: Array<Pick<Rest, 'plan' | 'next'> & { kept: unknown; said: unknown }> = []
  const note = ({ plan, next, kept, said }: Rest) => void seen.push({ plan, next, kept: [...kept], said: [...said] })
  const killed = workRest(url, async (rest) => {
    note(rest)
    await rest.taken({ id: 7, state: { eyes: -1.25 } })
    await rest.say(1, { status: 30 })
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  const work = async (rest: Rest) => {
    note(rest)
    await rest.taken({ id: 7, state: undefined })
    return rest.next === 2
  }
  // The clinic closes in between: it is not done, and stays.
  expect(await workRest(url, work)).toBe(true)
  expect(await workRest(url, work)).toBe(true)
  expect(await workRest(url, work)).toBe(false)
  expect(seen).toEqual([
    { plan: { steps: 3 }, next: 0, kept: [], said: [] },
    { plan: { steps: 3 }, next: 1, kept: [[7, { eyes: -1.25 }]], said: [[1, { status: 30 }]] },
    { plan: { steps: 3 }, next: 2, kept: [], said: [] },
  ])
})

it('lets one process work what was left; another waits, and gives up when it is told to', async () => {
  await leaveRest(url, {})
  let waited = 0
  await workRest(url, async () => {
    const other = workRest(
      url,
      async () => true,
      () => ++waited > 1,
    )
    expect(await other).toBe(false)
    return true
  })
  expect(waited).toBe(2)
  expect(await workRest(url, async () => true)).toBe(false)
})
