/** Scripts: what is said, with the facts of the member filled in. */
export interface ScriptFacts {
  readonly name: string
  readonly store: string
  /** Day of the last visit; null where there was none. */
  readonly lastVisit: string | null
  readonly doctor: string | null
}
/** A piece of a script; `fact` is filled in and shown as such, so that a wrong one is seen before it is said. */
export interface ScriptPiece {
  readonly text: string
  readonly fact: boolean
}
/** Words said where a fact is not known. */
const unknown: Readonly<Record<string, string>> = { name: '您', store: '本店', lastVisit: '前一段时间', doctor: '医生' }

/** A script in pieces. */
export function piecesOf(script: string, facts: ScriptFacts): ScriptPiece[] {
  const details: Readonly<Record<string, string | null>> = { ...facts }
  return script
    .split(/(\{(?:name|store|lastVisit|doctor)\})/)
    .filter(Boolean)
    .map((part) => {
      const word = /^\{(\w+)\}$/.exec(part)?.[1]
      return word ? { text: details[word] ?? unknown[word] ?? '', fact: true } : { text: part, fact: false }
    })
}
/** A script as it is read out. */
const spoken = (script: string, facts: ScriptFacts): string =>
  piecesOf(script, facts)
    .map((p) => p.text)
    .join('')
/** A script as the content of a message, whose template greets by itself and names the store. */
export const written = (script: string, facts: ScriptFacts): string =>
  spoken(script.replace(/^\{name\}(?:的家长)?您好，?/, ''), facts).slice(0, 200)

/** Which of two scripts a task has: every other the comparison. */
export const armOf = (rvid: number): 0 | 1 => (rvid % 2 === 1 ? 1 : 0)
