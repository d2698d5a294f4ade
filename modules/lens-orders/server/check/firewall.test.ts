/** The checks of lenses for eyes, asked through the calls: what stops an order, and who may confirm what. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from '../make.ts'

let clinic: Clinic
let lens: number
let boxes: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const reason = '会员自带参数'
const pids: Record<string, number> = {}
beforeAll(async () => {
  clinic = await freshClinic()
  const supplierId = await makeSupplier(as('manager'))
  ;[lens, boxes] = [await makeGoods(as('manager'), 10, supplierId, { brand: '梦戴维' }), await makeGoods(as('manager'), 4, supplierId)]
  const year = Number((await clinic.tx((cx) => Promise.resolve(cx.today))).slice(0, 4))
  for (const [name, age, mobile] of [
    ['林子涵', 12, '13900000001'],
    ['陈小满', 7, '13900000002'],
  ] as const)
    pids[name] = (await as('reception').call('patients.save', { name, mobile, birth: `${year - age}-01-01`, gender: 1 })).pid
})
const order = async (pid: number, more: object = {}) => {
  const { input } = orderOf('okjing', { productId: lens, pid, ...(await linkFor(as, pid, 'okjing')) })
  return as('optometrist').call('orders.create', { ...input, ...more } as never)
}
const submit = (orderId: number, version: number) => as('optometrist').refusal('orders.status', { oid: orderId, status: 2, version })
const confirm = (orderId: number, version: number, codes: readonly string[]) =>
  ({ order: { orderId }, version, overrides: codes.map((code) => ({ code, reason })) }) as never

describe('the firewall of orders', () => {
  it('a child under the age of the store waits for a doctor, who confirms with a reason', async () => {
    const made = await order(pids.陈小满!)
    expect(made.findings.map((f) => f.code)).toEqual(['no-trial', 'too-young'])
    expect((await submit(made.orderId, made.version)).message).toContain('未满 8 岁')
    expect(await as('optometrist').refusal('orders.update', confirm(made.orderId, made.version, ['too-young']))).toMatchObject({
      code: 20405,
    })
    const confirmed = await as('doctor').call('orders.update', confirm(made.orderId, made.version, ['too-young']))
    expect(confirmed.findings.find((f) => f.code === 'too-young')).toMatchObject({ reason })
  })
  it('a parameter the brand is not made in stops the order at its field, whoever confirms', async () => {
    const { list } = await as('warehouse').call('brand.list', { text: '梦戴维' })
    const { brandId, versionNo, name } = list[0]!
    await as('warehouse').call('brand.save', { brandId, versionNo, name, bcMin: 7.5, bcMax: 8.25 })
    const made = await order(pids.林子涵!)
    expect(made.findings.filter((f) => f.level === 'block')).toMatchObject([{ code: 'maker-bc-od', field: 'items.0.bc' }])
    expect(await submit(made.orderId, made.version)).toMatchObject({ field: 'items.0.bc', message: expect.stringContaining('8.3 mm') })
  })
  it('a spectacle power ordered as a contact lens is told, one taken to the cornea is not', async () => {
    const pid = pids.林子涵!
    const line = { kind: 1 as const, dsOd: -8, dcOd: 0, dsOs: -6.5, dcOs: 0, pdOd: 31, pdOs: 31 }
    const rx = await as('doctor').call('prescription.create', { pid, list: [line] })
    await as('doctor').call('prescription.sign', { id: rx.id })
    const make = async (dsOd: number, dsOs: number) => {
      const input = {
        order: { pid, prescriptionId: rx.id, rxLineId: rx.list[0]!.lineId },
        orderLen: { dsOd, dsOs, productId: boxes },
        orderType: 2 as const,
      }
      return (await as('optometrist').call('orders.create', input as never)).findings.map((f) => f.code)
    }
    expect(await make(-8, -6.5)).toEqual(['sphere-od', 'sphere-os'])
    expect(await make(-7.5, -6)).toEqual([])
    expect(await make(-6, -7.5)).toEqual(['exchanged'])
  })
})
