/**
 * What the second line of a lens label says: the eye and its parameters, as makers print them beside the UDI or put them into its article
 * number (AI 240): `R BC8.30 T-3.25 D10.6`. Pure; what is no parameter is named in `fault`, nothing is guessed.
 */
import { metaOf, z } from '#kernel/contract/index.ts'
import { lineParameters, type LineParameter } from '../fields.ts'

const Parameters = z.object(lineParameters).partial()
export interface Label {
  readonly eye?: 'od' | 'os'
  readonly said: z.output<typeof Parameters>
}
export type ReadLabel = (Label & { readonly fault?: undefined }) | { readonly fault: string }

const EYES: Readonly<Record<string, 'od' | 'os'>> = { R: 'od', OD: 'od', RE: 'od', L: 'os', OS: 'os', LE: 'os' }
/** Words of a label, the longer before those they begin with. */
const WORDS: ReadonlyArray<readonly [string, LineParameter]> = [
  ['SPH', 'sph'],
  ['PWR', 'sph'],
  ['CYL', 'cyl'],
  ['AXIS', 'axis'],
  ['AX', 'axis'],
  ['ADD', 'addition'],
  ['RZD', 'rzd'],
  ['LZA', 'lza'],
  ['TGT', 'target'],
  ['DIA', 'dia'],
  ['COL', 'colour'],
  ['BC', 'bc'],
  ['RC', 'rc'],
  ['AC', 'ac'],
  ['CT', 'ct'],
  ['T', 'target'],
  ['D', 'dia'],
]
const named = (word: string): readonly [LineParameter, string] | undefined => {
  const found = WORDS.find(([w]) => word.startsWith(w))
  return found && [found[1], word.slice(found[0].length).replace(/^[:=]/, '')]
}
/** A value as its field takes it: a number in its range, or one of its words. */
function valueOf(name: LineParameter, text: string): string | number | undefined {
  const field = lineParameters[name]
  const word = Object.entries(metaOf(field).options ?? {}).find(([key, label]) => [key.toUpperCase(), label].includes(text))?.[0]
  const value = word ?? (/^[-+−]?\d+(\.\d+)?$/.test(text) ? Number(text.replace('−', '-')) : undefined)
  const read = field.safeParse(value)
  return read.success ? (read.data ?? undefined) : undefined
}
/** True for a text that is a label's line and no number or UDI: it begins with an eye or a word of a parameter. */
export const isLabel = (text: string): boolean => {
  const [first = ''] = text
    .trim()
    .toUpperCase()
    .split(/[\s,;/]+/)
  return first in EYES || valueOf(...(named(first) ?? (['bc', ''] as const))) !== undefined
}
/** Reads the line: words in any order, parted by spaces, commas or strokes. */
export function readLabel(text: string): ReadLabel {
  const label: Partial<Record<LineParameter, string | number>> = {}
  let eye: 'od' | 'os' | undefined
  for (const word of text
    .trim()
    .toUpperCase()
    .split(/[\s,;/]+/)
    .filter(Boolean)) {
    const side = EYES[word]
    if (side !== undefined) {
      if (eye !== undefined && eye !== side) return { fault: '标签上有两只眼' }
      eye = side
      continue
    }
    const [name, rest] = named(word) ?? []
    const value = name && rest !== undefined ? valueOf(name, rest) : undefined
    if (!name || value === undefined) return { fault: `标签上的“${word}”无法识别` }
    if (label[name] !== undefined && label[name] !== value) return { fault: `标签上的“${word}”有两个不同的值` }
    label[name] = value
  }
  return eye || Object.keys(label).length ? { said: Parameters.parse(label), ...(eye ? { eye } : {}) } : { fault: '标签是空的' }
}
