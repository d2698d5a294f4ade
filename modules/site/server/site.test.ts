import { describe, expect, it } from 'vitest'
import { makeFrame, makeSolution } from '#modules/products/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

interface Shown {
  code: number
  data: { hid: number | null; stores: Array<{ hid: number }>; list: Array<Record<string, unknown>>; total: number }
}
/** Response to a client without an account. */
const visitor = async (clinic: Clinic, query: string): Promise<Shown> =>
  (await (await fetch(`${clinic.base}/api/v1/mingmou/mall?${query}`)).json()) as Shown

describe('the mall', () => {
  it('a visitor sees names and retail prices of goods on sale, and only in a store that opened', async () => {
    const clinic = await freshClinic()
    const call = clinic.as('chain').call
    const frame = await makeFrame(call, { name: '展示镜架', price: 680, cost: 120 })
    await makeSolution(call, { name: '已停售护理液', status: 1 })
    await makeFrame(call, { name: '别店镜架', price: 500, applyStores: [clinic.hids[1]!] })
    expect((await visitor(clinic, `hid=${clinic.hid}`)).data).toMatchObject({ hid: null, list: [], total: 0 })

    await clinic.as('manager').call('mall.open', { open: true })
    const { data } = await visitor(clinic, `hid=${clinic.hid}`)
    expect(data.list).toEqual([expect.objectContaining({ productId: frame.productId, name: '展示镜架', price: 680 })])
    expect(data.total).toBe(1)
    expect(Object.keys(data.list[0]!)).not.toEqual(expect.arrayContaining(['cost']))
    expect(JSON.stringify(data)).not.toMatch(/cost|supplier|minStock|"120"|别店|停售/)
    expect((await visitor(clinic, `hid=${clinic.hids[1]}`)).data.list).toEqual([])

    await clinic.as('manager').call('mall.open', { open: false })
    expect((await visitor(clinic, `hid=${clinic.hid}`)).data.list).toEqual([])
  })
  it('only who may show goods opens the mall, and only its own store', async () => {
    const [clinic, other] = [await freshClinic(), await freshClinic()]
    expect(await clinic.as('cashier').refusal('mall.open', { open: true })).toMatchObject({ code: 20405 })
    await clinic.as('manager').call('mall.open', { open: true })
    expect(await other.as('manager').call('mall.state', {})).toEqual({ open: false })
    expect((await visitor(clinic, `hid=${other.hid}`)).data.hid).toBeNull()
  })
  it('quotes and wild cards in the search are letters', async () => {
    const clinic = await freshClinic()
    await makeFrame(clinic.as('chain').call, { name: '字面镜架' })
    await clinic.as('manager').call('mall.open', { open: true })
    const found = async (text: string) => (await visitor(clinic, `hid=${clinic.hid}&text=${encodeURIComponent(text)}`)).data.total
    expect([await found('字面'), await found('%'), await found("' or 1=1 --")]).toEqual([1, 0, 0])
  })
})
