/** Growth curve of the report as SVG: black on white for mono printers. Right eye solid with discs, left eye dashed with open squares. */
import { ageOn } from '#kernel/contract/index.ts'
import { he2023 } from '#modules/exams/contract/references/axial-length.ts'
import type { ReportFacts } from './facts.ts'
import type { Text } from './texts.ts'

export type Lang = keyof Text
const WIDTH = 680
const HEIGHT = 240
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 92, 12, 22]
/** Drawn percentiles, and the shade of the areas between them. */
const DRAWN = [3, 10, 25, 50, 75, 90, 95] as const
const TINTS = ['#f6f7f7', '#eff1f1', '#e3e7e7', '#e3e7e7', '#eff1f1', '#f6f7f7'] as const
const words = {
  right: { zh: '右', en: 'R' },
  left: { zh: '左', en: 'L' },
  years: { zh: ' 岁', en: ' y' },
  label: { zh: '眼轴随年龄的变化，单位毫米', en: 'Length of the eyes over age, millimetres' },
} as const satisfies Record<string, Text>

const fixed = (n: number): string => n.toFixed(1)
const path = (points: ReadonlyArray<readonly [number, number]>): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${fixed(x)} ${fixed(y)}`).join('')

/** Empty with fewer than two lengths, or without sex or birth. */
export function curveSvg({ lengths, birth, gender, day }: ReportFacts, lang: Lang): string {
  const points = lengths.flatMap((p) => (p.age === null ? [] : [{ ...p, age: p.age }]))
  const now = birth ? ageOn(birth, day)?.decimal : undefined
  if (points.length < 2 || gender === null || now === undefined) return ''
  const ages = points.map((p) => p.age)
  const values = points.flatMap((p) => [p.od, p.os].filter((n) => n !== null))
  const [from, to] = [Math.min(...ages, now) - 0.3, Math.max(...ages, now) + 1]
  const [low, high] = [Math.floor((Math.min(...values) - 0.6) * 2) / 2, Math.ceil((Math.max(...values) + 0.6) * 2) / 2]
  const x = (age: number) => LEFT + ((age - from) / (to - from)) * (WIDTH - LEFT - RIGHT)
  const y = (mm: number) => TOP + ((high - mm) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const scale = { x, y, from, to, low, high }
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words.label[lang]}">`,
    `<clipPath id="in-${lang}"><rect x="${LEFT}" y="${TOP}" width="${WIDTH - LEFT - RIGHT}" height="${HEIGHT - TOP - BOTTOM}"/></clipPath>`,
    bands(gender, scale, lang),
    axes(scale, lang),
    `<path d="M${fixed(x(now))} ${TOP}V${HEIGHT - BOTTOM}" stroke="#888" stroke-width=".8"/>`,
    eye(points, 'od', scale, words.right[lang], !higher(points)),
    eye(points, 'os', scale, words.left[lang], higher(points)),
    '</svg>',
  ].join('')
}
interface At {
  x: (age: number) => number
  y: (mm: number) => number
  from: number
  to: number
  low: number
  high: number
}

/** Areas between the percentiles of the sex, the median dotted, labels beyond the right edge. */
function bands(gender: number, { x, y, from, to, low, high }: At, lang: Lang): string {
  const ages = Array.from({ length: 41 }, (_, i) => from + (i / 40) * (to - from)).filter(
    (age) => age >= he2023.ages[0] && age <= he2023.ages[1],
  )
  const lines = DRAWN.map((p) => {
    const column = he2023.shown.indexOf(p)
    return ages.flatMap((age): Array<[number, number]> => {
      const mm = he2023.linesAt(gender, age)?.[column]
      return mm === undefined ? [] : [[x(age), y(mm)]]
    })
  })
  const areas = TINTS.map((tint, i) => `<path d="${path([...(lines[i] ?? []), ...(lines[i + 1] ?? []).toReversed()])}Z" fill="${tint}"/>`)
  const names = DRAWN.flatMap((p, i) => {
    const [end] = lines[i]?.slice(-1) ?? []
    return end && end[1] > y(high) + 4 && end[1] < y(low) - 4
      ? [`<text x="${fixed(end[0] + 5)}" y="${fixed(end[1] + 3)}" class="dim">P${p}</text>`]
      : []
  })
  const middle = `<path d="${path(lines[3] ?? [])}" fill="none" stroke="#777" stroke-dasharray="1.5 3"/>`
  return `<g clip-path="url(#in-${lang})">${areas.join('')}${middle}</g>${names.join('')}`
}
function axes({ x, y, from, to, low, high }: At, lang: Lang): string {
  const step = high - low > 4 ? 1 : 0.5
  const marks = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step)
  const years = Array.from({ length: Math.floor(to) - Math.ceil(from) + 1 }, (_, i) => Math.ceil(from) + i)
  return [
    ...marks.flatMap((mm) => [
      `<path d="M${LEFT} ${fixed(y(mm))}H${WIDTH - RIGHT}" stroke="#ddd" stroke-width=".6"/>`,
      `<text x="${LEFT - 6}" y="${fixed(y(mm) + 3.5)}" text-anchor="end">${mm.toFixed(1)}</text>`,
    ]),
    ...years.map((age) => `<text x="${fixed(x(age))}" y="${HEIGHT - 6}" text-anchor="middle">${age}${words.years[lang]}</text>`),
  ].join('')
}
/** True where the left eye ends above the right: its label goes above, the other below. */
function higher(points: ReadonlyArray<{ od: number | null; os: number | null }>): boolean {
  const last = (eye: 'od' | 'os') => points.findLast((p) => p[eye] !== null)?.[eye] ?? 0
  return last('os') > last('od')
}
/** Line of an eye, its points, and its last value above or below. */
function eye(
  points: ReadonlyArray<{ age: number; od: number | null; os: number | null }>,
  eye: 'od' | 'os',
  { x, y }: At,
  name: string,
  above: boolean,
): string {
  const own = points.flatMap((p): Array<[number, number, number]> => (p[eye] === null ? [] : [[x(p.age), y(p[eye]), p[eye]]]))
  const last = own.at(-1)
  if (!last) return ''
  const right = eye === 'od'
  const mark = ([px, py]: readonly [number, number, number]) =>
    right
      ? `<circle cx="${fixed(px)}" cy="${fixed(py)}" r="3.2"/>`
      : `<rect x="${fixed(px - 3)}" y="${fixed(py - 3)}" width="6" height="6" fill="#fff" stroke="#000" stroke-width="1.2"/>`
  const line = path(own.map(([px, py]): [number, number] => [px, py]))
  const [left, top] = [fixed(last[0] + 8), fixed(last[1] + (above ? -5 : 13))]
  return [
    `<path d="${line}" fill="none" stroke="#000" stroke-width="1.6"${right ? '' : ' stroke-dasharray="5 3"'}/>`,
    ...own.map(mark),
    `<text x="${left}" y="${top}" class="last">${name} ${last[2].toFixed(2)}</text>`,
  ].join('')
}
