/** ABC: products by outflow at cost; each has one class, and a class opens exactly its lines. */
import { beforeAll, describe, expect, it } from 'vitest'
import { makeFrame } from '#modules/products/server/make.ts'
import { issue, receive } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import type { Statistic } from '../contract/shapes.ts'

let clinic: Clinic
const manager = () => clinic.as('manager')
/** Goods of a cost in fen, some pieces of which are issued. */
async function goods(name: string, cost: number, out: number): Promise<void> {
  const { productId } = await makeFrame(clinic.as('warehouse').call, { name })
  await clinic.tx((cx) => receive(cx, { ref: 'test', hid: clinic.hid, reason: '入库', lines: [{ productId, quantity: 20, cost }] }))
  if (out)
    await clinic.tx((cx) => issue(cx, { ref: `sale:${productId}`, hid: clinic.hid, reason: '销售', lines: [{ productId, quantity: out }] }))
}
beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  await goods('多', 7000, 10)
  await goods('次', 1500, 10)
  await goods('少', 1000, 10)
  await goods('零', 500, 10)
  await goods('不动', 9000, 0)
})
const inventory = (more: object = {}) => manager().call('statistics.inventory', { hid: clinic.hid, ...more } as never) as Promise<Statistic>
const rows = (statistic: Statistic, key: string) => {
  const split = statistic.splits.find((s) => s.key === key)!
  return split.rows.map((r) => [r.key, ...r.values.slice(0, 4).map((v) => v.amount ?? v.count)])
}

describe('ABC', () => {
  it('A is what makes up the first 80 % of the value that went out, B what goes on to 95 %, C all the rest', async () => {
    // 700 + 150 of 1,000 is the first product set that reaches 80 %, 100 more reaches 95 %; what did not move is C.
    expect(rows(await inventory(), 'abc').sort()).toEqual([
      ['A', 850, 20, 850, 20],
      ['B', 100, 10, 100, 10],
      ['C', 50, 10, 50 + 1800, 30],
    ])
  })
  it.each(['A', 'B', 'C'])('class %s opens exactly its lines, and is itself again when it is asked for alone', async (key) => {
    const [row] = rows(await inventory(), 'abc').filter((r) => r[0] === key)
    const { list } = await manager().call('statistics.lines', {
      hid: clinic.hid,
      view: 'inventory',
      figure: 'outValue',
      split: 'abc',
      key,
      per_page: 0,
    } as never)
    expect(list.reduce((n, l) => n + (l.amount ?? 0), 0)).toBe(row?.[1])
    const alone = await inventory({ split: 'abc', key })
    expect(alone.figures.find((f) => f.key === 'outValue')?.amount).toBe(row?.[1])
    expect(alone.figures.find((f) => f.key === 'held')?.count).toBe(row?.[4])
  })
  it('is shown to whoever may see what goods cost', async () => {
    const { splits } = await clinic.as('finance').call('statistics.inventory', { hid: clinic.hid })
    expect(splits.some((s) => s.key === 'abc')).toBe(true)
  })
})
