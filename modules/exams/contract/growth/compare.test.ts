import { describe, expect, it } from 'vitest'
import { compared, daysOf, MOST_DAYS } from './compare.ts'

const day = (values: object) => ({ refractions: [], ...values })
const line = (days: object[], field: string) => compared(days.map(day)).find((one) => one.field === field)

describe('visits beside each other', () => {
  it('are the days of the address, oldest first, each once, six at most', () => {
    expect(daysOf('2026-11-21,2025-11-20,2026-11-21,x')).toEqual(['2025-11-20', '2026-11-21'])
    expect(daysOf(Array.from({ length: 9 }, (_, i) => `202${i}-01-01`).join(','))).toHaveLength(MOST_DAYS)
    expect(daysOf(undefined)).toEqual([])
  })
  it('have each measure of two days or more, with what it changed by and which way', () => {
    const al = line([{ bioMeter: { alOd: 24.1 } }, { bioMeter: { alOd: 24.35 } }, { bioMeter: { alOd: 24.3 } }], 'alOd')
    expect(al).toMatchObject({ unit: 'mm', values: [24.1, 24.35, 24.3], changes: [null, 0.25, -0.05] })
    expect(line([{ bioMeter: { alOd: 24.1 } }, {}], 'alOd')).toBeUndefined()
  })
  it('compare with the visit before that has a value', () => {
    expect(line([{ iop: { iopOs: 14 } }, {}, { iop: { iopOs: 17 } }], 'iopOs')).toMatchObject({
      values: [14, null, 17],
      changes: [null, null, 3],
    })
  })
  it('compare a refraction with one made in the same way, and an axis by the shorter way round', () => {
    const [old, now] = [
      {
        refractions: [
          { kind: 4, dsOd: -1, axOd: 175 },
          { kind: 2, dsOd: -3 },
        ],
      },
      { refractions: [{ kind: 4, dsOd: -1.5, axOd: 5 }] },
    ]
    expect(compared([old, now]).map(({ field, way, changes }) => [field, way, changes[1]])).toEqual([
      ['dsOd', expect.any(String), -0.5],
      ['axOd', expect.any(String), 10],
    ])
  })
})
