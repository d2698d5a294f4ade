/**
 * The lens chooser (issue 10.8): what fits is ranked, what does not says why, by the order's own check; the price shown is the price paid.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { receive } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic, type Sent } from '../../../tests/harness.ts'
import { makeOrder } from './make.ts'

let clinic: Clinic
let pid: number
let frame: number
const lenses: Record<string, number> = {}
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const shelf = {
  single: { name: '1.60 单光现片', price: 260, index: 1.6 },
  thin: { name: '1.74 单光现片', price: 900, index: 1.74 },
  weak: { name: '1.50 薄片', price: 60, index: 1.5, sphMin: -0.5, sphMax: 0 },
  small: { name: '1.50 小直径', price: 80, index: 1.5, diameter: '45' },
  custom: { name: '1.60 单光订制', price: 400, index: 1.6, classifyStatus: 2 },
  control: { name: '1.59 微透镜', price: 1780, index: 1.59, lensType: 4, classifyStatus: 2 },
  progressive: { name: '1.60 渐进', price: 2280, index: 1.6, lensType: 3, classifyStatus: 2 },
} as const

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  const { id } = await as('manager').call('settings.level.save', { hid: clinic.hid, name: '银卡', discount: 9.5 })
  pid = (await as('manager').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2016-07-01', gender: 1, levelId: id }))
    .pid
  frame = (await as('manager').call('product.save', { category: 1, name: '钛架', spec: '50□18-145', unit: '副', price: 540 })).productId
  for (const [key, goods] of Object.entries(shelf)) {
    const lens = { category: 3, lensType: 1, unit: '片', diameter: '70', sphMin: -10, sphMax: 0, cylMin: -4, cylMax: 0, ...goods }
    lenses[key] = (await as('manager').call('product.save', lens as Sent<'product.save'>)).productId
  }
  const powers = [
    { sph: -3.25, cyl: -0.5 },
    { sph: -2.75, cyl: -1 },
  ]
  await clinic.tx((cx) =>
    receive(cx, {
      ref: 'shelf',
      hid: clinic.hid,
      reason: '期初',
      lines: [
        { productId: frame, quantity: 5 },
        ...powers.map((p, n) => ({ productId: lenses.single!, ...p, quantity: 3 + n })),
        { productId: lenses.thin!, ...powers[0]!, quantity: 2 },
      ],
    }),
  )
})
const order = (more: Partial<Sent<'frame.create'>> = {}) => makeOrder(as('optometrist'), { hid: clinic.hid, pid, ...more })
const listed = (id: number, more: Partial<Sent<'frame.lenses'>> = {}) =>
  as('optometrist').call('frame.lenses', { id, frameProductId: frame, ...more })

describe('the lens chooser', () => {
  it('ranks what fits, the shelf before the laboratory and the cheaper before the dearer, and says of the rest why not', async () => {
    const { recordFrameId: id } = await order()
    const { list } = await listed(id)
    expect(list.map((l) => [l.name, l.level])).toEqual([
      ['1.60 单光现片', 'ok'],
      ['1.60 单光订制', 'ok'],
      ['1.74 单光现片', 'ok'],
      ['1.59 微透镜', 'warn'],
      ['1.50 薄片', 'block'],
      ['1.50 小直径', 'block'],
      ['1.60 渐进', 'block'],
    ])
    const lensNamed = (name: string) => list.find((l) => l.name === name)!
    expect(lensNamed('1.50 薄片').reasons).toContainEqual(expect.stringContaining('超出 1.50 薄片 的范围'))
    expect(lensNamed('1.50 小直径').reasons).toContainEqual(expect.stringMatching(/右眼需要直径 \d+ mm，1.50 小直径 最大 45 mm/))
    expect(lensNamed('1.60 渐进').reasons).toContainEqual(expect.stringContaining('是渐进镜片，订单是单光远用'))
    expect(lensNamed('1.59 微透镜').reasons).toContainEqual(expect.stringContaining('近视管理'))
    // Of the scarcer power; none of the left one in 1.74.
    expect([lensNamed('1.60 单光现片').stock, lensNamed('1.74 单光现片').stock, lensNamed('1.60 单光订制').stock]).toEqual([3, 0, null])
    expect((await listed(id, { eye: 'od' })).list.find((l) => l.name === '1.74 单光现片')!.stock).toBe(2)
    expect(lensNamed('1.74 单光现片').edge!).toBeLessThan(lensNamed('1.60 单光现片').edge!)
    expect((await listed(id, { fits: true })).list.map((l) => l.level)).not.toContain('block')
    expect((await listed(id, { lensType: 4 })).list.map((l) => l.name)).toEqual(['1.59 微透镜'])
    expect((await listed(id, { text: '1.74' })).list.map((l) => l.name)).toEqual(['1.74 单光现片'])
  })

  it('judges by the check of the order: what it calls right is taken, what it stops is stopped by the same sentence', async () => {
    for (const more of [{}, { binocleType: 5 as const }, { prismOd: 2, baseOd: 'IN' as const }, { dsOs: -8 }]) {
      const { recordFrameId: id } = await order(more)
      const goods = { id, frameProductId: frame }
      for (const l of (await listed(id)).list) {
        const { findings } = await as('optometrist').call('frame.preview', {
          ...goods,
          lensProductOd: l.productId,
          lensProductOs: l.productId,
        })
        expect(
          findings.filter((f) => f.field.startsWith('lensProduct')).map((f) => f.sentence),
          `${l.name} ${JSON.stringify(more)}`,
        ).toEqual(l.reasons)
      }
    }
  })

  it('a prism is not in a lens of the shelf: it is asked about', async () => {
    const { recordFrameId: id } = await order({ prismOd: 2, baseOd: 'IN' })
    const { list } = await listed(id)
    expect(list[0]).toMatchObject({ name: '1.60 单光订制', level: 'ok' })
    expect(list.find((l) => l.name === '1.60 单光现片')).toMatchObject({
      level: 'warn',
      reasons: [expect.stringContaining('是现片，没有棱镜')],
    })
  })

  it('the price shown is the price paid: in the list, before the choice, on the order and at the till', async () => {
    const { recordFrameId: id } = await order()
    const lens = (await listed(id)).list[0]!
    expect(lens).toMatchObject({ price: 260, due: 247 })
    const goods = { id, frameProductId: frame, lensProductOd: lens.productId, lensProductOs: lens.productId }
    const shown = await as('optometrist').call('frame.preview', goods)
    expect(shown).toMatchObject({ total: 1060, due: 1007, trace: [{ label: '原价' }, { label: '银卡 9.5 折', off: 53 }] })
    const chosen = await as('optometrist').call('frame.product', goods)
    expect(chosen.billPrice).toBe(shown.due)
    const { feebill } = await as('cashier').call('feebill.info', { id: chosen.fbid! })
    expect(feebill.billPrice).toBe(shown.due)
    await as('cashier').call('feebill.confirm', { fbid: chosen.fbid!, payStyleList: [{ payWay: 1, amount: shown.due }] })
    expect(await as('optometrist').call('frame.info', { id })).toMatchObject({ status: 40, billPrice: 1007, total: 1060 })
  })

  it('the size of the frame is the catalogue’s, and each eye’s decentration and smallest blank follow from it', async () => {
    const { recordFrameId: id } = await order()
    const fitsWith = (more: object) =>
      as('optometrist').call('frame.preview', { id, frameProductId: frame, lensProductOd: lenses.single!, ...more })
    expect(await fitsWith({})).toMatchObject({
      frame: { a: 50, dbl: 18, ed: null },
      fit: [
        { eye: 'od', decentration: 2.5, blank: 57, edge: expect.any(Number) },
        { eye: 'os', decentration: 3, blank: 58, edge: null },
      ],
    })
    expect(await fitsWith({ frameA: 52, frameEd: 56 })).toMatchObject({
      frame: { a: 52, dbl: 18, ed: 56 },
      fit: [{ decentration: 3.5, blank: 65 }, {}],
    })
  })
})
