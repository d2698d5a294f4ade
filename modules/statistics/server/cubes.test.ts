/** Cubes keep what their sources say, whatever happens to those; folded or not. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { build, mend } from '#kernel/server/verify.ts'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import { cubeNames } from '../contract/cubes/cubes.ts'
import { cubeDifferences, cubePart, figures } from './verify.ts'
import { keptRows } from './cube-rows.ts'

let clinic: Clinic
const { till, member, bill, giveBack } = tillOf(() => clinic)
beforeAll(async () => {
  clinic = await freshClinic()
})
const differences = (clinic: Clinic): Promise<string[]> =>
  clinic.tx(async (cx) => {
    const found: string[] = []
    for (const name of cubeNames)
      for (const { what } of await cx.db.rows({ oid: 'number', what: 'string' }, cubeDifferences(name))) found.push(what)
    return found
  })
const fold = (clinic: Clinic) => clinic.tx((cx) => cx.db.the({ n: 'number' }, sql`select stat_fold() n`))

describe('cubes', () => {
  it('a bill and its full refund sum to nothing, and what is kept is what the sources say, before and after folding', async () => {
    const { fbid } = await bill(await member(), [{ name: '项目', price: 200, priceReason: '测试' }])
    await till().call('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: 200 }] } as never)
    expect(await differences(clinic)).toEqual([])
    const sum = () =>
      clinic.tx((cx) => cx.db.the({ n: 'number' }, sql`select coalesce(sum(m1 - m2), 0)::bigint n from ${keptRows} x where cube = 'sold'`))
    expect((await sum()).n).toBe(20000)
    expect((await fold(clinic)).n).toBeGreaterThan(0)
    expect(await differences(clinic)).toEqual([])
    await giveBack(fbid)
    expect((await sum()).n).toBe(0)
    expect(await differences(clinic)).toEqual([])
  })
  it('one that differs from its sources is built anew while the till works: nothing lost or counted twice, others are left', async () => {
    const pay = async () => {
      const { fbid } = await bill(await member(), [{ name: '项目', price: 200, priceReason: '测试' }])
      await till().call('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: 200 }] } as never)
    }
    await pay()
    await fold(clinic)
    await pay()
    const { ownerUrl } = await server()
    await onClient(ownerUrl, async (client) => {
      await client.query(`update stat_day set m1 = m1 + 1 where cube = 'sold' and oid = $1`, [clinic.oid])
      expect(await differences(clinic)).not.toEqual([])
      const { build: steps, ...part } = cubePart('sold')
      // The building stops in its middle until a payment and a fold have come.
      const slow = await onClient(ownerUrl, async (gate) => {
        await gate.query('select pg_advisory_lock(770077)')
        const building = build(dbOn(client), {
          ...part,
          build: [...steps.slice(0, 2), sql`select pg_advisory_xact_lock(770077)`, ...steps.slice(2)],
        })
        const waiting = `select count(*)::int n from pg_locks where locktype = 'advisory' and objid = 770077 and not granted`
        await expect.poll(async () => (await gate.query<{ n: number }>(waiting)).rows).toEqual([{ n: 1 }])
        await pay()
        expect((await fold(clinic)).n).toBe(0)
        return { building }
      })
      await slow.building
      expect(await differences(clinic)).toEqual([])
      await fold(clinic)
      expect(await differences(clinic)).toEqual([])

      await client.query(`update stat_day set m1 = m1 + 1 where cube = 'sold' and oid = $1`, [clinic.oid])
      const mended = async () => {
        const problems: string[] = []
        await mend(dbOn(client), [figures], (line) => void problems.push(line))
        return problems
      }
      expect(await mended()).toContainEqual(expect.stringMatching(/^built anew: cube sold /))
      expect(await differences(clinic)).toEqual([])
      expect(await mended()).toEqual([])
    })
  })
})
