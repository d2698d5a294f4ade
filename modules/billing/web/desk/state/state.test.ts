import { describe, expect, it } from 'vitest'
import { emptyDefaults } from '#kernel/contract/catalogue.ts'
import { addLine, emptyDesk, fenOf, priceDesk, takingOf, typedOf } from './state.ts'

describe('the cashier desk', () => {
  it('reads what is typed as money, and says when it is none', () => {
    expect(['12', '12.5', '1,234.50', '', '0.1', '0.29'].map(fenOf)).toEqual([1200, 1250, 123450, 0, 10, 29])
    expect(['a', '1.234', '-5', '1e3'].map(fenOf)).toEqual([undefined, undefined, undefined, undefined])
    expect([typedOf(1200), typedOf(1250), typedOf(0)]).toEqual(['12', '12.50', ''])
  })
  it('what is left to pay, and the change of cash alone', () => {
    expect(takingOf({ 2: '100', 1: '50' }, 20000)).toMatchObject({ given: 15000, left: 5000, change: 0 })
    expect(takingOf({ 2: '100', 1: '150' }, 20000)).toMatchObject({
      given: 20000,
      left: 0,
      change: 5000,
      styles: [
        { payWay: 1, amount: 10000, tendered: 15000 },
        { payWay: 2, amount: 10000 },
      ],
    })
    expect(takingOf({ 2: '250' }, 20000)).toMatchObject({ left: -5000, change: 0 })
    expect(takingOf({ 1: '50', 4: '200' }, 20000)).toMatchObject({ left: 0, change: 5000, styles: [{ payWay: 4, amount: 20000 }] })
    expect(takingOf({ 3: 'x' }, 100)).toMatchObject({ wrong: [3], given: 0 })
    expect(takingOf({}, 0)).toMatchObject({ left: 0, styles: [] })
  })
  it('the same item again is one more piece; free lines stay apart', () => {
    const line = { fiid: 1, name: '验光费', price: 5000, quantity: 1, discountable: true }
    const twice = addLine(addLine([], line), line)
    expect(twice.map((l) => l.quantity)).toEqual([2])
    expect(
      addLine(addLine([], { name: '配件', price: 1, quantity: 1, discountable: true }), {
        name: '配件',
        price: 1,
        quantity: 1,
        discountable: true,
      }),
    ).toHaveLength(2)
    expect(priceDesk({ ...emptyDesk, lines: twice, discount: 9 }, { discount: 9.5, level: '银卡' }).billPrice).toBe(8550)
  })
  it('R076 when the level is not known the discount is 10, the full price', () => {
    const desk = { ...emptyDesk, lines: addLine([], { fiid: 1, name: '验光费', price: 5000, quantity: 1, discountable: true }) }
    expect(priceDesk(desk)).toMatchObject({ billPrice: 5000 })
    expect(priceDesk(desk, { ...emptyDefaults.level, level: '' }).billPrice).toBe(priceDesk(desk).billPrice)
    expect(priceDesk(desk, { discount: 8, level: '银卡' }).billPrice).toBe(4000)
  })
})
