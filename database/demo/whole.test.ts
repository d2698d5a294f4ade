/**
 * The whole demo as `npm start` builds it: no step is refused, and everything agrees. In the deep run only, because it takes a quarter of
 * an hour.
 */
import { expect, inject, it } from 'vitest'
import { dbOn } from '#kernel/server/database/client.ts'
import { cloneDatabase, dropDatabase } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { verify } from '#kernel/server/verify.ts'
import { bootPrepared, prepare } from '../../apps/server/boot.ts'
import { checks } from '../../scripts/verify.ts'
import { deep } from '../../tests/depth.ts'
import { MEMBERS, seedDemo } from './demo.ts'

it.runIf(deep)(
  `of ${MEMBERS} members is built without a refusal, and npm run verify finds no difference`,
  async () => {
    const name = `whole_${process.pid}`
    const ownerUrl = await cloneDatabase(inject('ownerUrl'), inject('template'), name)
    const options = { ownerUrl, product: 'mingmou', prefix: '/api', strict: true, connections: 4 } as const
    const booted = await bootPrepared(await prepare(options), options)
    const lines: string[] = []
    await seedDemo(booted, ownerUrl, (line) => lines.push(line)).finally(() => booted.close())
    expect(lines.filter((line) => line.includes('refused'))).toEqual([])
    const { members, differences } = await onClient(ownerUrl, async (client) => {
      const { rows } = await client.query<{ n: number }>('select count(*)::int n from patient')
      await client.query('begin transaction isolation level repeatable read read only')
      const sentences: string[] = []
      const found = await verify(dbOn(client), checks, (line) => sentences.push(line))
      return { members: rows[0]?.n ?? 0, differences: found ? sentences.filter((line) => !line.startsWith('✓')) : [] }
    })
    expect(members).toBeGreaterThan(MEMBERS * 0.95)
    expect(differences).toEqual([])
    await dropDatabase(inject('ownerUrl'), name)
  },
  3_600_000,
)
