import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atDiscount, priceOf, share, withOffers, type PriceLine, type PriceRules, type PromotionOffer } from './pricing.ts'

const line = fc.record({
  price: fc.integer({ min: 0, max: 5_000_000 }),
  quantity: fc.integer({ min: 1, max: 20 }),
  discountable: fc.boolean(),
})
const lines = fc.array(line, { minLength: 1, maxLength: 12 })
const zhe = fc.integer({ min: 0, max: 1000 }).map((n) => n / 100)
const rules = fc.record({
  member: fc.option(fc.record({ discount: zhe, level: fc.constant('金卡') }), { nil: undefined }),
  discount: zhe,
  coupon: fc.option(fc.record({ name: fc.constant('新客'), off: fc.integer({ min: 0, max: 100_000 }) }), { nil: undefined }),
  rounding: fc.constantFrom(0, 1, 2),
}) as fc.Arbitrary<PriceRules>
const sum = (ns: readonly number[]) => ns.reduce((a, b) => a + b, 0)

describe('price of a bill', () => {
  it('C.10 tells in words how the price came about', () => {
    const priced = priceOf(
      [
        { price: 128_00, quantity: 1 },
        { price: 999_99, quantity: 1 },
        { price: 20_00, quantity: 2, discountable: false },
      ],
      { member: { discount: 9.5, level: '金卡' }, discount: 8.8, coupon: { name: '开学季', off: 50_00, from: 500_00 }, rounding: 2 },
    )
    expect(priced.trace).toEqual([
      { step: 'list', label: '原价', off: 0, total: 1_167_99 },
      { step: 'member', label: '金卡 9.5 折', off: 56_40, total: 1_111_59 },
      { step: 'discount', label: '整单 8.8 折', off: 128_59, total: 983_00 },
      { step: 'coupon', label: '卡券 开学季', off: 50_00, total: 933_00 },
    ])
    expect(priced).toMatchObject({ originalPrice: 1_167_99, billPrice: 933_00, totalDiscount: 234_99 })
    expect(priced.amounts[2]).toBe(40_00)
  })
  it('settings that are off make no step', () => {
    expect(
      priceOf([{ price: 100, quantity: 3 }], {
        member: { discount: 10, level: '普通' },
        discount: 10,
        rounding: 0,
        coupon: { name: '满减', off: 100, from: 301 },
      }).trace,
    ).toHaveLength(1)
  })
  it('the remainder falls to the last line that has room', () => {
    expect(share(100, [1, 1, 1])).toEqual([33, 33, 34])
    expect(share(2, [1, 1, 1])).toEqual([0, 1, 1])
    expect(share(10, [5, 0, 5, 0])).toEqual([5, 0, 5, 0])
    expect(share(0, [3, 4])).toEqual([0, 0])
    expect(share(5, [0, 0])).toEqual([0, 0])
  })
  it('discounts in 折: 9.5 is ×0.95, to the nearest fen', () => {
    expect([atDiscount(199, 9.5), atDiscount(10_000, 8.88), atDiscount(33, 10), atDiscount(99, 0)]).toEqual([189, 8880, 33, 0])
  })
  it('the lines add up, nothing is negative, no line costs more than its list price', () => {
    fc.assert(
      fc.property(lines, rules, (ls, rs) => {
        const { amounts, billPrice, originalPrice, totalDiscount, trace } = priceOf(ls, rs)
        expect(sum(amounts)).toBe(billPrice)
        expect(originalPrice - totalDiscount).toBe(billPrice)
        expect(amounts.every((a, i) => a >= 0 && a <= ls[i]!.price * ls[i]!.quantity)).toBe(true)
        expect(amounts.every((a, i) => ls[i]!.discountable !== false || a === ls[i]!.price * ls[i]!.quantity)).toBe(true)
        expect(trace.at(-1)!.total).toBe(billPrice)
        expect(sum(trace.map((s) => s.off))).toBe(totalDiscount)
      }),
    )
  })
  it('is monotone: a dearer line or a weaker discount never makes the bill cheaper', () => {
    fc.assert(
      fc.property(lines, zhe, zhe, fc.integer({ min: 1, max: 10_000 }), fc.nat(), (ls, a, b, more, position) => {
        const i = position % ls.length
        const dearer: PriceLine[] = ls.map((l, j) => (j === i ? { ...l, price: l.price + more } : l))
        expect(priceOf(dearer, { discount: a }).billPrice).toBeGreaterThanOrEqual(priceOf(ls, { discount: a }).billPrice)
        expect(priceOf(ls, { discount: Math.max(a, b) }).billPrice).toBeGreaterThanOrEqual(
          priceOf(ls, { discount: Math.min(a, b) }).billPrice,
        )
      }),
    )
  })
  it('shares never exceed their weight nor lose a fen', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, part) => {
          const total = Math.floor(sum(weights) * part)
          const shares = share(total, weights)
          expect(sum(shares)).toBe(total)
          expect(shares.every((s, i) => s >= 0 && s <= weights[i]!)).toBe(true)
        },
      ),
    )
  })
  it('rounds down to the jiao or the yuan, says so, and not where nothing is to be rounded', () => {
    const priceAt = (price: number, rounding: 0 | 1 | 2) => priceOf([{ price, quantity: 1 }], { rounding })
    expect(priceAt(123_45, 1)).toMatchObject({
      billPrice: 123_40,
      trace: [{}, { step: 'rounding', label: '抹零到角', off: 5, total: 123_40 }],
    })
    expect(priceAt(123_45, 2)).toMatchObject({ billPrice: 123_00, trace: [{}, { step: 'rounding', label: '抹零到元', off: 45 }] })
    expect([priceAt(123_45, 0).billPrice, priceAt(123_00, 2).trace.length]).toEqual([123_45, 1])
  })
  it('a price lowered at the till is told as taken off the list price; a raised one is the line’s own', () => {
    expect(priceOf([{ listPrice: 200, price: 150, quantity: 2 }])).toMatchObject({
      originalPrice: 400,
      billPrice: 300,
      totalDiscount: 100,
      trace: [{ total: 400 }, { step: 'price', label: '改价', off: 100, total: 300 }],
    })
    expect(priceOf([{ listPrice: 100, price: 150, quantity: 2 }])).toMatchObject({ originalPrice: 300, billPrice: 300, trace: [{}] })
  })
  it('a coupon is a sum or a discount, from its sum on, and never more than the lines that take discounts', () => {
    const ten = [{ price: 1000, quantity: 1 }]
    const off = (coupon: NonNullable<PriceRules['coupon']>) => priceOf(ten, { coupon }).billPrice
    expect([off({ name: 'a', off: 100, from: 1000 }), off({ name: 'a', off: 100, from: 1001 })]).toEqual([900, 1000])
    expect([off({ name: 'a', discount: 9 }), off({ name: 'a', discount: 9, off: 50 }), off({ name: 'a', off: 2000 })]).toEqual([
      900, 850, 0,
    ])
    const mixed = priceOf([...ten, { price: 500, quantity: 1, discountable: false }], { coupon: { name: 'a', off: 2000 } })
    expect(mixed).toMatchObject({ billPrice: 500, amounts: [0, 500] })
  })
  it('what is more than the weights is shared by them all the same', () => {
    expect(share(10, [1, 1])).toEqual([5, 5])
    expect(share(11, [1, 1, 1])).toEqual([3, 3, 5])
  })
})

