/** The registers of medical devices say what the papers say, and what these lack. */
import { beforeAll, describe, expect, it } from 'vitest'
import { makeGoods, makeSupplier } from '#modules/lens-orders/server/make.ts'
import { makeStock } from '#modules/stock/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { registers, type RegisterName } from '../contract/registers.ts'
import { bookFrom } from '../../../tests/workbook.ts'

let clinic: Clinic
let productId: number
let supplierId: number
let pid: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const rows = async (register: RegisterName, more: object = {}) => (await as('warehouse').call('gsp.register', { register, ...more })).list
beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
  supplierId = await makeSupplier(as('manager'), { name: '证照齐全商' })
  productId = await makeGoods(as('manager'), 5, supplierId, { name: '多功能护理液', maker: '上海某厂' })
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000002', birth: '1999-07-01', gender: 1 })).pid
})

describe('a register', () => {
  it('tells the licence of each supplier and the registration of each device, those that lack something first', async () => {
    await makeSupplier(as('manager'), { name: '无证商', licenceNo: null })
    await makeSupplier(as('manager'), { name: '过期商', licenceExpires: '2020-01-01' })
    const suppliers = await rows('suppliers')
    expect(Object.fromEntries(suppliers.map((r) => [r.name, r.gap]))).toMatchObject({
      证照齐全商: null,
      无证商: 'licence_missing',
      过期商: 'licence_expired',
    })
    expect(suppliers.slice(0, 2).every((r) => r.gap !== null)).toBe(true)
    await makeGoods(as('manager'), 5, supplierId, { name: '无厂名护理液' })
    await makeGoods(as('manager'), 1, supplierId, { name: '普通镜架' })
    const products = await rows('products')
    expect(products.find((r) => r.name === '多功能护理液')).toMatchObject({
      certificate: '国械注准20223160001',
      validUntil: '2099-12-31',
      supplierName: '证照齐全商',
      gap: null,
    })
    expect(products.find((r) => r.name === '无厂名护理液')?.gap).toBe('maker_missing')
    expect(products.some((r) => r.name === '普通镜架')).toBe(false)
  })

  it('follows a lot from its acceptance to who bought it, each by its paper; another store sees none of it', async () => {
    await makeStock(as('warehouse').call, clinic.hid, [{ productId, quantity: 5, batchNo: 'G-1', expiry: '2031-01-01' }])
    expect(await rows('accepted', { lot: 'G-1' })).toEqual([
      expect.objectContaining({
        name: '多功能护理液',
        quantity: 5,
        validUntil: '2031-01-01',
        gap: 'supplier_missing',
        paperNo: expect.any(String),
      }),
    ])
    const bill = await as('cashier').call('feebill.save', { pid, items: [{ productId, quantity: 2 }] })
    await as('cashier').call('feebill.confirm', {
      fbid: bill.feebill.fbid,
      payStyleList: [{ payWay: 1, amount: bill.feebill.billPrice }],
    })
    expect(await rows('sales', { lot: 'G-1' })).toEqual([
      expect.objectContaining({ quantity: 2, pid, patientName: '林子涵', paperNo: bill.feebill.billNo, gap: null }),
    ])
    const there = (await as('chain').call('gsp.register', { register: 'sales', hid: clinic.hids[1]! })).list
    expect(there).toEqual([])
    expect(await rows('sales', { startTime: '2020-01-01', endTime: '2020-12-31' })).toEqual([])
  })

  it('names a batch that has expired on the shelf, and leaves out what lasts longer than half a year', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    for (const [batchNo, expiry] of [
      ['E-1', day(40)],
      ['E-2', day(400)],
    ] as const)
      await makeStock(as('warehouse').call, clinic.hid, [{ productId, quantity: 3, batchNo, expiry }])
    const near = await rows('expiring')
    expect(near.map((r) => r.lot)).toContain('E-1')
    expect(near.map((r) => r.lot)).not.toContain('E-2')
    expect(near.find((r) => r.lot === 'E-1')).toMatchObject({ quantity: 3, gap: null })
  })

  it('is counted as it is listed, and its file holds the same rows', async () => {
    const sums = await as('warehouse').call('gsp.registers', {})
    expect(sums.map((s) => s.register).sort()).toEqual(Object.keys(registers).sort())
    for (const { register, rows: count, gaps } of sums) {
      const page = await as('warehouse').call('gsp.register', { register })
      expect([register, page.total, page.list.filter((r) => r.gap).length]).toEqual([register, count, gaps])
      const lacking = await as('warehouse').call('gsp.register', { register, gap: 'yes' })
      expect([register, lacking.total]).toEqual([register, gaps])
      const file = await as('warehouse').raw('gsp.register-export', { register })
      expect([register, (await bookFrom(file)).lines.length]).toEqual([register, count])
    }
    const withGaps = sums.findLastIndex((s) => s.gaps > 0)
    expect(sums.slice(0, withGaps + 1).every((s) => s.gaps > 0)).toBe(true)
  })

  it('is for who keeps the stock: a cashier and an unknown register are refused', async () => {
    expect(await as('cashier').refusal('gsp.registers', {})).toMatchObject({ code: 20405 })
    expect(await as('warehouse').refusal('gsp.register', { register: 'nothing' as never })).toMatchObject({ field: 'register' })
  })
})
