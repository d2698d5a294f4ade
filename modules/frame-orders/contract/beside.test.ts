/**
 * No rule stands back for another: each planted error is found, and each clean pair passes, beside every other feature of
 * an order or of a pair of glasses: a prism, an addition, a kind of glasses, a height, the other cylinder form, one eye alone.
 */
import { describe, expect, it } from 'vitest'
import type { EyePower, Eyes } from '#kernel/contract/index.ts'
import { checkOrder, type CheckInput } from './check/check.ts'
import { designOf } from './reading.ts'
import { judge, type LensReading } from './check/tolerance.ts'

const eye = (more: Partial<EyePower> = {}): EyePower => ({
  sph: -3,
  cyl: -1,
  axis: 90,
  add: null,
  prism: null,
  base: null,
  pd: 31,
  ph: null,
  ...more,
})
/** Everything that may stand beside a rule, one and one: what it adds to each eye, the kind of glasses, the eyes there are. */
interface Feature {
  readonly name: string
  readonly od?: Partial<EyePower>
  readonly os?: Partial<EyePower>
  readonly type?: number
  readonly only?: 'od'
}
const features: readonly Feature[] = [
  { name: 'nothing' },
  { name: 'prism in this eye', od: { prism: 2, base: 'IN' } },
  { name: 'prism in the other eye', os: { prism: 2, base: 'UP' } },
  { name: 'vertical prism in both', od: { prism: 1, base: 'UP' }, os: { prism: 1, base: 'DOWN' } },
  { name: 'progressive', type: 3, od: { add: 2, ph: 18 }, os: { add: 2, ph: 18 } },
  { name: 'progressive with prism', type: 3, od: { add: 2, ph: 18, prism: 2, base: 'IN' }, os: { add: 2, ph: 18 } },
  { name: 'bifocal', type: 4, od: { add: 2, ph: 16 }, os: { add: 2, ph: 16 } },
  { name: 'myopia control', type: 5 },
  { name: 'anti-fatigue', type: 6, od: { add: 0.75 }, os: { add: 0.75 } },
  { name: 'sun glasses', type: 7 },
  { name: 'one eye alone', only: 'od' },
]
const eyesWith = ({ od, os, only }: Feature): Eyes => ({ od: eye(od), os: only ? null : eye({ axis: 80, ...os }) })
type Change = Partial<EyePower>
/** Errors of the right eye, and the beginning of what must be found; `of` the kinds of glasses the rule is of. */
const errors: ReadonlyArray<{ what: string; code: string; item?: string; change: (e: EyePower) => Change; of?: readonly number[] }> = [
  { what: 'sphere', code: 'sphere-od', item: '第一主子午线', change: () => ({ sph: -3.5 }) },
  { what: 'sign', code: 'sign-od', item: '第一主子午线', change: () => ({ sph: 3 }) },
  { what: 'cylinder', code: 'cylinder-od', item: '柱镜', change: () => ({ cyl: -1.5 }) },
  { what: 'axis', code: 'axis-od', item: '轴位', change: () => ({ axis: 110 }) },
  { what: 'distance', code: 'pd-od', item: '单眼瞳距', change: () => ({ pd: 41 }) },
  { what: 'distance missing', code: 'pd-missing-od', change: () => ({ pd: null }) },
  { what: 'axis missing', code: 'axis-missing-od', change: () => ({ axis: null }) },
  { what: 'off the grid', code: 'quarter-ds-od', change: () => ({ sph: -3.1 }) },
  { what: 'a prism more', code: 'prism-od', item: '水平棱镜', change: ({ prism }) => ({ prism: (prism ?? 0) + 3, base: 'OUT' }) },
  { what: 'addition', code: 'add-od', item: '下加光', change: () => ({ add: 2.5 }), of: [3, 4, 6] },
  { what: 'addition missing', code: 'add-missing-od', change: () => ({ add: null }), of: [3, 4] },
  { what: 'addition on single vision', code: 'add-on-single-od', change: () => ({ add: 1 }), of: [1, 5, 7] },
  { what: 'height missing', code: 'height-missing-od', change: () => ({ ph: null }), of: [3] },
]
const order = (prescribed: Eyes, type: number, od: EyePower | null, more: Partial<CheckInput> = {}): CheckInput => ({
  od,
  os: prescribed.os,
  binocleType: type,
  prescribed,
  lens: {},
  frame: { a: 48, dbl: 17, ed: 50 },
  ...more,
})

