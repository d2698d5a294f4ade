/** What glasses would be like: frames on hand by their fit, and an order simulated in one. */
import { beforeAll, describe, expect, it } from 'vitest'
import { receive } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeOrder } from './make.ts'

let clinic: Clinic
let pid: number
const frames: Record<string, number> = {}
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)

beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2015-07-01', gender: 1 })).pid
  for (const [key, spec] of Object.entries({ fits: '46□18-140', wide: '56□18-145', huge: '62□20-150', none: null, absent: '46□17-140' }))
    frames[key] = (await as('manager').call('product.save', { category: 1, name: `架 ${key}`, spec, unit: '副', price: 300 })).productId
  await clinic.tx((cx) =>
    receive(cx, {
      ref: 'shelf',
      hid: clinic.hid,
      reason: '期初',
      lines: ['fits', 'wide', 'huge', 'none'].map((key, n) => ({ productId: frames[key]!, quantity: n + 1 })),
    }),
  )
})
const order = () => makeOrder(as('optometrist'), { hid: clinic.hid, pid })

describe('frames on hand', () => {
  it('are those that lie in the store, with pieces and size, the one that suits the eyes first', async () => {
    const { list } = await as('optometrist').call('frame.product-frames', { hid: clinic.hid, pd: 62 })
    expect(list.map((f) => [f.productId, f.onHand, f.fpd, f.apart, f.level])).toEqual([
      [frames.fits, 1, 64, 2, 'ok'],
      [frames.wide, 2, 74, 12, 'warn'],
      [frames.none, 4, null, null, 'unknown'],
      [frames.huge, 3, 82, 20, 'block'],
    ])
    expect((await as('optometrist').call('frame.product-frames', { hid: clinic.hid, pd: 62, fits: true })).total).toBe(1)
  })
  it('take the distance of an order; another store has its own', async () => {
    const { recordFrameId } = await order()
    const { list } = await as('optometrist').call('frame.product-frames', { hid: clinic.hid, recordFrameId })
    expect(list.map((f) => f.apart)).toEqual([1.5, 11.5, null, 19.5])
    const other = await freshClinic()
    expect((await other.as('optometrist').call('frame.product-frames', { hid: other.hid })).total).toBe(0)
    expect(await other.as('optometrist').refusal('frame.product-frames', { hid: other.hid, recordFrameId })).toMatchObject({ code: 1 })
  })
})

describe('a simulated order', () => {
  it('says decentration, smallest blank and thickness by index, and writes nothing', async () => {
    const { recordFrameId: id } = await order()
    const before = await as('optometrist').call('frame.info', { id })
    const seen = await as('optometrist').call('frame.simulated', { id, frameProductId: frames.fits! })
    expect(seen.frame).toEqual({ a: 46, dbl: 18, ed: null })
    expect(seen.eyes).toEqual([
      { eye: 'od', decentration: 0.5, blank: 49 },
      { eye: 'os', decentration: 1, blank: 50 },
    ])
    // −3.75 D over 23.5 mm: 1.1 + 23.5² × 3.75 / (2000 × 0.6) = 2.8 mm at index 1.60.
    expect(seen.indices.find((i) => i.index === 1.6)!.eyes[0]).toEqual({ eye: 'od', centre: 1.1, edge: 2.8 })
    const edges = seen.indices.map((i) => i.eyes[0]!.edge!)
    expect(edges).toEqual([...edges].sort((x, y) => y - x))
    expect(seen.findings).toEqual([])
    expect(await as('optometrist').call('frame.info', { id })).toEqual(before)
  })
  it('names what is out of range in a frame that is too large', async () => {
    const { recordFrameId: id } = await order()
    const { findings } = await as('optometrist').call('frame.simulated', { id, frameProductId: frames.huge! })
    expect(findings.map((f) => [f.level, f.code])).toEqual([
      ['block', 'decentration-od'],
      ['block', 'decentration-os'],
    ])
  })
  it('is thick in the middle with a plus lens, at the rim with a minus one, and with both signs at both', async () => {
    const made = await makeOrder(as('optometrist'), { hid: clinic.hid, pid, dsOd: 4, dcOd: 0, axOd: null, dsOs: 2, dcOs: -4, axOs: 90 })
    const { indices } = await as('optometrist').call('frame.simulated', { id: made.recordFrameId, frameA: 50, frameDbl: 16 })
    const [plus, mixed] = indices.find((i) => i.index === 1.5)!.eyes
    expect(plus!.edge).toBe(1.1)
    expect(plus!.centre).toBeGreaterThan(3)
    expect(mixed!.centre).toBeGreaterThan(1.1)
    expect(mixed!.edge).toBeGreaterThan(mixed!.centre!)
  })
})
