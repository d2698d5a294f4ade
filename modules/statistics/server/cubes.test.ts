/** Cubes keep what their sources say, whatever happens to those; folded or not. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import { cubeNames } from '../contract/cubes.ts'
import { cubeDifferences } from './verify.ts'
import { keptRows } from './read.ts'

let clinic: Clinic
const { till, member, bill, giveBack } = tillOf(() => clinic)
beforeAll(async () => {
  clinic = await freshClinic()
})
const differences = (of: Clinic): Promise<string[]> =>
  of.tx(async (cx) => {
    const found: string[] = []
    for (const name of cubeNames)
      for (const { what } of await cx.db.rows({ oid: 'number', what: 'string' }, cubeDifferences(name))) found.push(what)
    return found
  })
const fold = (of: Clinic) => of.tx((cx) => cx.db.the({ n: 'number' }, sql`select stat_fold() n`))

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
})
