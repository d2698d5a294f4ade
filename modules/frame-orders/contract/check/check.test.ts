import { describe, expect, it } from 'vitest'
import type { EyePower } from '#kernel/contract/index.ts'
import { checkOrder, type CheckInput } from './check.ts'
import { pairFindings } from './pairs.ts'

/** An order while a test still breaks it. */
type OrderedEye = { -readonly [K in keyof EyePower]: EyePower[K] }
type Order = Omit<CheckInput, 'od' | 'os'> & Record<'od' | 'os', OrderedEye>

let seed = 20261121
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
const pick = (from: number, to: number, step: number) => Math.round((from + random() * (to - from)) / step) * step
const LENS = { name: '1.60 非球面', sphMin: -10, sphMax: 6, cylMin: -4, cylMax: null, combinedMax: null, diameter: 75 }

/** A prescription with eyes apart enough that every injected error changes something. */
function clean(): Order {
  const eye = (sph: number): OrderedEye => ({
    sph,
    cyl: -pick(0.5, 2, 0.25),
    axis: pick(1, 180, 1) || 180,
    add: null,
    prism: null,
    base: null,
    pd: pick(29, 33, 0.5),
    ph: null,
  })
  const od = eye(-pick(1, 4, 0.25))
  const os = eye(od.sph! - pick(0.5, 1.5, 0.25))
  return {
    od: { ...od },
    os: { ...os },
    binocleType: 1,
    prescribed: { od: { ...od }, os: { ...os } },
    lens: { od: LENS, os: LENS },
    frame: { a: 52, dbl: 16, ed: 54 },
  }
}
/** The errors laboratories call back about (shares after the Pacific University survey: add 30.5, PD 23.3, axis 11, sign 11, others). */
const errors: Array<[string, number, (o: Order) => void]> = [
  [
    'missing add',
    30,
    (o) =>
      Object.assign(o, {
        binocleType: 3,
        prescribed: { od: { ...o.prescribed!.od, add: 1.5, ph: 18 }, os: { ...o.prescribed!.os, add: 1.5, ph: 18 } },
        od: { ...o.od, ph: 18 },
        os: { ...o.os, ph: 18 },
      }),
  ],
  [
    'missing PD',
    23,
    (o) => {
      o.od.pd = null
    },
  ],
  [
    'missing axis',
    11,
    (o) => {
      o.os.axis = null
    },
  ],
  [
    'flipped sign',
    11,
    (o) => {
      o.od.sph = -o.od.sph!
    },
  ],
  [
    'axis off by 10°',
    9,
    (o) => {
      o.od.axis = ((o.od.axis! + 10 - 1) % 180) + 1
    },
  ],
  [
    'eyes exchanged',
    6,
    (o) => {
      ;[o.od, o.os] = [o.os, o.od]
    },
  ],
  [
    'off the quarter grid',
    5,
    (o) => {
      o.os.sph = o.os.sph! + 0.1
    },
  ],
  [
    'outside the product',
    5,
    (o) => {
      o.lens = { ...o.lens, od: { ...LENS, sphMin: -0.5 } }
    },
  ],
]

