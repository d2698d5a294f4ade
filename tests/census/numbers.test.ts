/** Numbers of papers: their printed forms, none twice and none left out, and the day of an upgrade goes on where it stood. */
import fs from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { onClient } from '#kernel/server/database/once.ts'
import { number, type Cx } from '#kernel/server/index.ts'
import { freshClinic, server, type Clinic } from '../harness.ts'

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
  it('an upgrade in the middle of a day goes on where each series stood', async () => {
    const fresh = await freshClinic()
    const day = (await fresh.tx(async (cx) => cx.today)).replaceAll('-', '')
    const { ownerUrl } = await server()
    await onClient(ownerUrl, async (client) => {
      const before = [`frame:${day.slice(2)}`, `gift:${day}`, `RK${day.slice(2)}`, `ticket:1:${day}:A`]
      for (const [i, series] of before.entries())
        await client.query('insert into running_number (oid, series, last) values ($1, $2, $3)', [fresh.oid, series, 7 + i])
      await client.query(fs.readFileSync('kernel/database/0170-kernel.sql', 'utf8'))
      const { rows } = await client.query<{ series: string }>(`select series from running_number where oid = $1 and series ~ ':'`, [
        fresh.oid,
      ])
      expect(rows).toEqual([{ series: `ticket:1:${day}:A` }])
    })
    expect(await fresh.tx(async (cx) => [await forms.PJ(cx), await forms.DH(cx), await forms.RK(cx)])).toEqual([
      `PJ${day.slice(2)}0008`,
      `DH${day}-0009`,
      `RK${day.slice(2)}-010`,
    ])
  })
})
