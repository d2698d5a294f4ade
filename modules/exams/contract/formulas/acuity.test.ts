import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as f from './acuity.ts'

const LINES = Array.from({ length: 14 }, (_, i) => (40 + i) / 10)

describe('visual acuity', () => {
  it('every line of the chart in five-grade, decimal, logMAR, Snellen and letters (GB 11533-2011)', () => {
    const row = (l: number) => [l, f.decimalOf(l), Math.round(f.logMar(l) * 10) / 10 || 0, f.snellen(l), f.snellen(l, 6), f.etdrsLetters(l)]
    expect(LINES.map(row)).toEqual([
      [4, '0.1', 1, '20/200', '6/60', 35],
      [4.1, '0.12', 0.9, '20/160', '6/48', 40],
      [4.2, '0.15', 0.8, '20/125', '6/38', 45],
      [4.3, '0.2', 0.7, '20/100', '6/30', 50],
      [4.4, '0.25', 0.6, '20/80', '6/24', 55],
      [4.5, '0.3', 0.5, '20/63', '6/19', 60],
      [4.6, '0.4', 0.4, '20/50', '6/15', 65],
      [4.7, '0.5', 0.3, '20/40', '6/12', 70],
      [4.8, '0.6', 0.2, '20/32', '6/9.5', 75],
      [4.9, '0.8', 0.1, '20/25', '6/7.5', 80],
      [5, '1.0', 0, '20/20', '6/6', 85],
      [5.1, '1.2', -0.1, '20/16', '6/4.8', 90],
      [5.2, '1.5', -0.2, '20/12.5', '6/3.8', 95],
      [5.3, '2.0', -0.3, '20/10', '6/3', 100],
    ])
  })
  it('low vision below the chart: 0.01 is 3.0, 0.02 is 3.3, 0.08 is 3.9', () => {
    const low = [
      [0.01, 3],
      [0.02, 3.3],
      [0.03, 3.5],
      [0.04, 3.6],
      [0.05, 3.7],
      [0.06, 3.8],
      [0.08, 3.9],
    ] as const
    for (const [decimal, line] of low) {
      expect(f.fiveGradeOf(decimal)).toBe(line)
      expect(Number(f.decimalOf(line))).toBeCloseTo(decimal, 9)
    }
    expect(() => f.fiveGradeOf(0)).toThrow(RangeError)
  })
  it('what somebody writes in any notation is the same line', () => {
    for (const line of LINES)
      for (const written of [line.toFixed(1), f.decimalOf(line), f.snellen(line)!, f.snellen(line, 6)!])
        expect(f.readAcuity(written), written).toEqual({ line })
    expect([f.readAcuity('4,8'), f.readAcuity(' 0.02 '), f.readAcuity('0.7')]).toEqual([{ line: 4.8 }, { line: 3.3 }, { line: 4.8 }])
  })
  it('codes keep their distance and are no numbers', () => {
    expect(['CF/50cm', '指数/30cm', '指数', '手动', 'LP', '无光感', 'nlp', 'FC 1m'].map(f.readAcuity)).toEqual([
      { code: 'CF', cm: 50 },
      { code: 'CF', cm: 30 },
      { code: 'CF', cm: null },
      { code: 'HM', cm: null },
      { code: 'LP', cm: null },
      { code: 'NLP', cm: null },
      { code: 'NLP', cm: null },
      { code: 'CF', cm: 100 },
    ])
  })
  it('what is no acuity is not guessed', () => {
    expect(['', '2.5', '5.4', '4.85', '-1', '0', '0.001', '20/0', 'CFx', 'abc', '6/6000'].map(f.readAcuity)).toEqual(
      Array.from({ length: 11 }, () => undefined),
    )
    fc.assert(fc.property(fc.string(), (s) => void f.readAcuity(s)))
  })
  it('a mean with a code in it is refused; a mean of lines is taken as logMAR', () => {
    expect(f.meanAcuity([{ line: 4.8 }, { line: 5 }])).toBeCloseTo(4.9, 9)
    expect([f.meanAcuity([{ line: 4.8 }, { code: 'CF', cm: 50 }]), f.meanAcuity([])]).toEqual([null, null])
  })
  it('acuities order from no light to the top of the chart', () => {
    const falling: f.Acuity[] = [
      { line: 5.3 },
      { line: 3 },
      { code: 'CF', cm: 50 },
      { code: 'CF', cm: 20 },
      { code: 'HM', cm: null },
      { code: 'LP', cm: null },
      { code: 'NLP', cm: null },
    ]
    for (let i = 1; i < falling.length; i++) expect(f.compareAcuity(falling[i - 1]!, falling[i]!)).toBeGreaterThan(0)
    expect(f.compareAcuity({ line: 4.9 }, { line: 4.9 })).toBe(0)
  })
})
