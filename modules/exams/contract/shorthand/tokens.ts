/** A line cut into its items and tokens, each with its place, so that what is not understood can be marked where it stands. */

export interface Token {
  readonly text: string
  /** Places in the line: from the first letter to behind the last. */
  readonly from: number
  readonly to: number
}
export interface ItemText {
  readonly text: string
  readonly from: number
  readonly tokens: readonly Token[]
}
/** Quoted texts and signs without a blank; a semicolon ends an item. */
const PART = /(?:"(?:[^"\\]|\\.)*"|[^\s;；"])+|[;；]|"/gu
const PIECE = /"(?:[^"\\]|\\.)*"|\/|[^"/]+|"/gu
const QUOTES = /"(?:[^"\\]|\\.)*"|[^"]+/gu
const isQuoted = (text: string): boolean => text.startsWith('"')
/** What a token says of one eye and of the other: cut at its slashes, but for those in quotes. */
export function partsOf({ text }: Token): string[] {
  const parts = ['']
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece === '/') parts.push('')
    else parts.push((parts.pop() ?? '') + piece)
  }
  return parts
}

/** What was typed on whatever keyboard, as the grammar writes it. Every sign stays one sign, so that places hold. */
const plain = (line: string): string =>
  line.replace(/[−–—＋／＊＠：＝×。，！？]/g, (c) => '---+/*@:=x.,!?'['−–—＋／＊＠：＝×。，！？'.indexOf(c)] ?? c)

export function itemsOf(line: string): ItemText[] {
  const items: Token[][] = [[]]
  for (const found of line.matchAll(PART)) {
    const [text] = found
    if (text === ';' || text === '；') items.push([])
    else
      items.at(-1)?.push({
        text: text.replaceAll(QUOTES, (piece) => (isQuoted(piece) ? piece : plain(piece))),
        from: found.index,
        to: found.index + text.length,
      })
  }
  return items.flatMap((tokens) => {
    const [first, last] = [tokens[0], tokens.at(-1)]
    return first && last ? [{ text: line.slice(first.from, last.to), from: first.from, tokens }] : []
  })
}
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
export const isNumber = (text: string): boolean => NUMBER.test(text)