describe('every rule of the order check beside every other feature', () => {
  it.each(features.map((f) => [f.name, f] as const))('%s: clean raises nothing, and each error is found', (_, feature) => {
    const prescribed = eyesWith(feature)
    const type = feature.type ?? 1
    expect(checkOrder(order(prescribed, type, prescribed.od)).map((f) => f.code)).toEqual([])
    for (const { what, code, change, of: eyes } of errors) {
      if (eyes && !eyes.includes(type)) continue
      const codes = checkOrder(order(prescribed, type, { ...prescribed.od!, ...change(prescribed.od!) })).map((f) => f.code)
      expect(codes, `${what} beside ${feature.name}`).toContain(code)
    }
    if (feature.only) return
    expect(checkOrder(order(prescribed, type, null)).map((f) => f.code)).toContain('eye-missing-od')
    const child = checkOrder(order(prescribed, type, prescribed.od, { age: 10 })).map((f) => f.code)
    expect(child.includes('child'), `child beside ${feature.name}`).toBe(type === 3 || type === 4)
  })
  it('two errors at once are both found, whichever they are', () => {
    for (const feature of features)
      for (const one of errors)
        for (const other of errors) {
          const type = feature.type ?? 1
          if ([one, other].some((e) => e.of && !e.of.includes(type))) continue
          const prescribed = eyesWith(feature)
          const [a, b] = [one.change(prescribed.od!), other.change(prescribed.od!)]
          // Errors of one field or of one power take each other's place.
          const powers = ['sph', 'cyl', 'axis']
          const touches = (c: Change) => Object.keys(c).map((k) => (powers.includes(k) ? 'power' : k))
          if (touches(a).some((k) => touches(b).includes(k))) continue
          const codes = checkOrder(order(prescribed, type, { ...prescribed.od!, ...a, ...b })).map((f) => f.code)
          expect(codes, `${one.what} and ${other.what} beside ${feature.name}`).toEqual(expect.arrayContaining([one.code, other.code]))
        }
  })
})

describe('every rule of the final inspection beside every other feature', () => {
  const read = (e: EyePower | null): LensReading | null => e && { ...e, ph: e.ph ?? 18, prism: e.prism ?? 0 }
  it.each(features.map((f) => [f.name, f] as const))('%s: clean passes, and each error fails', (_, feature) => {
    const rx = eyesWith(feature)
    const design = designOf(feature.type ?? 1)
    const failing = (od: EyePower | null) =>
      judge({ rx, measured: { od: read(od), os: read(rx.os) }, design, date: '2026-01-05' })
        .items.filter((i) => !i.ok)
        .map((i) => `${i.eye} ${i.what}`)
    expect(failing(rx.od)).toEqual([])
    for (const { what, item, change, of: eyes } of errors) {
      if (!item || (eyes && !eyes.includes(feature.type ?? 1))) continue
      const items = failing({ ...rx.od!, ...change(rx.od!) })
      expect(
        items.some((i) => i.startsWith(`od ${item}`)),
        `${what} beside ${feature.name}: ${items.join()}`,
      ).toBe(true)
    }
  })
  it('36/26 does not pass for 31/31 in a progressive pair with a prism, nor 10 mm in a single-vision one', () => {
    const pair = (design: 'progressive' | 'single', od: number, os: number) => {
      const right = eye({ add: 2, ph: 18, prism: 1, base: 'IN' })
      const left = eye({ add: 2, ph: 18 })
      const rx = { od: right, os: left }
      return judge({ rx, measured: { od: read({ ...right, pd: od }), os: read({ ...left, pd: os }) }, design, date: '2026-01-05' }).verdict
    }
    expect([pair('progressive', 31, 31), pair('progressive', 36, 26), pair('single', 36, 36), pair('single', 41, 31)]).toEqual([
      'pass',
      'fail',
      'fail',
      'fail',
    ])
  })
})