describe('values that do not fit each other', () => {
  const eye = (more: Partial<EyePower>): EyePower => ({
    sph: 1,
    cyl: 0,
    axis: null,
    add: 2,
    prism: null,
    base: null,
    pd: 31,
    ph: 18,
    ...more,
  })
  it('different additions of progressive glasses, and a base without its prism, are asked about', () => {
    const codes = (od: Partial<EyePower>, os: Partial<EyePower>) =>
      pairFindings({ binocleType: 3, od: eye(od), os: eye(os) }).map((f) => f.code)
    expect(codes({ add: 1 }, { add: 3 })).toEqual(['add-eyes'])
    expect(codes({ base: 'IN' }, {})).toEqual(['prism-missing-od'])
    expect(codes({ base: 'IN', prism: 1 }, {})).toEqual([])
  })
})
describe('order check', () => {
  it('100 clean orders, half of them written with the other cylinder sign, raise at most two alarms', () => {
    const alarms = Array.from({ length: 100 }, (_, i) => {
      const o = clean()
      if (i % 2)
        for (const eye of [o.od, o.os])
          Object.assign(eye, { sph: eye.sph! + eye.cyl!, cyl: -eye.cyl!, axis: ((eye.axis! + 90 - 1) % 180) + 1 })
      return checkOrder(o)
    }).filter((f) => f.length)
    expect(alarms.length).toBeLessThanOrEqual(2)
  })
  it('of 100 orders with one injected error at least 95 are caught', () => {
    const broken = errors.flatMap(([what, n, inject]) =>
      Array.from({ length: n }, () => {
        const o = clean()
        inject(o)
        return { what, found: checkOrder(o).length > 0 }
      }),
    )
    expect(broken).toHaveLength(100)
    expect(broken.filter((b) => b.found).length, JSON.stringify(broken.filter((b) => !b.found).map((b) => b.what))).toBeGreaterThanOrEqual(
      95,
    )
  })
  it('a lens too small for the frame is stopped with both figures', () => {
    const o = { ...clean(), frame: { a: 60, dbl: 20, ed: 64 }, lens: { od: { ...LENS, diameter: 65 } } }
    expect(checkOrder(o)).toContainEqual(expect.objectContaining({ level: 'block', code: 'blank-od' }))
  })

  const found = (o: CheckInput) => checkOrder(o).map((f) => `${f.level} ${f.field} ${f.code}`)
  const eye = (values: Partial<OrderedEye>): OrderedEye => ({
    sph: -3,
    cyl: -1,
    axis: 180,
    add: null,
    prism: null,
    base: null,
    pd: 31,
    ph: null,
    ...values,
  })
  const order = (od: Partial<OrderedEye>, os: Partial<OrderedEye>, rest: Partial<CheckInput> = {}): CheckInput => ({
    od: eye(od),
    os: eye({ sph: -4.5, ...os }),
    binocleType: 1,
    prescribed: { od: eye({}), os: eye({ sph: -4.5 }) },
    lens: { od: LENS, os: LENS },
    frame: { a: 52, dbl: 16, ed: 54 },
    ...rest,
  })
  it('each error is said at its own field and nothing else is', () => {
    expect(found(order({}, {}))).toEqual([])
    expect(found(order({ pd: null }, {}))).toEqual(['block pdOd pd-missing-od'])
    expect(found(order({}, { axis: null }))).toEqual(['block axOs axis-missing-os'])
    expect(found(order({ axis: 170 }, {}))).toEqual(['warn axOd axis-od'])
    expect(found(order({ sph: 3 }, {}))).toEqual(['block dsOd sign-od'])
    expect(found(order({ sph: -3.25 }, {}))).toEqual(['warn dsOd sphere-od'])
    expect(found(order({}, { cyl: -1.25 }))).toEqual(['warn dcOs cylinder-os'])
    expect(found(order({ sph: -4.5 }, { sph: -3 }))).toEqual(['block dsOd exchanged'])
    expect(found(order({ pd: 33 }, {}))).toEqual(['warn pdOd pd-od'])
    expect(found(order({ prism: 2, base: 'IN' }, {}))).toEqual(['warn prismOd prism-od'])
    expect(found(order({ add: 1.5 }, {}))).toEqual(['warn addOd add-on-single-od'])
    expect(found(order({}, {}, { lens: { os: { ...LENS, sphMin: -4 } } }))).toEqual(['block lensProductOs sphere-range-os'])
    expect(found(order({}, {}, { lens: { os: { ...LENS, cylMin: -0.75 } } }))).toEqual(['block lensProductOs cylinder-range-os'])
    expect(found(order({}, {}, { lens: { os: { ...LENS, combinedMax: 5 } } }))).toEqual(['block lensProductOs combined-os'])
  })
  it('a lens whose maker gives plus cylinders is made in the same powers; one without a range in every power', () => {
    const codesOf = (limits: object) => found(order({}, {}, { lens: { os: { ...LENS, ...limits } } }))
    expect(codesOf({ sphMin: -6, sphMax: 0, cylMin: 0, cylMax: 2 })).toEqual([])
    expect(codesOf({ sphMin: -5.25, sphMax: 0, cylMin: 0, cylMax: 2 })).toEqual(['block lensProductOs cylinder-range-os'])
    expect(codesOf({ sphMin: null, sphMax: null, cylMin: null })).toEqual([])
    expect(codesOf({ sphMin: -4.25, sphMax: null })).toEqual(['block lensProductOs sphere-range-os'])
    expect(codesOf({ cylMax: -1.5 })).toEqual(['block lensProductOs range-os'])
  })
  it('the other cylinder form is no difference; a wrong axis in it is said as the axis, a sign alone as the sign', () => {
    expect(found(order({ sph: -4, cyl: 1, axis: 90 }, { sph: -5.5, cyl: 1, axis: 90 }))).toEqual([])
    expect(found(order({ sph: -4, cyl: 1, axis: 80 }, {}))).toEqual(['warn axOd axis-od'])
    expect(checkOrder(order({ sph: -4, cyl: 1, axis: 80 }, {}))[0]!.sentence).toBe('右眼轴位 170° 与处方 180° 不同（换算为处方的柱镜写法）')
    expect(found(order({ cyl: 1 }, {}))).toEqual(['block dcOd cylinder-sign-od'])
    expect(found(order({ sph: -5.5, cyl: 1, axis: 90 }, { sph: -4, cyl: 1, axis: 90 }))).toEqual(['block dsOd exchanged'])
  })
  it('a prism is compared by its parts: amount and base', () => {
    const prescribed = { od: eye({ prism: 2, base: 'IN' }), os: eye({ sph: -4.5 }) }
    expect(found(order({ prism: 2, base: 'IN' }, {}, { prescribed }))).toEqual([])
    expect(checkOrder(order({ prism: 2, base: 'OUT' }, {}, { prescribed }))[0]!.sentence).toBe('右眼棱镜 2.00Δ 外 与处方 2.00Δ 内 不同')
    expect(checkOrder(order({}, {}, { prescribed }))[0]!.sentence).toBe('右眼棱镜 — 与处方 2.00Δ 内 不同')
  })
  it('eyes of one power are told apart by their axes', () => {
    const prescribed = { od: eye({ axis: 170 }), os: eye({ axis: 10 }) }
    expect(found(order({ axis: 10 }, { sph: -3, axis: 170 }, { prescribed }))).toEqual(['block dsOd exchanged'])
    expect(found(order({ axis: 170 }, { sph: -3, axis: 10 }, { prescribed }))).toEqual([])
    expect(found(order({}, { sph: -3 }, { prescribed: { od: eye({}), os: eye({}) } }))).toEqual([])
  })
  it('near glasses are far plus addition; the bare far power is asked about with the sum', () => {
    const prescribed = { od: eye({ sph: -1, add: 2 }), os: eye({ sph: -1, add: 2 }) }
    expect(found(order({ sph: 1, pd: 29 }, { sph: 1, pd: 29 }, { binocleType: 2, prescribed, frame: undefined }))).toEqual([])
    const wrong = checkOrder(order({ sph: -1, pd: 29 }, { sph: 1, pd: 29 }, { binocleType: 2, prescribed }))
    expect(wrong.map((f) => f.code)).toEqual(['sign-od'])
    expect(checkOrder(order({ sph: -0.75 }, { sph: 1 }, { binocleType: 2, prescribed }))[0]!.sentence).toBe(
      '右眼近用球镜 −0.75 应为远用加下加光：−1.00 + 2.00 = +1.00',
    )
  })
  it('progressive and bifocal glasses need an addition, progressive ones a height', () => {
    const prescribed = { od: eye({ add: 1.5 }), os: eye({ sph: -4.5, add: 1.5 }) }
    expect(found(order({ ph: 18, add: 1.5 }, { ph: 18, add: 1.5 }, { binocleType: 3, prescribed }))).toEqual([])
    expect(found(order({ ph: 18 }, { ph: 18, add: 1.5 }, { binocleType: 3, prescribed }))).toEqual([
      'block addOd add-missing-od',
      'warn addOd add-od',
    ])
    expect(found(order({ add: 1.5 }, { add: 1.5 }, { binocleType: 3, prescribed }))).toEqual([
      'block phOd height-missing-od',
      'block phOs height-missing-os',
    ])
    expect(found(order({ add: 1.5 }, { add: 1.5 }, { binocleType: 4 }))).toEqual(['warn addOd add-od', 'warn addOs add-os'])
  })
  it('a frame wide of the eyes is asked about above 10 mm and stopped above 16', () => {
    const codesOf = (a: number) => found(order({}, {}, { lens: {}, frame: { a, dbl: 16, ed: a + 2 } }))
    expect([codesOf(56), codesOf(57), codesOf(62), codesOf(63)]).toEqual([
      [],
      ['warn frameA decentration-od', 'warn frameA decentration-os'],
      ['warn frameA decentration-od', 'warn frameA decentration-os'],
      ['block frameA decentration-od', 'block frameA decentration-os'],
    ])
  })
  it('an eye without a lens is not checked, unless one was prescribed for it', () => {
    expect(found({ ...order({}, {}), od: null, prescribed: { od: null, os: eye({ sph: -4.5 }) } })).toEqual([])
    expect(found({ ...order({}, {}), od: null })).toEqual(['warn dsOd eye-missing-od'])
    expect(found(order({}, {}, { prescribed: { od: eye({}), os: null } }))).toEqual(['warn dsOs eye-extra-os'])
  })
  it('a prescription that ended, or has nothing for spectacles, stops the order and says who decides', () => {
    const basis = { rxNo: 'RX1', validUntil: '2026-06-01', line: { kind: 1 } }
    const codesOf = (more: object) =>
      checkOrder(order({}, {}, { basis: { ...basis, ...more } })).map((f) => `${f.level} ${f.field} ${f.sentence}`)
    expect(codesOf({})).toEqual([])
    expect(codesOf({ ended: 'expired' })).toEqual([
      'block prescriptionId 处方 RX1 已于 2026-06-01 过期，不能据此配镜：由医师复核后另开处方',
    ])
    expect(codesOf({ ended: 'voided' })).toEqual(['block prescriptionId 处方 RX1 已作废，不能据此配镜：请医师另开处方'])
    expect(codesOf({ line: undefined })).toEqual(['block prescriptionId 处方 RX1 没有框架镜的度数：隐形、塑形和训练处方不能配框架镜'])
    expect(codesOf({ line: { kind: 2 } })).toEqual(['warn binocleType 处方用途是近用，订单是单光远用'])
  })
  it('goods are what they are chosen as, and of the design that the type of glasses asks for', () => {
    const codesOf = (lensType: number | null, binocleType: number, more: Partial<CheckInput> = {}) =>
      found(
        order(
          { add: binocleType === 3 ? 2 : null, ph: 18 },
          {},
          {
            prescribed: undefined,
            binocleType,
            lens: { od: { ...LENS, category: 3, lensType } },
            ...more,
          },
        ),
      ).filter((f) => /design|not-a/.test(f))
    expect([codesOf(1, 1), codesOf(3, 3), codesOf(2, 4), codesOf(4, 5), codesOf(5, 6), codesOf(8, 7), codesOf(null, 1)]).toEqual([
      [],
      [],
      [],
      [],
      [],
      [],
      [],
    ])
    for (const [lensType, type] of [
      [3, 1],
      [1, 3],
      [2, 2],
      [1, 4],
      [3, 5],
      [1, 6],
      [9, 7],
    ] as const)
      expect(codesOf(lensType, type), `${lensType} for ${type}`).toEqual(['block lensProductOd design-od'])
    expect([codesOf(1, 5), codesOf(4, 1), codesOf(null, 3)].flat()).toEqual(Array.from({ length: 3 }, () => 'warn lensProductOd design-od'))
    expect(codesOf(1, 1, { lens: { od: { ...LENS, category: 5 } } })).toEqual(['block lensProductOd not-a-lens-od'])
    expect(codesOf(1, 1, { frame: { a: 52, dbl: 16, ed: 54, category: 5, name: '护理液' } })).toEqual(['block frameProductId not-a-frame'])
  })
  it('a child in progressive or bifocal glasses is asked about', () => {
    const codesOf = (age: number, binocleType: number) =>
      found(order({ add: 2, ph: 18 }, { add: 2, ph: 18 }, { age, binocleType, prescribed: undefined }))
    expect([codesOf(8, 3), codesOf(17, 4), codesOf(18, 3)]).toEqual([['warn binocleType child'], ['warn binocleType child'], []])
  })
  it('near glasses stand narrower than far ones', () => {
    const near = { binocleType: 2, frame: undefined, prescribed: { od: eye({ pd: 29 }), os: eye({ sph: -4.5, pd: 29 }) } }
    const basis = { rxNo: 'RX1', validUntil: '2026-06-01', line: { kind: 2 }, far: { od: eye({}), os: eye({}) } }
    expect(found(order({ pd: 29 }, { pd: 29 }, { ...near, basis }))).toEqual([])
    expect(found(order({ pd: 31 }, { pd: 29 }, { ...near, basis }))).toEqual(['warn pdOd pd-near-od', 'warn pdOd pd-od'])
  })

  const history = (od: Partial<OrderedEye>, os: Partial<OrderedEye>, time = '2026-06-01') => ({
    od: eye(od),
    os: eye({ sph: -4.5, ...os }),
    at: time,
  })
  const today = '2026-11-21'
  it('without a prescription a slip shows against the former order and the autorefraction', () => {
    const free = (od: Partial<OrderedEye>, os: Partial<OrderedEye>, known: object) =>
      found(order(od, os, { prescribed: undefined, history: { today, ...known } }))
    expect(free({}, {}, { former: history({ sph: -2.5 }, { sph: -4 }), auto: history({ sph: -3.31, axis: 176 }, { sph: -4.62 }) })).toEqual(
      [],
    )
    expect(free({ sph: 3 }, {}, { former: history({ sph: -2.75 }, {}) })).toEqual(['warn dsOd sign-former-od'])
    expect(free({ sph: -4.5 }, { sph: -3 }, { former: history({}, {}), auto: history({}, {}) })).toEqual([
      'warn dsOd swap-former',
      'warn dsOd swap-auto',
    ])
    expect(free({ sph: -4 }, {}, { auto: history({}, {}) })).toEqual(['warn dsOd jump-auto-od'])
    expect(free({ sph: -4 }, {}, { former: history({}, {}, '2025-11-21') })).toEqual([])
    expect(free({ axis: 25 }, {}, { auto: history({}, {}) })).toEqual(['warn axOd axis-auto-od'])
    expect(free({ axis: 20 }, {}, { auto: history({}, {}) })).toEqual([])
    expect(free({ sph: -4, cyl: 1, axis: 90 }, {}, { former: history({}, {}) })).toEqual([])
  })
  it('with a prescription only a sign or exchanged eyes are asked about: the power was decided by a person', () => {
    expect(found(order({}, {}, { history: { today, auto: history({ sph: -4.25, axis: 140 }, {}) } }))).toEqual([])
    const wrong = { od: eye({ sph: -4.5 }), os: eye({}) }
    expect(found(order({ sph: -4.5 }, { sph: -3 }, { prescribed: wrong, history: { today, former: history({}, {}) } }))).toEqual([
      'warn dsOd swap-former',
    ])
    expect(
      checkOrder(order({ sph: -4.5 }, { sph: -3 }, { prescribed: wrong, history: { today, former: history({}, {}) } }))[0]!.sentence,
    ).toBe('左右眼的度数更像是填反了：与 2026-06-01 上次订单 的另一只眼更接近')
  })
  it('near glasses are not compared with the far power of the eye', () => {
    expect(
      found(order({ sph: 3 }, { sph: 3 }, { binocleType: 2, prescribed: undefined, history: { today, auto: history({}, {}) } })),
    ).toEqual([])
  })
  it('without a prescription: 100 clean orders near their autorefraction raise at most two alarms, 95 of 100 slips are caught', () => {
    const earlier = (o: Order) => {
      const noisy = (e: OrderedEye) => ({
        sph: e.sph! + (random() - 0.5) * 0.75,
        cyl: Math.min(0, e.cyl! + (random() - 0.5) * 0.5),
        axis: ((e.axis! + Math.round((random() - 0.5) * 16) - 1 + 180) % 180) + 1,
      })
      return { ...o, prescribed: undefined, history: { today, auto: { od: noisy(o.od), os: noisy(o.os), at: today } } }
    }
    const clear = () => {
      const o = clean()
      // Eyes far enough apart to be told apart at all.
      Object.assign(o.os, { sph: o.od.sph! - 1.5, cyl: o.od.cyl })
      return o
    }
    const slips: Array<(o: Order) => void> = [
      (o) => {
        o.od.sph = -o.od.sph!
      },
      (o) => {
        ;[o.od, o.os] = [o.os, o.od]
      },
      (o) => {
        o.os.sph = o.os.sph! - 2
      },
      (o) => {
        o.od.pd = null
      },
    ]
    const clean100 = Array.from({ length: 100 }, () => checkOrder(earlier(clear())))
    expect(clean100.filter((f) => f.length).length).toBeLessThanOrEqual(2)
    const caught = Array.from({ length: 100 }, (_, i) => {
      const o = earlier(clear())
      slips[i % slips.length]!(o)
      return checkOrder(o).length > 0
    })
    expect(caught.filter(Boolean).length).toBeGreaterThanOrEqual(95)
  })
})
