import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasShared, sharedText } from '../../../tests/shared.ts'
import { parseCatalog, parseContactLensRow, parseLensRow, powerOf, stockGrid } from './catalog.ts'

const row = (values: Record<string, string>) => ({
  brand: 'B',
  line: 'L',
  type: 'FSV_STOCK_LENS',
  index: '1.56',
  dia_mm: '70',
  sph_min: '0',
  sph_max: '-6',
  cyl_min: '0',
  cyl_max: '-2',
  available: 'true',
  ...values,
})
const table = (file: string) => {
  const [head, ...lines] = sharedText(file)
    .trim()
    .split(/\r?\n/)
    .map((l) => l.split(','))
  return lines.map((l) => Object.fromEntries(head!.map((h, i) => [h, l[i]])))
}

describe('lens catalogue', () => {
  it('ranges written backwards and cylinders of either sign are put in order, and said', () => {
    const { value, warnings } = parseLensRow(row({ cyl_min: '2', cyl_max: '-2' }))
    expect(value).toMatchObject({ sphMin: -6, sphMax: 0, cylMin: -2, cylMax: 0, lensType: 1, classifyStatus: 1 })
    expect(warnings).toHaveLength(2)
  })
  it('what cannot be is an error that names its column', () => {
    expect(parseLensRow(row({ sph_min: 'abc', index: '15', type: 'X', brand: '' })).errors.map((e) => e.column)).toEqual(
      expect.arrayContaining(['brand', 'type', 'index', 'sph_min']),
    )
    expect(parseLensRow(row({ sph_min: '-60' })).errors[0]).toEqual({ column: 'sph_min', sentence: '球镜下限：-60 超出 ±45' })
  })
  it('powers in any dress are read', () => {
    expect(['−2.25', '＋0.75', '-1,50', 'PL', '3 D', '', '—', 'x'].map(powerOf)).toEqual([-2.25, 0.75, -1.5, 0, 3, null, null, undefined])
    fc.assert(fc.property(fc.string(), (s) => void powerOf(s)))
  })
  it('the stock grid has every quarter step and respects the combined power', () => {
    expect(stockGrid({ sphMin: -1, sphMax: 0, cylMin: -0.5 })).toHaveLength(15)
    expect(
      stockGrid({ sphMin: -8, sphMax: 0, cylMin: -2, combinedMax: 8 }).every(({ sph, cyl }) => Math.abs(sph) + Math.abs(cyl) <= 8),
    ).toBe(true)
  })
  it.skipIf(!hasShared)('reads all 230 spectacle-lens rows and names the 3 of 79 soft lenses whose range is half missing', () => {
    const lenses = table('domain/data/catalog/stock_lenses_essilor_crizal_in.csv').map(parseLensRow)
    expect(lenses.filter((l) => l.value)).toHaveLength(230)
    expect(lenses.filter((l) => l.warnings.length).length).toBeGreaterThan(100)
    for (const { value } of lenses) if (value!.sphMin !== null) expect(value!.sphMin).toBeLessThanOrEqual(value!.sphMax!)
    const soft = table('domain/data/catalog/soft_contact_lenses_us.csv').map(parseContactLensRow)
    expect(soft.filter((l) => l.value)).toHaveLength(76)
    expect(soft.filter((l) => !l.value).map((l) => l.errors)).toEqual(
      Array.from({ length: 3 }, () => [{ column: 'sph_max_d', sentence: '球镜范围：必填' }]),
    )
  })

  // Every unusual kind of row of the two catalogues, as it appears there, and its result.
  const range = (sphMin: string, sphMax: string, cylMin: string, cylMax: string) => {
    const { value, warnings } = parseLensRow(row({ sph_min: sphMin, sph_max: sphMax, cyl_min: cylMin, cyl_max: cylMax }))
    return [value?.sphMin, value?.sphMax, value?.cylMin, value?.cylMax, warnings]
  }
  it('the odd ranges of the files: backwards, both cylinder signs, empty, plus only, without plano', () => {
    expect(range('0.25', '4', '2', '-2')).toEqual([0.25, 4, -2, 0, ['柱镜范围 +2.00…−2.00 已按负柱镜整理为 −2.00…0.00']])
    expect(range('0', '-5', '0', '-2')).toEqual([-5, 0, -2, 0, ['球镜范围 0.00…−5.00 已按从小到大整理']])
    expect(range('-6.25', '-8', '0', '-2')).toEqual([-8, -6.25, -2, 0, ['球镜范围 −6.25…−8.00 已按从小到大整理']])
    expect(range('6', '-13', '4', '-6')).toEqual([
      -13,
      6,
      -6,
      0,
      ['球镜范围 +6.00…−13.00 已按从小到大整理', '柱镜范围 +4.00…−6.00 已按负柱镜整理为 −6.00…0.00'],
    ])
    expect(range('', '', '', '')).toEqual([null, null, null, null, ['没有给出球镜范围']])
    expect(range('0.25', '0.75', '0', '0')).toEqual([0.25, 0.75, 0, 0, []])
    expect(range('-3', '1', '0', '2')).toEqual([-3, 3, -2, 0, ['柱镜范围 0.00…+2.00 是正柱镜，已换算为负柱镜 −2.00…0.00，球镜上限加 2.00']])
    expect(range('-6', '0', '-2.25', '-4')).toEqual([-6, 0, -4, -2.25, []])
    expect(range('-6', '0', '-2', '')).toEqual([-6, 0, -2, 0, ['柱镜范围只有一端 −2.00，另一端按 0.00 处理']])
  })
  it('half a sphere range, diameters and answers that are none, are errors at their columns', () => {
    const columns = (values: Record<string, string>) => parseLensRow(row(values)).errors.map((e) => e.column)
    expect([
      columns({ sph_max: '' }),
      columns({ dia_mm: '7' }),
      columns({ dia_mm: '65/170' }),
      columns({ available: 'maybe' }),
      columns({ index: '' }),
      columns({ cyl_max: '-26' }),
    ]).toEqual([['sph_max'], ['dia_mm'], ['dia_mm'], ['available'], ['index'], ['cyl_max']])
    expect(parseLensRow(row({ dia_mm: '５５／60 / 65mm', index: '1,56', available: '否' })).value).toMatchObject({
      diameter: '55/60/65',
      index: 1.56,
      available: false,
    })
  })
  it('whatever stands in the cells, a range that is kept is in order and in minus cylinders', () => {
    const power = fc.oneof(
      fc.integer({ min: -60, max: 60 }).map((q) => String(q / 4)),
      fc.constantFrom('', '-', 'PL', '＋2', '−3.5', 'x', '1e3'),
    )
    fc.assert(
      fc.property(power, power, power, power, (a, b, c, d) => {
        const { value, errors } = parseLensRow(row({ sph_min: a, sph_max: b, cyl_min: c, cyl_max: d }))
        expect(value === undefined).toBe(errors.length > 0)
        if (!value) return
        if (value.sphMin !== null) expect(value.sphMin).toBeLessThanOrEqual(value.sphMax!)
        if (value.cylMin !== null) {
          expect(value.cylMin).toBeLessThanOrEqual(value.cylMax!)
          expect(value.cylMax!).toBeLessThanOrEqual(0)
        }
      }),
    )
  })
  it('a row that repeats an earlier one is named with it', () => {
    const lines = parseCatalog([row({}), row({ dia_mm: '65' }), row({ dia_mm: '70 ' }), row({ brand: '' })], parseLensRow)
    expect(lines.map((l) => [l.row, l.repeats])).toEqual([
      [2, null],
      [3, null],
      [4, 2],
      [5, null],
    ])
    expect(lines[2]!.warnings.at(-1)).toBe('与第 2 行相同，不必重复导入')
  })
  const soft = (values: Record<string, string>) =>
    parseContactLensRow({
      code: 'X',
      manufacturer: 'CooperVision',
      brand: 'MiSight',
      name: 'MiSight 1 day',
      toric: 'false',
      multifocal: 'false',
      color: 'false',
      bc1_mm: '8.7',
      bc2_mm: '',
      dia_mm: '14.2',
      sph_min_d: '-12',
      sph_max_d: '8',
      half_d_steps_beyond_6: 'true',
      ...values,
    })
  it('the odd soft lenses of the file: a lost sign is asked about, toric and multifocal are both kept', () => {
    expect(soft({ sph_min_d: '-0.5', sph_max_d: '7' }).warnings).toEqual(['球镜范围 −0.50…+7.00 几乎只有正镜，请核对符号'])
    expect(soft({ toric: 'true', multifocal: 'true' }).value).toMatchObject({ lensType: 9, toric: true, multifocal: true, coloured: false })
    expect(soft({ bc2_mm: '8.4' }).value!.baseCurve).toBe('8.7/8.4')
    expect(soft({ dia_mm: '', toric: 'perhaps' }).errors.map((e) => e.column)).toEqual(['dia_mm', 'toric'])
  })
  it('steps of half a dioptre beyond six where the lens is made so', () => {
    const gridOf = (halfBeyond6: boolean) => stockGrid({ sphMin: -7, sphMax: -5.5, cylMin: 0, halfBeyond6 }).map((c) => c.sph)
    expect(gridOf(true)).toEqual([-7, -6.5, -6, -5.75, -5.5])
    expect(gridOf(false)).toEqual([-7, -6.75, -6.5, -6.25, -6, -5.75, -5.5])
  })
  it('no cell of a grid leaves the range, and none is there twice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -40, max: 20 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 16 }),
        fc.integer({ min: 8, max: 60 }),
        (from, width, cylinder, combined) => {
          const cells = stockGrid({ sphMin: from / 4, sphMax: (from + width) / 4, cylMin: -cylinder / 4 || 0, combinedMax: combined / 4 })
          expect(new Set(cells.map((c) => `${c.sph}/${c.cyl}`)).size).toBe(cells.length)
          for (const { sph, cyl } of cells)
            expect(
              sph >= from / 4 &&
                sph <= (from + width) / 4 &&
                cyl <= 0 &&
                cyl >= -cylinder / 4 &&
                Math.abs(sph) + Math.abs(cyl) <= combined / 4,
            ).toBe(true)
        },
      ),
    )
  })
  it.skipIf(!hasShared)(
    'the files themselves: 230 rows with their cleanings counted, 18 of them repeats; one soft lens with a lost sign',
    () => {
      const lenses = parseCatalog(table('domain/data/catalog/stock_lenses_essilor_crizal_in.csv'), parseLensRow)
      const warned = (pattern: RegExp) => lenses.filter((l) => l.warnings.some((w) => pattern.test(w))).length
      expect({
        blank: warned(/没有给出球镜/),
        backwards: warned(/从小到大/),
        bothSigns: warned(/已按负柱镜整理/),
        repeats: warned(/不必重复/),
      }).toEqual({ blank: 17, backwards: 193, bothSigns: 118, repeats: 18 })
      expect(lenses.filter((l) => l.value && !l.value.available)).toHaveLength(3)
      const contacts = parseCatalog(table('domain/data/catalog/soft_contact_lenses_us.csv'), parseContactLensRow)
      expect(contacts.filter((l) => l.warnings.length).map((l) => [l.value!.series, l.warnings])).toEqual([
        ['MiSight 1 day', ['球镜范围 −0.50…+7.00 几乎只有正镜，请核对符号']],
      ])
      expect(contacts.filter((l) => l.value?.toric && l.value.multifocal)).toHaveLength(3)
    },
  )
})
