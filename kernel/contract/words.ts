/** Texts by their Chinese keys in another language. */
import type { PaperWords } from './paper.ts'

export type Dictionary = Readonly<Record<string, string>>
/** A key in the language of a dictionary, else itself. Labels of a pair name their eye first. */
export function inWords(dictionary: Dictionary, key: string): string {
  const found = Object.hasOwn(dictionary, key) ? dictionary[key] : undefined
  if (found) return found
  const [, eye = '', rest = ''] = /^(右眼|左眼|双眼)(.+)$/.exec(key) ?? []
  return eye && dictionary[rest] ? `${inWords(dictionary, eye)} ${inWords(dictionary, rest).toLowerCase()}` : key
}
/** A sentence with its values: its key is `共 {0} 条`. */
export const sentenceIn = (tr: PaperWords['tr'], parts: TemplateStringsArray, values: ReadonlyArray<string | number>): string =>
  tr(parts.reduce((key, part, i) => `${key}{${i - 1}}${part}`)).replace(/\{(\d+)\}/g, (whole, i: string) =>
    values[Number(i)] === undefined ? whole : String(values[Number(i)]),
  )
export function wordsIn(dictionary: Dictionary, english: boolean): PaperWords {
  const tr = (key: string) => inWords(dictionary, key)
  return { tr, t: (parts, ...values) => sentenceIn(tr, parts, values), english }
}
