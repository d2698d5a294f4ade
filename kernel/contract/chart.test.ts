import { describe, expect, it } from 'vitest'
import { chartOf, ticksOf, type LineChart } from './chart.ts'

const chart: LineChart = {
  title: '眼轴曲线',
  x: { from: 4, to: 10, unit: '岁' },
  y: { from: 20, to: 26, unit: 'mm' },
  bands: [
    {
      label: 'P50',
      points: [
        [4, 22],
        [10, 23.5],
      ],
    },
    {
      label: 'P97',
      points: [
        [4, 24],
        [7, 25.5],
        [10, 27],
      ],
    },
    {
      label: '外',
      points: [
        [4, 30],
        [10, 31],
      ],
    },
  ],
  series: [
    {
      label: 'OD',
      round: true,
      points: [
        [5, 22.4],
        [6, 22.9],
        [30, 23],
      ],
    },
    {
      label: 'OS',
      round: false,
      points: [
        [5, 22.1],
        [6, 22.5],
      ],
    },
  ],
}
const box = { width: 180, height: 62, size: 3 }

describe('a chart on paper', () => {
  const { lines, marks, texts } = chartOf(chart, box)
  const labels = texts.map(({ text }) => text)
  it('stays inside its box, and what does not lie in it is not drawn', () => {
    const points = [...lines.flatMap((l) => l.points), ...marks.map(({ x, y }) => [x, y] as const)]
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(box.width)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThanOrEqual(box.height)
    }
    expect(labels).not.toContain('外')
    // Two points of each eye and the two of the legend; an age of thirty is off the paper.
    expect(marks.filter((m) => m.round)).toHaveLength(3)
    expect(marks.filter((m) => !m.round)).toHaveLength(3)
  })
  it('puts longer above shorter and older right of younger', () => {
    const [, first, second] = marks
    expect(second!.x).toBeGreaterThan(first!.x)
    expect(second!.y).toBeLessThan(first!.y)
  })
  it('names a line of the reference at its end, or where it leaves the box', () => {
    const textNamed = (name: string) => texts.find(({ text }) => text === name)!
    expect(textNamed('P50').anchor).toBe('start')
    expect(textNamed('P97').anchor).toBe('middle')
    expect(textNamed('P97').x).toBeLessThan(textNamed('P50').x)
  })
  it('has whole numbers on its axes, no more than a dozen or so', () => {
    expect(labels.filter((text) => /^\d+$/.test(text))).toEqual([
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
      '20',
      '21',
      '22',
      '23',
      '24',
      '25',
      '26',
    ])
    expect(ticksOf(0.5, 60)[0]).toBe(1)
    expect(ticksOf(0, 60).length).toBeLessThanOrEqual(13)
  })
})
