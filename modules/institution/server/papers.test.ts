import { describe, expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'

const receipt = '/fee-bill-print/{feeBillId}'
describe('how a store prints', () => {
  it('is set by its manager, paper by paper, and comes with every account', async () => {
    const clinic = await freshClinic()
    const { hid } = clinic
    const manager = clinic.as('manager')
    const before = (await manager.call('papers.list', { hid })).find((each) => each.paper === receipt)
    expect(before).toMatchObject({ title: '收费单', size: null, copies: 1, prices: true, hidden: [] })
    expect(before?.sizes[0]).toBe('receipt')
    await manager.call('papers.save', { hid, paper: receipt, size: 'receipt 58', copies: 2, hidden: ['code'] })
    // What is left out is kept.
    await manager.call('papers.save', { hid, paper: receipt, logo: true, language: 'en' })
    const setting = {
      size: 'receipt 58',
      copies: 2,
      logo: true,
      prices: true,
      automatic: false,
      reprint: false,
      language: 'en',
      hidden: ['code'],
    }
    const info = await clinic.as('cashier').call('account.userinfo', {})
    expect(info.hospitalSettings.printSetup.papers).toEqual({ [receipt]: setting })
    // The other store prints as it did.
    const [, second = 0] = clinic.hids
    const chain = clinic.as('chain')
    expect((await chain.call('papers.list', { hid: second })).find((each) => each.paper === receipt)).toMatchObject({
      size: null,
      copies: 1,
    })
  })
  it('is refused in words where the paper has no such size or part, and nothing is changed', async () => {
    const clinic = await freshClinic({ stores: 1 })
    const { hid } = clinic
    const manager = clinic.as('manager')
    const refused = (set: object) => manager.refusal('papers.save', { hid, paper: receipt, ...set })
    expect(await refused({ size: 'label' })).toMatchObject({ code: 1, message: '“收费单”不能印在这种纸上' })
    expect(await refused({ hidden: ['lines'] })).toMatchObject({ code: 1, message: '“收费单”没有“lines”可选' })
    expect(await manager.refusal('papers.save', { hid, paper: '/revenuePrint/{date}', automatic: true })).toMatchObject({
      field: 'automatic',
    })
    expect(await refused({ language: 'fr' })).toMatchObject({ field: 'language' })
    expect(await refused({ copies: 6 })).toMatchObject({ code: 1, message: '份数：不能大于 5' })
    expect(await refused({ paper: '/nowhere' })).toMatchObject({ code: 1, message: '单据不存在或已被删除' })
    expect(await clinic.as('cashier').refusal('papers.save', { hid, paper: receipt, copies: 2 })).toMatchObject({ code: 20405 })
    expect((await manager.call('account.userinfo', {})).hospitalSettings.printSetup.papers).toEqual({})
  })
})
