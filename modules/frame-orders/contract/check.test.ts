import { describe, expect, it } from 'vitest'
import { checkOrder, type CheckInput, type OrderedEye } from './check.ts'

let seed = 20261121
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
const pick = (from: number, to: number, step: number) => Math.round((from + random() * (to - from)) / step) * step
const LENS = { name: '1.60 非球面', sphMin: -10, sphMax: 6, cylMin: -4, diameter: 75 }

/** A prescription with eyes apart enough that every injected error changes something. */
function clean(): CheckInput {
  const eye = (ds: number): OrderedEye => ({ ds, dc: -pick(0.5, 2, 0.25), ax: pick(1, 180, 1) || 180, add: null, pd: pick(29, 33, 0.5), ph: null })
  const od = eye(-pick(1, 4, 0.25))
  const os = eye(od.ds! - pick(0.5, 1.5, 0.25))
  return { od: { ...od }, os: { ...os }, binocleType: 1, prescribed: { od: { ...od }, os: { ...os } }, lens: { od: LENS, os: LENS }, frame: { a: 52, dbl: 16, ed: 54 } }
}
/** The errors laboratories call back about (shares after the Pacific University survey: add 30.5, PD 23.3, axis 11, sign 11, others). */
const errors: Array<[string, number, (o: CheckInput) => void]> = [
  ['missing add', 30, (o) => Object.assign(o, { binocleType: 3, prescribed: { od: { ...o.prescribed!.od, add: 1.5, ph: 18 }, os: { ...o.prescribed!.os, add: 1.5, ph: 18 } }, od: { ...o.od, ph: 18 }, os: { ...o.os, ph: 18 } })],
  ['missing PD', 23, (o) => { o.od.pd = null }],
  ['missing axis', 11, (o) => { o.os.ax = null }],
  ['flipped sign', 11, (o) => { o.od.ds = -o.od.ds! }],
  ['axis off by 10°', 9, (o) => { o.od.ax = ((o.od.ax! + 10 - 1) % 180) + 1 }],
  ['eyes exchanged', 6, (o) => { [o.od, o.os] = [o.os, o.od] }],
  ['off the quarter grid', 5, (o) => { o.os.ds = o.os.ds! + 0.1 }],
  ['outside the product', 5, (o) => { o.lens = { ...o.lens, od: { ...LENS, sphMin: -0.5 } } }],
]

describe('order check', () => {
  it('100 clean orders, half of them written with the other cylinder sign, raise at most two alarms', () => {
    const alarms = Array.from({ length: 100 }, (_, i) => {
      const o = clean()
      if (i % 2) for (const eye of [o.od, o.os]) Object.assign(eye, { ds: eye.ds! + eye.dc!, dc: -eye.dc!, ax: ((eye.ax! + 90 - 1) % 180) + 1 })
      return checkOrder(o)
    }).filter((f) => f.length)
    expect(alarms.length).toBeLessThanOrEqual(2)
  })
  it('of 100 orders with one injected error at least 95 are caught', () => {
    const broken = errors.flatMap(([what, n, inject]) => Array.from({ length: n }, () => {
      const o = clean()
      inject(o)
      return { what, found: checkOrder(o).length > 0 }
    }))
    expect(broken).toHaveLength(100)
    expect(broken.filter((b) => b.found).length, JSON.stringify(broken.filter((b) => !b.found).map((b) => b.what))).toBeGreaterThanOrEqual(95)
  })
  it('a lens too small for the frame is stopped with both figures', () => {
    const o = { ...clean(), frame: { a: 60, dbl: 20, ed: 64 }, lens: { od: { ...LENS, diameter: 65 } } }
    expect(checkOrder(o)).toContainEqual(expect.objectContaining({ level: 'block', code: 'blank-od' }))
  })
})
