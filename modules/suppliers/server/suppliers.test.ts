import { describe, expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'

describe('suppliers', () => {
  it('is saved, found, put out of use and deleted while nothing refers to it', async () => {
    const clinic = await freshClinic()
    const { call, refusal } = clinic.as('warehouse')
    const made = await call('supplier.save', { name: '江苏明月光学', phone: '0511-8600000', licenceExpires: '2099-01-01', categories: [3] })
    expect(made).toMatchObject({ status: 0, licenceState: 0, paymentDays: 30 })
    expect((await call('supplier.save', { name: '无证', licenceExpires: '2020-05-01' })).licenceState).toBe(2)
    expect(await refusal('supplier.save', { name: '江苏明月光学' })).toMatchObject({ message: '供应商名称已存在' })
    expect((await call('supplier.by-hospital', { id: clinic.hid, text: '明月', category: 3 })).list.map((s) => s.supplierId)).toEqual([
      made.supplierId,
    ])
    expect(await call('supplier.status', { id: made.supplierId, status: 1 })).toMatchObject({ status: 1 })
    const free = await call('supplier.save', { name: '空' })
    await call('supplier.delete', { id: free.supplierId })
    expect(await refusal('supplier.info', { id: free.supplierId })).toMatchObject({ message: '供应商不存在或已被删除' })
  })
})
