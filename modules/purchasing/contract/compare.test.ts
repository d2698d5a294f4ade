import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../tests/depth.ts'
import { compare, worth, type ComparisonFinding, type OrderedGoodsStatus, type Ours, type Theirs } from './compare.ts'

const ours = (n: number, more: Partial<Ours> = {}): Ours => ({
  line: `in:${n}`,
  refs: [`SH${n}`, `RK${n}`],
  productId: n % 7,
  sph: -1 - (n % 5),
  cyl: 0,
  quantity: 2 + (n % 3),
  price: 8000 + n,
  day: '2026-11-01',
  ...more,
})
const listed = (o: Ours, more: Partial<Theirs> = {}): Theirs => {
  const { productId, sph, cyl, quantity, price, day } = o
  const goods = { goods: '', productId, sph, cyl, quantity, price, day }
  return { rowId: Number(o.line.slice(3)), deliveryNo: o.refs[0] ?? null, orderNo: null, ...goods, ...more }
}
const findings = (theirs: readonly Theirs[], mine: readonly Ours[], ordered: readonly OrderedGoodsStatus[] = []) =>
  compare(theirs, mine, ordered)
    .filter((p) => p.finding !== 'same')
    .map((p) => [p.finding, p.theirs[0]?.rowId ?? p.ours[0]?.line])

describe('a statement beside the ledger', () => {
  it('thirteen planted differences are found, and none else, in whatever order the rows come', () => {
    const clean = Array.from({ length: 60 }, (_, n) => ours(n + 100))
    const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, n) => ours(n + 1)) as [Ours, Ours, Ours, Ours, Ours, Ours, Ours, Ours]
    const back = ours(20, { line: 'out:20', quantity: -2 })
    const onOrder = { ...ours(30), lacking: 2 }
    const mine = [...clean, a, b, c, d, e, f, g, h, back]
    const theirs = [
      ...clean.map((o) => listed(o)),
      listed(a, { quantity: a.quantity + 1 }),
      listed(b, { quantity: b.quantity - 1 }),
      listed(c, { price: c.price + 100 }),
      listed(d, { price: d.price - 250 }),
      listed(e, { productId: 999 }),
      listed(f),
      listed(f, { rowId: 901 }),
      listed(ours(40), { rowId: 902, deliveryNo: 'SH-NOBODY', productId: 777 }),
      listed(ours(41), { rowId: 903, deliveryNo: null, productId: 778 }),
      listed(onOrder, { rowId: 904 }),
      listed(clean[5]!, { rowId: 905 }),
    ]
    const expected: Array<[ComparisonFinding, number | string]> = [
      ['quantity', 1],
      ['quantity', 2],
      ['price', 3],
      ['price', 4],
      ['wrong', 5],
      ['twice', 901],
      ['twice', 905],
      ['unordered', 902],
      ['unordered', 903],
      ['missing', 904],
      ['unlisted', 'in:7'],
      ['unlisted', 'in:8'],
      ['unreturned', 'out:20'],
    ]
    const sorted = (all: unknown[]) => all.map(String).sort()
    expect(sorted(findings(theirs, mine, [onOrder]))).toEqual(sorted(expected))
  })

  it('several lots of one delivery, rows split by the supplier, numbers and goods written its own way are no differences', () => {
    const lots = [ours(1, { quantity: 2 }), ours(1, { line: 'in:2', quantity: 3 })]
    expect(findings([listed(lots[0]!, { quantity: 4 }), listed(lots[0]!, { rowId: 3, quantity: 1 })], lots)).toEqual([])
    expect(findings([listed(ours(5), { deliveryNo: 'sh-5 ', orderNo: 'CG1' })], [ours(5)])).toEqual([])
    expect(findings([listed(ours(5), { productId: null, goods: '他们的叫法' })], [ours(5)])).toEqual([])
    expect(findings([listed(ours(5), { deliveryNo: null })], [ours(5, { refs: ['RK5'] })])).toEqual([])
  })

  it('orders are found by their number: in parts, in transit, refused at the door, listed again and never placed', () => {
    const receipt = (n: number, more: Partial<Ours> = {}) => ours(n, { refs: [`RK${n}`], orderNo: `DG${n}`, ...more })
    const row = (o: Ours, more: Partial<Theirs> = {}) => listed(o, { deliveryNo: null, orderNo: o.orderNo ?? null, ...more })
    const order = (o: Ours, lacking: number): OrderedGoodsStatus => ({ ...o, lacking })
    const parts = [receipt(1, { quantity: 2 }), receipt(1, { line: 'in:2', refs: ['RK2'], quantity: 3 })]
    expect(findings([row(parts[0]!, { quantity: 5 })], parts)).toEqual([])
    const [came, transit, refused, before] = [receipt(3), receipt(4), receipt(5), receipt(6)]
    const ordered = [order(came, 0), order(transit, transit.quantity), order(refused, 1), order(before, 0)]
    // The same goods of another order: an unknown order number of ours matches no order.
    const nobody = row(came, { rowId: 70, orderNo: 'DG70' })
    const rows = [row(transit), row(refused, { productId: null, goods: '他们的叫法' }), row(before), nobody]
    expect(findings(rows, [came], ordered)).toEqual([
      ['missing', 4],
      ['missing', 5],
      ['twice', 6],
      ['unordered', 70],
      ['unlisted', 'in:3'],
    ])
  })

  it('every row of either side stands in one pair, and the differences carry one total to the other', () => {
    const piece = fc.record({
      n: fc.integer({ min: 1, max: 12 }),
      quantity: fc.integer({ min: -3, max: 6 }).filter((q) => q !== 0),
      price: fc.integer({ min: 1, max: 4 }),
      orderNo: fc.constantFrom(null, 'DG1', 'DG2'),
    })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), fc.array(piece, { maxLength: 25 }), (left, right) => {
        const mine = left.map(({ n, ...more }, i) => ours(n, { ...more, line: `in:${i}` }))
        const theirs = right.map(({ n, ...more }, i) => listed(ours(n, more), { rowId: i, orderNo: more.orderNo }))
        const pairs = compare(theirs, mine)
        expect(pairs.flatMap((p) => p.theirs.map((t) => t.rowId)).sort((x, y) => x - y)).toEqual(theirs.map((t) => t.rowId))
        expect(pairs.flatMap((p) => p.ours.map((o) => o.line)).sort()).toEqual(mine.map((o) => o.line).sort())
        expect(pairs.every((p) => p.finding !== 'same' || worth(p.theirs) === worth(p.ours))).toBe(true)
        expect(worth(theirs) - pairs.reduce((n, p) => n + worth(p.theirs) - worth(p.ours), 0)).toBe(worth(mine))
      }),
      { numRuns: rounds(2000) },
    )
  })
})
