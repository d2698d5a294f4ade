/** GB 18030, which receipt printers of this country read. The browser only decodes it, so the table is what it decodes. */

let pairs: ReadonlyMap<string, readonly number[]> | undefined
let quads: ReadonlyMap<string, readonly number[]> | undefined
const decoder = new TextDecoder('gb18030')
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const tableOf = (sequences: Iterable<readonly number[]>): Map<string, readonly number[]> => {
  const table = new Map<string, readonly number[]>()
  for (const bytes of sequences) {
    const char = decoder.decode(Uint8Array.from(bytes))
    if (char !== '\ufffd' && [...char].length === 1 && !table.has(char)) table.set(char, bytes)
  }
  return table
}
function* twoBytes(): Generator<number[]> {
  const second = [...range(0x40, 0x7e), ...range(0x80, 0xfe)]
  for (const a of range(0x81, 0xfe)) for (const b of second) yield [a, b]
}
const DIGITS = range(0x30, 0x39)
/** The rest of the plane most characters are of. */
function* fourBytes(): Generator<number[]> {
  for (const a of range(0x81, 0x84)) for (const b of DIGITS) for (const c of range(0x81, 0xfe)) for (const d of DIGITS) yield [a, b, c, d]
}
/** Characters beyond it follow each other from 90 30 81 30. */
function beyond(code: number): number[] {
  let n = code - 0x10000
  const d = n % 10
  n = Math.floor(n / 10)
  const c = n % 126
  n = Math.floor(n / 126)
  return [0x90 + Math.floor(n / 10), 0x30 + (n % 10), 0x81 + c, 0x30 + d]
}
function bytesOf(char: string): readonly number[] {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x80) return [code]
  if (code > 0xffff) return beyond(code)
  const two = (pairs ??= tableOf(twoBytes())).get(char)
  return two ?? (quads ??= tableOf(fourBytes())).get(char) ?? [0x3f]
}
export const gb18030 = (text: string): Uint8Array => Uint8Array.from([...text].flatMap((char) => [...bytesOf(char)]))
