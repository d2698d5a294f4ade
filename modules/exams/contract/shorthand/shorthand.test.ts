import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../../tests/depth.ts'
import { bareOf, metaOf, z } from '#kernel/contract/index.ts'
import { everyKind, type AnyExam } from '../kinds/index.ts'
import { format } from './format.ts'
import { shorthand } from './parse.ts'

const { parse } = shorthand(everyKind)
/** What a line gives, kind by kind. */
const read = (line: string, prefer?: string) => {
  const record: Record<string, Record<string, unknown>> = {}
  for (const item of parse(line, { prefer })) if (item.kind) record[item.kind] = { ...record[item.kind], ...item.values }
  return record
}
const troubles = (line: string) => parse(line).flatMap((item) => item.troubles.map((t) => line.slice(t.from, t.to)))

const GOLDEN: ReadonlyArray<readonly [line: string, gives: Record<string, Record<string, unknown>>]> = [
  ['od -3.25/-0.75x178 va4.9', { refraction: { dsOd: -3.25, dcOd: -0.75, axOd: 178, vaOd: 4.9 } }],
  ['os -3 va5.0', { refraction: { dsOs: -3, vaOs: 5 } }],
  ['iop 15/16 @09:40 nct', { iop: { iopOd: 15, iopOs: 16, iopTime: '09:40', iopMethod: 1 } }],
  ['al 24.31/24.28', { bioMeter: { alOd: 24.31, alOs: 24.28 } }],
  ['od k 42.50@5/43.75@95', { bioMeter: { k1Od: 42.5, k1AxisOd: 5, k2Od: 43.75, k2AxisOd: 95 } }],
  ['pd 62 31.5/30.5', { pd: { pdFar: 62, pdFarOd: 31.5, pdFarOs: 30.5 } }],
  ['but 6/4', { dry: { fbut1Od: 6, fbut1Os: 4 } }],
  ['右 -3.25/-0.75*178 加1.00 矫正5.0', { refraction: { dsOd: -3.25, dcOd: -0.75, axOd: 178, addOd: 1, vaOd: 5 } }],
  ['r -3.25 -0.75x178', { refraction: { dsOd: -3.25, dcOd: -0.75, axOd: 178 } }],
  ['l +1.50/-0.50@90', { refraction: { dsOs: 1.5, dcOs: -0.5, axOs: 90 } }],
  ['左 0', { refraction: { dsOs: 0 } }],
  ['ou -2.00', { refraction: { dsOd: -2, dsOs: -2 } }],
  ['双眼 -2/-1x180', { refraction: { dsOd: -2, dcOd: -1, axOd: 180, dsOs: -2, dcOs: -1, axOs: 180 } }],
  ['od -3/-1x0', { refraction: { dsOd: -3, dcOd: -1, axOd: 180 } }],
  ['ar od -3.37/-0.62x171', { refraction: { kind: 2, dsOd: -3.37, dcOd: -0.62, axOd: 171 } }],
  ['sub od -3; os -2.5', { refraction: { kind: 4, dsOd: -3, dsOs: -2.5 } }],
  ['散瞳 od -2.25', { refraction: { kind: 5, dsOd: -2.25 } }],
  ['od sub -2.25', { refraction: { kind: 4, dsOd: -2.25 } }],
  ['原镜 os -1.75/-0.25x10', { refraction: { kind: 1, dsOs: -1.75, dcOs: -0.25, axOs: 10 } }],
  ['od -3.30 dev', { refraction: { dsOd: -3.3 } }],
  ['od -3 add 1.00 va 4.9 pd 31.5', { refraction: { dsOd: -3, addOd: 1, vaOd: 4.9, pdOd: 31.5 } }],
  ['od -3 prism2 base IN', { refraction: { dsOd: -3, prismOd: 2, baseOd: 'IN' } }],
  ['od −3.25／−0.75×178', { refraction: { dsOd: -3.25, dcOd: -0.75, axOd: 178 } }],
  ['ucva 4.6/4.7', { visual: { ucvaOd: 4.6, ucvaOs: 4.7 } }],
  ['裸眼 4.6/4.7/4.8', { visual: { ucvaOd: 4.6, ucvaOs: 4.7, ucvaOu: 4.8 } }],
  ['bcva 5.0/=', { visual: { bcvaOd: 5, bcvaOs: 5 } }],
  ['矫正视力 5.0/4.9', { visual: { bcvaOd: 5, bcvaOs: 4.9 } }],
  ['cva /4.9', { visual: { cvaOs: 4.9 } }],
  ['cva 4.8/', { visual: { cvaOd: 4.8 } }],
  ['ou ucva 4.8', { visual: { ucvaOu: 4.8 } }],
  ['ucvaCode CF/HM', { visual: { ucvaCodeOd: 'CF', ucvaCodeOs: 'HM' } }],
  ['distance 5', { visual: { distance: 5 } }],
  ['iop 15/16', { iop: { iopOd: 15, iopOs: 16 } }],
  ['眼压 15/16 icare', { iop: { iopOd: 15, iopOs: 16, iopMethod: 3 } }],
  ['iop 15/16 cct 540/545', { iop: { iopOd: 15, iopOs: 16 } }],
  ['os iop 16', { iop: { iopOs: 16 } }],
  ['眼轴 24.31/=', { bioMeter: { alOd: 24.31, alOs: 24.31 } }],
  ['acd 3.5/3.4', { bioMeter: { acdOd: 3.5, acdOs: 3.4 } }],
  ['cct 540/545', { bioMeter: { cctOd: 540, cctOs: 545 } }],
  ['corneal cct 540/545', { corneal: { cctOd: 540, cctOs: 545 } }],
  ['iop.cct 540/545', { iop: { cctOd: 540, cctOs: 545 } }],
  ['biology k1 42.5/42.25', { bioMeter: { k1Od: 42.5, k1Os: 42.25 } }],
  ['pd 62', { pd: { pdFar: 62 } }],
  ['瞳距 31.5/30.5', { pd: { pdFarOd: 31.5, pdFarOs: 30.5 } }],
  ['pd 62 31.5/30.5 59', { pd: { pdFar: 62, pdFarOd: 31.5, pdFarOs: 30.5, pdNear: 59 } }],
  ['ph 18/18.5', { pd: { phOd: 18, phOs: 18.5 } }],
  ['h 132.5; w 28', { heightWeight: { height: 132.5, weight: 28 } }],
  ['身高 132.5；体重 28', { heightWeight: { height: 132.5, weight: 28 } }],
  ['but 6/4 5/4 7/5', { dry: { fbut1Od: 6, fbut1Os: 4, fbut2Od: 5, fbut2Os: 4, fbut3Od: 7, fbut3Os: 5 } }],
  ['sch 12/10', { dry: { schirmerOd: 12, schirmerOs: 10 } }],
  ['osdi1 3', { dry: { osdi1: 3 } }],
  ['dry.osdi12 不适用', { dry: { osdi12: 9 } }],
  ['npc 6/8', { vision: { npcBreak: 6, npcRecovery: 8 } }],
  ['phoria -1/-3', { vision: { farPhoria: -1, nearPhoria: -3 } }],
  ['bon 17/21/11', { vision: { nearBoBlur: 17, nearBoBreak: 21, nearBoRecovery: 11 } }],
  ['bif /7/4', { vision: { farBiBreak: 7, farBiRecovery: 4 } }],
  ['nra +2.25; pra -2.5', { vision: { nra: 2.25, pra: -2.5 } }],
  ['worth 4/2', { vision: { worthFar: 4, worthNear: 2 } }],
  ['amp 12/11/12', { vision: { ampOd: 12, ampOs: 11, ampOu: 12 } }],
  ['stereo 60', { vision: { stereo: 60 } }],
  ['ecd 2850/2900', { corneal: { ecdOd: 2850, ecdOs: 2900 } }],
  ['od ecd 2850', { corneal: { ecdOd: 2850 } }],
  ['glassesType 框架镜', { visual: { glassesType: 1 } }],
  ['cycloplegia.strength "0.5 %; 1 滴"', { cycloplegia: { strength: '0.5 %; 1 滴' } }],
  ['cycloplegia drop1 09:05', { cycloplegia: { drop1: '09:05' } }],
  ['cycloplegia allergic n', { cycloplegia: { allergic: false } }],
  ['; ;', {}],
  ['', {}],
]
describe('the shorthand', () => {
  it('has sixty golden lines and more', () => expect(GOLDEN.length).toBeGreaterThanOrEqual(60))
  it.each(GOLDEN)('%s', (line, gives) => {
    if (line === 'iop 15/16 cct 540/545') expect(troubles(line)).toEqual(['cct', '540/545'])
    else {
      expect(troubles(line)).toEqual([])
      expect(read(line)).toEqual(gives)
    }
  })
  it.each([
    ['od -3.30', ['-3.30']],
    ['od -3.25/-0.75', ['-3.25/-0.75']],
    ['od -3.25x90', ['-3.25x90']],
    ['-3.25/-0.75x90', ['-3.25/-0.75x90']],
    ['k 42.50@5/43.75@95', ['42.50@5/43.75@95']],
    ['va 4.9/5.0', ['va']],
    ['foo 12', ['foo']],
    ['iop 15/16 abc', ['abc']],
    ['iop 15/', []],
    ['iop 815/16', ['815/16']],
    ['iop', ['iop']],
    ['al 24.3', ['24.3']],
    ['ou ecd', ['ecd']],
    ['!n', ['!n']],
    ['iop !n', ['!n']],
    ['od', ['od']],
    ['worth 9/4', ['9/4']],
    ['od height 130', ['130']],
    ['od -3 va', ['va']],
    ['od -46', ['-46']],
  ])('marks what it cannot read: %s', (line, marked) => {
    expect(troubles(line)).toEqual(marked)
    if (marked.length) expect(Object.values(read(line)).every((values) => Object.keys(values).length === 0)).toBe(true)
  })
  it('offers the quarters on both sides of a finer power, and the value of a device', () => {
    expect(parse('od -3.30')[0]?.troubles[0]?.instead).toEqual(['-3.25', '-3.50', '-3.30 dev'])
  })
  it('takes the section the caret is in where several have a word', () => {
    expect(read('cct 540/545', 'iop')).toEqual({ iop: { cctOd: 540, cctOs: 545 } })
  })
  it('one unknown token keeps its whole item back, and no other one', () => {
    expect(read('iop 15/16 zzz; al 24.31/24.28')).toEqual({ iop: {}, bioMeter: { alOd: 24.31, alOs: 24.28 } })
  })
})

