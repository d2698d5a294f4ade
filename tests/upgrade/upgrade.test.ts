/** A database of every release is brought to the present code, with all its rows, and stands as a new one does. */
import fs from 'node:fs'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { dbOn } from '#kernel/server/database/client.ts'
import { cloneDatabase, dropDatabase, migrate } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { dumpSchema } from '#kernel/server/database/schema.ts'
import { verify } from '#kernel/server/verify.ts'
import { checks } from '../../scripts/verify.ts'
import { readRelease, releases, restore } from './release.ts'

const NAME = `upgrade_test_${process.pid}`
let url = ''
afterAll(() => dropDatabase(url, NAME))

const counts = async (tables: readonly string[]): Promise<Record<string, number>> =>
  onClient(url, async (client) => {
    const { rows } = await client.query<{ tbl: string; n: number }>(
      tables.map((table) => `select '${table}' tbl, count(*)::int n from ${table}`).join(' union all '),
    )
    return Object.fromEntries(rows.map(({ tbl, n }) => [tbl, n]))
  })

describe('upgrade', () => {
  it('the release in package.json, or one before it, has its data here', () => {
    expect(releases().length).toBeGreaterThan(0)
  })
  it.each(releases())(
    '%s comes to the present schema, loses no row, and everything kept beside its sources agrees with them',
    async (file) => {
      url = await cloneDatabase(inject('ownerUrl'), 'template0', NAME)
      const data = readRelease(file)
      await restore(url, data)
      // Changes of a cube that is built anew are part of it and wait for nothing; what the cubes hold, their files say.
      const tables = Object.keys(data.tables).filter((table) => !['stat_delta', 'stat_part'].includes(table))
      const before = await counts(tables)
      await migrate(url)
      expect(await dumpSchema(url)).toBe(fs.readFileSync('database/schema.gen.sql', 'utf8'))
      expect(await counts(tables)).toEqual(before)
      const sentences: string[] = []
      const differences = await onClient(url, (client) => verify(dbOn(client), checks, (line) => sentences.push(line)))
      expect(differences, sentences.join('\n')).toBe(0)
    },
  )

  it('a cube whose file changed is built again from its sources, and no other cube', async () => {
    const sums = () =>
      onClient(url, async (client) => {
        const { rows } = await client.query<{ cube: string; n: number }>(
          `select cube, sum(m1)::int n
           from (select cube, m1 from stat_day union all select cube, m1 from stat_delta) k
           where cube in ('sold', 'visits')
           group by cube`,
        )
        return Object.fromEntries(rows.map(({ cube, n }) => [cube, n]))
      })
    const before = await sums()
    expect(before.sold).toBeGreaterThan(0)
    await onClient(url, async (client) => {
      for (const table of ['stat_day', 'stat_delta']) await client.query(`update ${table} set m1 = m1 + 1 where cube in ('sold', 'visits')`)
      await client.query(`update schema_migration set checksum = 'of another text' where name = 'statistics/cube-sold.gen.sql'`)
    })
    const spoiled = await sums()
    expect((await migrate(url)).applied).toEqual(['statistics/cube-sold.gen.sql'])
    expect(await sums()).toEqual({ sold: before.sold, visits: spoiled.visits })
    expect(spoiled.visits).not.toBe(before.visits)
  })
})
