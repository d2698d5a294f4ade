/** Numbers of papers: their printed forms, none twice and none left out. */
import { beforeAll, describe, expect, it } from 'vitest'
import { number, type Cx } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../harness.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})
const forms = {
  PJ: (cx: Cx) => number(cx, 'PJyymmdd####'),
  DH: (cx: Cx) => number(cx, 'DHyyyymmdd-####'),
  RK: (cx: Cx) => number(cx, 'RKyymmdd-###'),
}
const inOrder = (prefix: string, digits: number, many: number) =>
  Array.from({ length: many }, (_, i) => `${prefix}${String(i + 1).padStart(digits, '0')}`)

describe('numbers', () => {
  it('are printed as their form says, each series on its own', async () => {
    const { today } = await clinic.tx(async (cx) => ({ today: cx.today }))
    const day = today.replaceAll('-', '')
    expect(await clinic.tx(async (cx) => [await forms.PJ(cx), await forms.PJ(cx), await forms.DH(cx), await forms.RK(cx)])).toEqual([
      `PJ${day.slice(2)}0001`,
      `PJ${day.slice(2)}0002`,
      `DH${day}-0001`,
      `RK${day.slice(2)}-001`,
    ])
  })
  it('of forty taken at once none is double and none is left out', async () => {
    const fresh = await freshClinic()
    const taken = await Promise.all(Array.from({ length: 40 }, () => fresh.tx(forms.RK)))
    expect(taken.sort()).toEqual(inOrder(taken[0]!.slice(0, -3), 3, 40))
  })
  it('two stores of a chain do not wait for one another: each gives out ten in a row, and none is double or left out', async () => {
    const chain = await freshClinic({ stores: 2 })
    const [near, far] = chain.hids as [number, number]
    const numberIn = async (cx: Cx, hid: number) => Number((await forms.RK({ ...cx, who: { ...cx.who, hid } })).slice(-3))
    const take = (hid: number) => chain.tx((cx) => numberIn(cx, hid))
    const many = async (hid: number, n: number) => (await Promise.all(Array.from({ length: n }, () => take(hid)))).sort((a, b) => a - b)
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
    expect([await take(near), await take(far)]).toEqual([1, 11])
    let finish: () => void = () => undefined
    const busy = chain.tx(async (cx) => {
      const taken = await numberIn(cx, near)
      await new Promise<void>((resolve) => (finish = resolve))
      return taken
    })
    // A posting of one store that is not finished holds up none of another.
    expect(await many(far, 3)).toEqual([12, 13, 14])
    finish()
    expect(await busy).toBe(2)
    const [a, b] = await Promise.all([many(near, 18), many(far, 16)])
    expect([a.slice(0, 8), b.slice(0, 6)]).toEqual([range(3, 10), range(15, 20)])
    expect([...a, ...b].sort((x, y) => x - y)).toEqual([...range(3, 10), ...range(15, 40)])
  })
})
