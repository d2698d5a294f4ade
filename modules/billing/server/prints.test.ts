/** 补打: a store that wants it knows the how-many-eth printing of a paper each one is, and nothing is written where it does not. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'

let clinic: Clinic
const { member, bill } = tillOf(() => clinic)
const receipt = '/fee-bill-print/{feeBillId}'
const billed = async () => `/fee-bill-print/${(await bill(await member(), [{ name: '验光', priceReason: '其他收费', price: 50 }])).fbid}`
const printAt = (path: string) => ({ hid: clinic.hid, path })
beforeAll(async () => {
  clinic = await freshClinic()
})

describe('printing a paper', () => {
  it('writes nothing where the store does not want it', async () => {
    const path = await billed()
    expect(await clinic.as('cashier').call('papers.printed', printAt(path))).toEqual({ nth: 0 })
    expect(await clinic.as('cashier').call('papers.prints', printAt(path))).toEqual([])
  })
  it('is numbered by the database, fifty at once as well, each paper for itself, whatever its size', async () => {
    await clinic.as('manager').call('papers.save', { hid: clinic.hid, paper: receipt, reprint: true })
    const cashier = clinic.as('cashier')
    const [path, other] = [await billed(), await billed()]
    const at50 = await Promise.all(Array.from({ length: 50 }, () => cashier.call('papers.printed', printAt(path))))
    expect(at50.map(({ nth }) => nth).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
    expect(await cashier.call('papers.printed', printAt(`${path}?paper=A5`))).toEqual({ nth: 51 })
    expect(await cashier.call('papers.printed', printAt(other))).toEqual({ nth: 1 })
    const [last] = await clinic.as('manager').call('papers.prints', printAt(path))
    expect(last).toMatchObject({ nth: 51, operatorName: expect.any(String) })
  })
  it('is refused for what does not exist, what one may not read, and what is no paper', async () => {
    const cashier = clinic.as('cashier')
    const path = await billed()
    expect(await cashier.refusal('papers.printed', printAt('/fee-bill-print/0'))).toMatchObject({ code: 1 })
    expect(await cashier.refusal('papers.printed', printAt('/nowhere/1'))).toMatchObject({ code: 1, field: 'path' })
    expect(await clinic.as('tv').refusal('papers.printed', printAt(path))).toMatchObject({ code: 20405 })
    expect(await clinic.as('tv').refusal('papers.prints', printAt(path))).toMatchObject({ code: 20405 })
    const stranger = await freshClinic({ stores: 1 })
    await stranger.as('manager').call('papers.save', { hid: stranger.hid, paper: receipt, reprint: true })
    expect(await stranger.as('cashier').refusal('papers.printed', { hid: stranger.hid, path })).toMatchObject({ code: 1 })
    expect(await cashier.call('papers.prints', printAt(path))).toEqual([])
  })
})
