import { afterAll, beforeEach, expect, inject, it } from 'vitest'
import { fillOnce, wipeUnfinished } from './fill.ts'
import { cloneDatabase, dropDatabase } from './migrate.ts'
import { onClient } from './once.ts'

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
