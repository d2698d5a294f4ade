import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasShared, sharedText } from '../../../tests/shared.ts'
import { parseContactLensRow, parseLensRow, powerOf, stockGrid } from './catalog.ts'

const row = (values: Record<string, string>) => ({ brand: 'B', line: 'L', type: 'FSV_STOCK_LENS', index: '1.56', dia_mm: '70', sph_min: '0', sph_max: '-6', cyl_min: '0', cyl_max: '-2', available: 'true', ...values })
const table = (file: string) => {
  const [head, ...lines] = sharedText(file).trim().split(/\r?\n/).map((l) => l.split(','))
  return lines.map((l) => Object.fromEntries(head!.map((h, i) => [h, l[i]])))
}

describe('lens catalogue', () => {
  it('ranges written backwards and cylinders of either sign are put in order, and said', () => {
    const { value, warnings } = parseLensRow(row({ cyl_min: '2', cyl_max: '-2' }))
    expect(value).toMatchObject({ sphMin: -6, sphMax: 0, cylMin: -2, cylMax: 0, lensType: 1, classifyStatus: 1 })
    expect(warnings).toHaveLength(2)
  })
  it('what cannot be is an error that names its column', () => {
    expect(parseLensRow(row({ sph_min: 'abc', index: '15', type: 'X', brand: '' })).errors.map((e) => e.column)).toEqual(expect.arrayContaining(['brand', 'type', 'index', 'sph_min']))
    expect(parseLensRow(row({ sph_min: '-60' })).errors[0]).toEqual({ column: 'sph_min', sentence: '球镜下限：-60 超出 ±40' })
  })
  it('powers in any dress are read', () => {
    expect(['−2.25', '＋0.75', '-1,50', 'PL', '3 D', '', '—', 'x'].map(powerOf)).toEqual([-2.25, 0.75, -1.5, 0, 3, null, null, undefined])
    fc.assert(fc.property(fc.string(), (s) => void powerOf(s)))
  })
  it('the stock grid has every quarter step and respects the combined power', () => {
    expect(stockGrid({ sphMin: -1, sphMax: 0, cylMin: -0.5 })).toHaveLength(15)
    expect(stockGrid({ sphMin: -8, sphMax: 0, cylMin: -2, combinedMax: 8 }).every(({ sph, cyl }) => Math.abs(sph) + Math.abs(cyl) <= 8)).toBe(true)
  })
  it.skipIf(!hasShared)('reads all 230 spectacle-lens rows and names the 3 of 79 soft lenses whose range is half missing', () => {
    const lenses = table('domain/data/catalog/stock_lenses_essilor_crizal_in.csv').map(parseLensRow)
    expect(lenses.filter((l) => l.value)).toHaveLength(230)
    expect(lenses.filter((l) => l.warnings.length).length).toBeGreaterThan(100)
    for (const { value } of lenses) if (value!.sphMin !== null) expect(value!.sphMin).toBeLessThanOrEqual(value!.sphMax!)
    const soft = table('domain/data/catalog/soft_contact_lenses_us.csv').map(parseContactLensRow)
    expect(soft.filter((l) => l.value)).toHaveLength(76)
    expect(soft.filter((l) => !l.value).map((l) => l.errors)).toEqual(Array.from({ length: 3 }, () => [{ column: 'sph_max_d', sentence: '球镜范围：必填' }]))
  })
})
