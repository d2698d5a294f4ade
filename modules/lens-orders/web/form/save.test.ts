import { describe, expect, it } from 'vitest'
import { orderKinds } from '../../contract/kinds/index.ts'
import { NewOrder, SaveLens } from '../../contract/shapes.ts'
import { basesOf, flat, wrapped } from './save.ts'

const values = { hid: 1, pid: 7, prescriptionId: 3, bcOd: 8.77, targetOd: -3.25, productId: 42, productOd: 42, numberOd: 1, numberOs: 0 }

describe('an order as the form sends it', () => {
  it('of a hard lens is taken by its call, each field in the part of the wrapper it belongs to', () => {
    const sent = NewOrder.parse(wrapped(values, 1))
    expect(sent).toMatchObject({
      hid: 1,
      orderType: 1,
      order: { pid: 7, prescriptionId: 3 },
      orderLen: { bcOd: 8.77, numberOd: 1, numberOs: 0 },
    })
    expect(Object.keys(sent.order)).toEqual(expect.not.arrayContaining(['bcOd', 'hid', 'numberOd']))
  })
  it('says which version was seen when it changes one', () => {
    expect(wrapped(values, 1, { orderId: 5, version: 2 })).toMatchObject({ version: 2, order: { orderId: 5 } })
  })
  it('of spectacle lenses is flat, with the pieces of an eye under their own names', () => {
    expect(SaveLens.parse(flat({ hid: 1, dsOd: -3, numberOd: 1, numberOs: 0 }))).toMatchObject({ dsOd: -3, eyeGlassOd: 1, eyeGlassOs: 0 })
  })
  it('the grid asks for what the kind declares, in its order', () => {
    expect(basesOf(orderKinds.soft)).toEqual(['ds', 'dc', 'ax', 'add', 'bc', 'dia', 'colour'])
  })
})