/** A value a field takes, of any kind of field the shorthand writes; null now and then. */
function valueOf(field: z.ZodType): fc.Arbitrary<unknown> {
  const bare = bareOf(field)
  const { format: as, options, step = 1, range } = metaOf(field)
  const some = (values: fc.Arbitrary<unknown>) => fc.option(values, { nil: null })
  if (options) return some(fc.constantFrom(...Object.keys(options).map((k) => (bare.safeParse(k).success ? k : Number(k)))))
  if (as === 'flag') return some(fc.boolean())
  if (as === 'clock')
    return some(
      fc
        .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
        .map((n) => n.map((x) => String(x).padStart(2, '0')).join(':')),
    )
  if (bare instanceof z.ZodNumber) {
    const [min, max] = [range === 'axis' ? 1 : (bare.minValue ?? 0), Math.min(bare.maxValue ?? 0, 1e6)]
    const stepped = fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((n) => Math.round(n * step * 100) / 100 + 0)
    const fine = fc.double({ min, max, noNaN: true }).map((n) => n + 0)
    return some(bare.isInt || as === 'acuity' ? stepped : fc.oneof(stepped, fine))
  }
  if (bare instanceof z.ZodString)
    return some(
      fc
        .string({ maxLength: 15 })
        .map((s) => s.trim())
        .filter((s) => s !== '' && field.safeParse(s).success),
    )
  return fc.constant(null)
}
const examOf = (exam: AnyExam): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(exam.fields).map(([name, field]) => [name, valueOf(field).filter((v) => v === null || field.safeParse(v).success)]),
    ),
  )
