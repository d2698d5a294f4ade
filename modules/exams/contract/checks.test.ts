import { describe, expect, it } from 'vitest'
import * as c from './checks.ts'

const codes = (findings: c.Finding[], level?: string) => findings.filter((f) => !level || f.level === level).map((f) => f.code)

describe('checks of an exam', () => {
  it('a cylinder without an axis is stopped, in words at the field', () => {
    expect(c.powerFindings({ dsOs: -2.75, dcOs: -1 })).toContainEqual(expect.objectContaining({ level: 'block', field: 'axOs', sentence: '左眼有柱镜时必须填写轴位' }))
    expect(codes(c.powerFindings({ dsOs: -2.75, dcOs: -1, axOs: 5 }))).toEqual([])
    expect(codes(c.powerFindings({ dsOs: -2.75, dcOs: 0 }))).toEqual([])
  })
  it('a power off the quarter grid is asked about, unless a device gave it', () => {
    expect(codes(c.powerFindings({ dsOd: -3.3 }))).toEqual(['quarter-dsOd'])
    expect(codes(c.powerFindings({ dsOd: -3.3 }, { fine: true }))).toEqual([])
  })
  it('a prism without a base is stopped', () => {
    expect(codes(c.powerFindings({ dsOd: 0, prismOd: 2 }), 'block')).toEqual(['base-missing-Od'])
  })
  it('values that fit the other eye are asked about; values that do not, are not', () => {
    const last = { examTime: '2026-05-01', values: { dsOd: -4, dsOs: -1 } }
    expect(codes(c.refractionFindings({ dsOd: -1.25, dsOs: -4.25 }, '2026-11-01', last))).toContain('swap')
    expect(codes(c.refractionFindings({ dsOd: -4.25, dsOs: -1.25 }, '2026-11-01', last))).toEqual([])
  })
  it('the swap detector finds exchanged eyes and is quiet on straight ones (1,000 visits)', () => {
    let seed = 7
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
    let [caught, alarms, apart] = [0, 0, 0]
    for (let i = 0; i < 1000; i++) {
      const was = [-6 * random(), -6 * random()]
      const now = was.map((s) => s - random() * 0.75)
      if (Math.abs(was[0]! - was[1]!) >= 1) {
        apart++
        if (c.swapped([now[1]!, now[0]!], was, 1)) caught++
      }
      if (c.swapped(now, was, 1)) alarms++
    }
    expect(alarms).toBeLessThanOrEqual(10)
    expect(caught / apart).toBeGreaterThan(0.6)
  })
  it('the halves of the PD make the whole', () => {
    expect(codes(c.pdFindings({ pdFar: 62, pdFarOd: 31.5, pdFarOs: 33 }), 'block')).toEqual(['pd-sum'])
    expect(codes(c.pdFindings({ pdFar: 62, pdFarOd: 31.5, pdFarOs: 30.5, pdNear: 58 }))).toEqual([])
  })
  it('fast growth, shrinking, swapped K and parts that do not add up are said', () => {
    const last = { examTime: '2025-11-21', values: { alOd: 23.5, alOs: 23.6 } }
    expect(codes(c.bioFindings({ alOd: 24, alOs: 23.4, k1Od: 44, k2Od: 43 }, '2026-11-21', last))).toEqual(expect.arrayContaining(['al-fast-Od', 'al-shrink-Os', 'k-order-Od', 'al-eyes']))
    expect(codes(c.bioFindings({ alOd: 23.9, acdOd: 3.5, ltOd: 3.4, vtOd: 15.5 }, '2026-11-21'))).toEqual(['al-parts-Od'])
  })
  it('two lines between the eyes and corrected below uncorrected are asked about', () => {
    expect(codes(c.visualFindings({ ucvaOd: 4.8, bcvaOd: 4.7, bcvaOs: 5.0 }))).toEqual(['below-ucva-Od', 'two-lines'])
  })
})
