import { describe, expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'
import { makeFrame } from '#modules/products/server/make.ts'

describe('suppliers', () => {
  it('is saved, found, put out of use and deleted while nothing refers to it', async () => {
    const clinic = await freshClinic()
    const { call, refusal } = clinic.as('warehouse')
    const made = await call('supplier.save', { name: '江苏明月光学', phone: '0511-8600000', licenceExpires: '2099-01-01', categories: [3] })
    expect(made).toMatchObject({ status: 0, licenceState: 0, paymentDays: 30 })
    expect(await refusal('supplier.save', { name: '江苏明月光学' })).toMatchObject({ message: '供应商名称已存在' })
    expect((await call('supplier.by-hospital', { id: clinic.hid, text: '明月', category: 3 })).list.map((s) => s.supplierId)).toEqual([made.supplierId])
    expect(await call('supplier.status', { id: made.supplierId, status: 1 })).toMatchObject({ status: 1 })
    await makeFrame(call, { supplierId: made.supplierId })
    expect(await refusal('supplier.delete', { id: made.supplierId })).toMatchObject({ code: 1 })
    const free = await call('supplier.save', { name: '空' })
    await call('supplier.delete', { id: free.supplierId })
    expect(await refusal('supplier.info', { id: free.supplierId })).toMatchObject({ message: '供应商不存在或已被删除' })
  })

  it('one whose licence has expired is locked: nothing is received from it', async () => {
    const clinic = await freshClinic()
    const { call, refusal } = clinic.as('warehouse')
    const frame = await makeFrame(call)
    const expired = await call('supplier.save', { name: '过期商贸', licenceExpires: '2020-05-01' })
    expect(expired.licenceState).toBe(2)
    expect(await refusal('stockin.create', { hid: clinic.hid, supplierId: expired.supplierId, items: [{ productId: frame.productId, quantity: 1 }] })).toMatchObject({ message: '供应商“过期商贸”的许可证已于 2020-05-01 到期，已锁定，不能收货', field: 'supplierId' })
  })
})
