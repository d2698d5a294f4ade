/** Sentences put together elsewhere (refusals of the server, findings of the contract) by the keys whose placeholders fit them. */

export type SentenceWords = Readonly<Record<string, string>>
type Pattern = readonly [fits: RegExp, english: string]
const CHINESE = /[\u3400-\u9fff]/g
const PLACE = /\{\w+\}/g
/** Chinese characters left. */
const left = (text: string): number => text.match(CHINESE)?.length ?? 0

/** Keys with placeholders, the ones that say most first: `{what}不足` must not take what `账户{what}不足，请充值` says. */
const patternsOf = (words: SentenceWords): Pattern[] =>
  Object.entries(words)
    .filter(([key]) => /\{\w+\}/.test(key) && left(key))
    .map(([key, english]) => ({ key, english, said: left(key) * 100 + key.replace(PLACE, '').length }))
    .sort((a, b) => b.said - a.said)
    .map(({ key, english }) => [
      new RegExp(
        `^${key
          .split(PLACE)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('(.+?)')}$`,
      ),
      [...key.matchAll(PLACE)].reduce((text, [name], i) => text.replaceAll(name, `{${i}}`), english),
    ])
/** Marks between which a sentence may be told piece by piece, and what stands there in English. */
const COLON = ['：', ': '] as const
const BETWEEN = [
  ['。', '. '],
  ['；', '; '],
  ['，', ', '],
  ['、', ', '],
  [' ', ' '],
] as const

/** Tells sentences in English. The whole is tried before its pieces, and of what fits it takes what leaves the least Chinese. */
export function teller(words: SentenceWords, label: (key: string) => string): (sentence: string) => string {
  const patterns = patternsOf(words)
  const translations = new Map<string, string>()
  const fill = (sentence: string, [fits, english]: Pattern): string => {
    const values = (fits.exec(sentence) ?? []).slice(1)
    return english.replace(/\{(\d+)\}/g, (_, i: string) => tell(values[Number(i)] ?? ''))
  }
  const parts = (sentence: string, [mark, english]: readonly [string, string]): string => {
    const position = sentence.indexOf(mark)
    if (position < 0) return sentence
    return [sentence.slice(0, position), sentence.slice(position + 1)]
      .map((part) => tell(part.trim()))
      .join(english)
      .trim()
  }
  /** What follows its eye begins small, unless a name begins it. */
  const after = (rest: string): string => (left(rest[0] ?? '') ? tell(rest).replace(/^[A-Z](?=[a-z])/, (c) => c.toLowerCase()) : tell(rest))
  function* ways(sentence: string): Generator<string> {
    yield label(sentence)
    for (const pattern of patterns) if (pattern[0].test(sentence)) yield fill(sentence, pattern)
    yield parts(sentence, COLON)
    const eye = /^(右眼|左眼|双眼)[：，]?(.+)$/.exec(sentence)
    if (eye) yield `${label(eye[1] ?? '')}: ${after(eye[2] ?? '')}`
    const aside = /^(.*)（([^（）]+)）(.*)$/.exec(sentence)
    if (aside) yield [tell(aside[1] ?? ''), `(${tell(aside[2] ?? '')})`, tell(aside[3] ?? '')].filter(Boolean).join(' ')
    for (const mark of BETWEEN) yield parts(sentence, mark)
  }
  function tell(sentence: string): string {
    if (!left(sentence)) return sentence
    const cached = translations.get(sentence)
    if (cached !== undefined) return cached
    let best = sentence
    for (const way of ways(sentence)) {
      if (left(way) < left(best)) best = way
      if (!left(best)) break
    }
    if (translations.size > 2000) translations.clear()
    translations.set(sentence, best)
    return best
  }
  return tell
}