describe('promotions as a step of the price', () => {
  const offer = { promotionId: 1, name: '双十一', productId: 7, fiid: null, price: 60_00, left: 3 as number | null }
  const goods = (quantity: number, price = 100_00) => ({ productId: 7, fiid: null, price, listPrice: price, quantity })
  it('pieces within the limit cost the promoted price, the others what the level leaves', () => {
    const priced = priceOf(withOffers([goods(5)], [offer]), { member: { discount: 9, level: '金卡' } })
    expect(priced.trace.map((s) => s.label)).toEqual(['原价', '金卡 9 折', '促销 双十一'])
    expect(priced).toMatchObject({ billPrice: 3 * 60_00 + 2 * 90_00, promoted: [{ promotionId: 1, pieces: 3 }] })
  })
  it('a cheaper level takes no piece, and a price changed by hand takes part in none', () => {
    expect(priceOf(withOffers([goods(1)], [offer]), { member: { discount: 5, level: '员工' } })).toMatchObject({
      billPrice: 50_00,
      promoted: [null],
    })
    expect(priceOf(withOffers([{ ...goods(1), price: 80_00 }], [offer]))).toMatchObject({ billPrice: 80_00, promoted: [null] })
  })
  it('a promoted price that is no lower takes no piece and makes no step', () => {
    const priced = priceOf(withOffers([goods(2)], [{ ...offer, price: 100_00 }]))
    expect([priced.promoted, priced.trace]).toEqual([[null], [{ step: 'list', label: '原价', off: 0, total: 200_00 }]])
  })
  it('an offer is for its own goods or fee item; the cheapest that has pieces left is taken', () => {
    const offers = (...drawn: Array<Partial<PromotionOffer>>) =>
      drawn.map((one, i) => ({ ...offer, productId: null, left: null, ...one, promotionId: i + 1 }))
    const took = (line: Parameters<typeof withOffers>[0][number], ...drawn: Parameters<typeof offers>) =>
      withOffers([line], offers(...drawn))[0]!.promotion?.promotionId
    expect(took(goods(1), { productId: 8 }, { fiid: 7 }, { productId: 7 })).toBe(3)
    expect(took({ fiid: 9, productId: 7, price: 100, quantity: 1 }, { productId: 7 }, { fiid: 8 }, { fiid: 9 })).toBe(3)
    for (const free of [{ productId: null }, {}])
      expect(took({ ...free, price: 100, quantity: 1 }, { fiid: 9 }, { productId: 7 })).toBeUndefined()
    const cheap = [{ price: 60 }, { price: 40 }, { price: 20, left: 0 }].map((one) => ({ ...one, productId: 7 }))
    expect(took(goods(1), ...cheap)).toBe(2)
  })
  it('each promotion is told with what it takes off and the total after it', () => {
    const second = { ...offer, promotionId: 2, name: '开学季', productId: 8, price: 10_00 }
    const { trace, amounts } = priceOf(
      withOffers([goods(1), { ...goods(2), productId: 8 }, { ...goods(1), productId: 9 }], [offer, second]),
    )
    expect(trace.slice(1)).toEqual([
      { step: 'promotion', label: '促销 双十一', off: 40_00, total: 360_00 },
      { step: 'promotion', label: '促销 开学季', off: 180_00, total: 180_00 },
    ])
    expect(amounts).toEqual([60_00, 20_00, 100_00])
  })
  it('lines share one limit from the first to the last', () => {
    expect(priceOf(withOffers([goods(2), goods(2)], [offer])).promoted.map((taken) => taken?.pieces)).toEqual([2, 1])
  })
  it('whatever is offered, the amounts add up, no line costs more and no more pieces are taken than are left', () => {
    const thing = fc.record({
      productId: fc.integer({ min: 1, max: 3 }),
      price: fc.integer({ min: 0, max: 500_000 }),
      quantity: fc.integer({ min: 1, max: 9 }),
    })
    const offers = fc.array(
      fc.record({
        productId: fc.integer({ min: 1, max: 3 }),
        price: fc.integer({ min: 0, max: 300_000 }),
        left: fc.option(fc.integer({ min: 0, max: 8 }), { nil: null }),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(fc.array(thing, { minLength: 1, maxLength: 6 }), offers, rules, (things, drawn, set) => {
        const offersNow = drawn.map((o, i) => ({ ...o, promotionId: i + 1, name: `促销${i}`, fiid: null }))
        const offered = withOffers(things, offersNow)
        const [plain, priced] = [priceOf(things, { ...set, rounding: 0 }), priceOf(offered, { ...set, rounding: 0 })]
        expect(sum(priced.amounts)).toBe(priced.billPrice)
        expect(priced.originalPrice).toBe(plain.originalPrice)
        if (!set.coupon) expect(priced.billPrice).toBeLessThanOrEqual(plain.billPrice + things.length)
        for (const { promotionId, left } of offersNow) {
          const taken = sum(priced.promoted.map((t) => (t?.promotionId === promotionId ? t.pieces : 0)))
          expect(taken).toBeLessThanOrEqual(left ?? Number.MAX_SAFE_INTEGER)
        }
      }),
    )
  })
})
