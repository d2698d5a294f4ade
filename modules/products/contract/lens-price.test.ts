import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transpose, type Power } from '#kernel/contract/index.ts'
import { bandOf, bandsOverlap, lensPrice, type PriceBand, type PriceList } from './lens-price.ts'
import { bandsOfGrid } from './price-grid.ts'

const band = (b: Partial<PriceBand>): PriceBand => ({
  sphFrom: -4,
  sphTo: 0,
  cylFrom: -2,
  cylTo: 0,
  combinedFrom: null,
  combinedTo: null,
  addFrom: null,
  addTo: null,
  diameterFrom: null,
  diameterTo: null,
  price: 30_000,
  cost: 9_000,
  ...b,
})
const list = (bands: PriceBand[], adders: Partial<PriceList> = {}): PriceList => ({
  fromDay: '2026-01-01',
  bands,
  prismPrice: null,
  prismCost: null,
  tintPrice: null,
  tintCost: null,
  thinningPrice: null,
  thinningCost: null,
  rushPrice: null,
  rushCost: null,
  ...adders,
})
const lens = { price: 26_000, cost: 7_800, diameter: '65/70' }
const power = (sph: number, cyl = 0): Power => ({ sph, cyl, axis: cyl ? 90 : null })
const quarters = (from: number, to: number) => fc.integer({ min: from * 4, max: to * 4 }).map((n) => n / 4 + 0)

describe('the price of a lens by its power', () => {
  it('either notation of a lens has the same price, or the same gap', () => {
    const prices = list([band({}), band({ sphFrom: -8, sphTo: -4.25, price: 40_000 }), band({ sphFrom: 0.25, sphTo: 6, combinedTo: 6 })])
    fc.assert(
      fc.property(quarters(-10, 10), quarters(-4, 4), fc.integer({ min: 1, max: 180 }), (sph, cyl, axis) => {
        const one: Power = { sph, cyl, axis: cyl ? axis : null }
        expect(lensPrice(lens, prices, transpose(one))).toEqual(lensPrice(lens, prices, one))
      }),
    )
  })
  it('no lens has two prices where bands that overlap are refused, whatever their order', () => {
    const range = (from: number, to: number) =>
      fc.tuple(quarters(from, to), quarters(from, to)).map(([a, b]) => (a <= b ? [a, b] : [b, a]) as [number, number])
    const any = fc
      .tuple(range(-8, 4), range(-4, 0), fc.option(range(0, 8)), fc.integer({ min: 0, max: 99_999 }))
      .map(([[sphFrom, sphTo], [cylFrom, cylTo], combined, price]) =>
        band({ sphFrom, sphTo, cylFrom, cylTo, combinedFrom: combined?.[0] ?? null, combinedTo: combined?.[1] ?? null, price }),
      )
    fc.assert(
      fc.property(fc.array(any, { maxLength: 6 }), quarters(-8, 4), quarters(-4, 0), (bands, sph, cyl) => {
        const apart = bands.reduce<PriceBand[]>((kept, b) => (bandsOverlap([...kept, b]) ? kept : [...kept, b]), [])
        const wanted = power(sph, cyl)
        expect(bandOf(apart.toReversed(), wanted, null)).toBe(bandOf(apart, wanted, null))
      }),
    )
  })
  it('a power outside of every band has no price; both ends of a band belong to it', () => {
    const prices = list([band({}), band({ sphFrom: -8, sphTo: -4.5, combinedTo: 8, price: 40_000 })])
    expect(lensPrice(lens, prices, power(-4, -2))).toMatchObject({ price: 30_000 })
    expect(lensPrice(lens, prices, power(-4.25))).toEqual({ gap: expect.stringContaining('4.25') })
    expect(lensPrice(lens, prices, power(-6, -2))).toMatchObject({ price: 40_000 })
    expect(lensPrice(lens, prices, power(-6.25, -2))).toHaveProperty('gap')
    expect(lensPrice(lens, undefined, power(-20))).toMatchObject({ price: 26_000, trace: [{ step: 'list' }] })
  })
  it('addition and diameter choose their band; without a diameter it is the smallest blank', () => {
    const prices = list([
      band({ diameterFrom: 60, diameterTo: 65, addFrom: 0, addTo: 0 }),
      band({ diameterFrom: 66, diameterTo: 70, addFrom: 0, addTo: 0, price: 33_000 }),
      band({ addFrom: 0.75, addTo: 3.5, price: 90_000 }),
    ])
    expect(lensPrice(lens, prices, power(-1))).toMatchObject({ price: 30_000 })
    expect(lensPrice(lens, prices, { ...power(-1), diameter: 70 })).toMatchObject({ price: 33_000 })
    expect(lensPrice(lens, prices, { ...power(-1), add: 2 })).toMatchObject({ price: 90_000 })
    expect(lensPrice({ ...lens, diameter: null }, prices, power(-1))).toHaveProperty('gap')
  })
  it('the trace sums to the price; an option the maker does not offer is a gap', () => {
    const prices = list([band({})], { prismPrice: 5_000, prismCost: 1_500, tintPrice: 8_000, rushPrice: 0 })
    const found = lensPrice(lens, prices, { ...power(-1), prism: 1.5, tint: true, rush: true })
    expect(found).toMatchObject({ price: 30_000 + 7_500 + 8_000, cost: 9_000 + 2_250 })
    expect(found.gap === undefined && found.trace.map((s) => s.step)).toEqual(['band', 'prism', 'tint', 'rush'])
    expect(lensPrice(lens, prices, { ...power(-1), thinning: true })).toEqual({ gap: '美薄' })
  })
  it('a matrix becomes bands that answer every cell with its price and no other power', () => {
    const cell = fc.record({
      sph: quarters(-6, 2),
      cyl: quarters(-2, 0),
      price: fc.constantFrom(100, 200, 300),
      cost: fc.constantFrom(0, 50),
    })
    fc.assert(
      fc.property(fc.uniqueArray(cell, { selector: (c) => `${c.sph} ${c.cyl}`, maxLength: 80 }), (cells) => {
        const bands = bandsOfGrid(cells).map((b) => band(b))
        expect(bandsOverlap(bands)).toBeUndefined()
        for (let sph = -6; sph <= 2; sph += 0.25)
          for (let cyl = -2; cyl <= 0; cyl += 0.25) {
            const cell = cells.find((c) => c.sph === sph && c.cyl === cyl)
            expect(bandOf(bands, power(sph, cyl), null)?.price).toBe(cell?.price)
          }
      }),
    )
  })
})
