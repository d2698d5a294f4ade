/** Stepping over a store: a permission withheld from one of two stores, tried from the other in every way a call can say where it acts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { insert } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../harness.ts'

let clinic: Clinic
let here: number
let there: number
let pid: number
let resid: number
const WITHHELD = ['warehouse:edit', 'account:log', 'stock:view', 'feebill:discount', 'queue:run', 'product:import']
const manager = () => clinic.as('manager')
beforeAll(async () => {
  clinic = await freshClinic()
  here = clinic.hids[0]!
  there = clinic.hids[1]!
  const chain = clinic.as('chain')
  for (const role of ['manager', 'cashier', 'optometrist'] as const)
    await chain.call('staff.store-auth', { ctid: clinic.ctid(role), hids: [there] })
  pid = (await clinic.as('reception').call('patients.save', { name: '跨店会员', mobile: '13800001111', birth: '2014-05-05', gender: 1 }))
    .pid
  resid = (await chain.call('reservations.legacy.save', { hid: there, pid, walkIn: true }, { hid: there })).resid
  await chain.call('auth.element.revoke', { hid: there, codes: WITHHELD })
})

describe('a permission withheld from a store', () => {
  it('is not used there by naming another store in the header: body, path, query, file', async () => {
    const refused = { code: 20405 }
    expect(await manager().refusal('warehouses.create', { hid: there, name: '越权仓' }, { hid: here })).toMatchObject(refused)
    expect(await manager().refusal('account.login-log', { hid: there }, { hid: here })).toMatchObject(refused)
    expect(await manager().refusal('stock.batch-inventory', { hid: there }, { hid: here })).toMatchObject(refused)
    expect(await manager().refusal('warehouses.their', { id: there }, { hid: here })).toMatchObject(refused)
    const file = { filename: 'x.csv', mimetype: 'text/csv', bytes: new TextEncoder().encode('名称\n镜架\n') }
    expect(await manager().refusal('product.import', { hid: there, file }, { hid: here })).toMatchObject(refused)
    expect((await manager().call('warehouses.create', { hid: here, name: '本店仓' }, { hid: there })).hid).toBe(here)
  })

  it('says of the store acted in who holds it and who can grant it', async () => {
    const { data } = await manager().refusal('warehouses.create', { hid: there, name: '越权仓' }, { hid: here })
    expect(data).toMatchObject({ code: 'warehouse:edit', verdict: 'withheld' })
  })

  it('is not used on rows of that store by their id', async () => {
    const [first] = await clinic.as('chain').call('warehouses.affiliated', { id: here })
    expect(first?.hid).toBe(here)
    const { warehouseId: id } = await clinic.tx((cx) => insert(cx, 'warehouse', { hid: there, name: '二店仓' }))
    expect(await manager().refusal('warehouses.update', { id, name: '改名', status: 0 }, { hid: here })).toMatchObject({ code: 1 })
    expect(await manager().refusal('warehouses.delete', { id }, { hid: here })).toMatchObject({ code: 1 })
    // Two lists that show the own stores together leave out the one that withholds it.
    expect((await manager().call('warehouses.affiliated', { id: here }, { hid: here })).filter((w) => w.hid === there)).toEqual([])
  })

  it('is not used on a bill of that store: its own store decides about prices and discounts', async () => {
    const cashier = clinic.as('cashier')
    const free = [{ name: '清洁', price: 10, priceReason: '其他收费', quantity: 1 }]
    expect((await manager().call('feebill.save', { pid, items: free }, { hid: here })).feebill.hid).toBe(here)
    const { fiid } = await manager().call('feeitem.save', { hid: there, name: '眼压检查', price: 30, type: 0 }, { hid: there })
    const listed = [{ fiid, quantity: 1 }]
    const { feebill: bill } = await cashier.call('feebill.save', { hid: there, pid, items: listed }, { hid: there })
    expect(await manager().refusal('feebill.save', { fbid: bill.fbid, pid, items: listed, discount: 9 }, { hid: here })).toMatchObject({
      code: 20405,
    })
    expect(
      await manager().refusal('feebill.save', { hid: here, fbid: bill.fbid, pid, items: listed, discount: 9 }, { hid: here }),
    ).toMatchObject({ code: 20405 })
  })

  it('is not used by a move: the store of the thing moved decides', async () => {
    expect(await manager().refusal('reservations.legacy.status', { id: resid, status: 4 }, { hid: here })).toMatchObject({ code: 20405 })
  })
})