const filled = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null && v !== undefined && typeof v !== 'object'))

describe('parse(format(x)) = x', () => {
  const runs = Math.ceil(rounds(10_000) / everyKind.length)
  it.each(everyKind.map((exam) => [exam.kind, exam] as const))('for every examination of %s', (kind, exam) => {
    fc.assert(
      fc.property(examOf(exam), (values) => {
        const line = format(exam, values)
        expect(troubles(line), line).toEqual([])
        expect(read(line)[kind] ?? {}, line).toEqual(filled(values))
      }),
      { numRuns: runs },
    )
  })
  it('a free text that is a word of the shorthand stays a text', () => {
    for (const text of ['re', 'old', 'od', 'nct', 'y', 'iop', 'dev', '=', '0.5', '@09:40']) {
      const [values, kind] = [{ cycloplegiaWhy: text }, everyKind.find((k) => k.kind === 'refraction')]
      expect(read(kind ? format(kind, values) : '').refraction, text).toEqual(values)
    }
  })
  it('and a line of any signs is read or marked, never half', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom(
        'od',
        'os',
        'iop',
        'al',
        'k',
        '-3.25/-0.75x178',
        '15/16',
        '!n',
        '"',
        '\\',
        '@09:40',
        ';',
        '=',
        '/',
        'va',
        '右',
        'vision.amp',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const line = pieces.join(' ')
        for (const item of parse(line)) {
          for (const t of item.troubles) expect(t.from >= 0 && t.to <= line.length && t.from < t.to).toBe(true)
          if (item.troubles.length) expect(item.values).toEqual({})
          else expect(Object.keys(item.values).length).toBeGreaterThan(0)
        }
      }),
      { numRuns: rounds(5000) },
    )
  })
})
