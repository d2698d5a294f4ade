/** What goods cost the clinic is told to those who may know it: over every answer that names a cost. */
import { beforeAll, describe, expect, it } from 'vitest'
import { bareOf, fieldsOf, metaOf, z } from '#kernel/contract/index.ts'
import { codesOf, declaredPermissions } from '#kernel/server/declared.ts'
import { makeLens } from '#modules/products/server/make.ts'
import { makeStock } from '#modules/stock/server/make.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, type Clinic } from '../harness.ts'
import { served } from './served.ts'

/** Fields of an answer that say what goods cost, by path. */
function costsIn(shape: z.ZodType, path = ''): Array<{ path: string; reserved: string | undefined }> {
  const bare = bareOf(shape)
  if (bare instanceof z.ZodArray) return costsIn(bare.element as z.ZodType, path)
  return Object.entries(fieldsOf(bare)).flatMap(([name, field]) => {
    const { format, label, reserved } = metaOf(field)
    const own = format === 'money' && /进价|成本/.test(label ?? '') ? [{ path: `${path}${name}`, reserved }] : []
    return [...own, ...costsIn(field, `${path}${name}.`)]
  })
}
/** Rights whose very work is what goods cost: papers of purchase, contracts, prices, what is lost, and figures that say so. */
const KNOWS = /^(stockin|stockout|stock:(count|loss|price|batch)|contract|payorder|order:cost|stat:cost|product:(cost|price)|supplier)/
/** Answers that leave costs out by hand, because who asks decides more than the field: rows of orders. */
const BY_HAND = new Set(Object.keys(modules.find((m) => m.name === 'lens-orders')?.endpoints ?? {}))

describe('what goods cost', () => {
  it('stands reserved in every answer that others than the buyers may ask for', () => {
    const open = served
      .filter(([id, e]) => !KNOWS.test(e.can) && !BY_HAND.has(id))
      .flatMap(([id, e]) => costsIn(e.output).flatMap((c) => (c.reserved ? [] : [`${id} ${c.path} (${e.can})`])))
    expect(open).toEqual([])
    expect(served.flatMap(([, e]) => costsIn(e.output)).filter((c) => c.reserved).length).toBeGreaterThan(10)
  })
  it('is reserved by a permission there is', () => {
    const codes = new Set(served.flatMap(([, e]) => costsIn(e.output).flatMap((c) => c.reserved ?? [])))
    expect([...codes].filter((code) => !declaredPermissions().some((p) => p.code === code))).toEqual([])
  })

  let clinic: Clinic
  beforeAll(async () => {
    clinic = await freshClinic({ stores: 1 })
  })
  it('is null for a cashier in lists and prices, and told to the warehouse', async () => {
    const { productId } = await makeLens(clinic.as('manager').call, { cost: 96, price: 580 })
    const goods = { productId, sph: -1, cyl: 0, quantity: 2, cost: 96, batchNo: 'K1', expiry: '2031-01-01' }
    await makeStock(clinic.as('manager').call, clinic.hid, [goods])
    const seenBy = async (role: 'cashier' | 'warehouse') => {
      const { call } = clinic.as(role)
      const { list } = await call('products.list', {})
      const lens = { productId, sph: -1, cyl: 0 }
      const price = await call('product.lens-price', lens)
      const { list: rows } = await call('stock.view', { hid: clinic.hid, type: 0, query_type: 3 })
      return [list.find((p) => p.productId === productId)!.cost, price.cost, price.trace.map((s) => s.cost), rows.map((r) => r.amount)]
    }
    expect(codesOf('cashier').has('product:cost')).toBe(false)
    expect(await seenBy('cashier')).toEqual([null, null, [null], [null]])
    expect(await seenBy('warehouse')).toEqual([96, 96, [96], [192]])
  })
})
