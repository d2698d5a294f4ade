/** Codes a receipt printer draws itself. */

const ascii = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0))
/**
 * CODE128 as the command wants it – letters in set B, an even run of closing digits in set C – with its symbols; undefined for what it
 * cannot say.
 */
function code128(text: string): { data: number[]; symbols: number } | undefined {
  if (!/^[ -z|}~]+$/.test(text)) return undefined
  const [, letters = '', digits = ''] = /^(.*?)((?:\d\d)*)$/.exec(text) ?? []
  // Changing sets costs a symbol.
  if (digits.length < 4) return { data: [...ascii('{B'), ...ascii(text)], symbols: text.length }
  const pairs = (digits.match(/\d\d/g) ?? []).map(Number)
  if (!letters) return { data: [...ascii('{C'), ...pairs], symbols: pairs.length }
  return { data: [...ascii('{B'), ...ascii(letters), ...ascii('{C'), ...pairs], symbols: letters.length + 1 + pairs.length }
}
/** Bars of two dots at the thinnest, with the text below; undefined where the roll has no room for them. */
export function barOf(text: string, dots: number, high: number): number[] | undefined {
  const code = code128(text)
  // Start, symbols, checksum and stop, with ten modules of quiet at both sides.
  if (!code || code.data.length > 255 || ((2 + code.symbols) * 11 + 13 + 20) * 2 > dots) return undefined
  return [0x1d, 0x68, high, 0x1d, 0x77, 2, 0x1d, 0x48, 2, 0x1d, 0x6b, 73, code.data.length, ...code.data]
}

/** Bytes a QR code holds at level M, by its version. */
const CAPACITY = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666]
/** Modules at a side, the quiet around it too. */
export const qrSide = (bytes: number): number => {
  const version = CAPACITY.findIndex((most) => bytes <= most)
  return 17 + 4 * ((version < 0 ? CAPACITY.length : version) + 1) + 8
}
/** UTF-8, which readers of QR codes take. */
const utf8 = (text: string): number[] => {
  const escaped = encodeURIComponent(text)
  return Array.from(escaped.matchAll(/%([0-9A-F]{2})|./g), ([char, hex]) => (hex ? Number.parseInt(hex, 16) : char.charCodeAt(0)))
}
export function qrOf(text: string, dots: number): number[] {
  const data = utf8(text)
  const module = Math.max(1, Math.min(6, Math.floor(dots / qrSide(data.length))))
  const size = data.length + 3
  const commands = [
    [4, 0, 0x31, 0x41, 0x32, 0],
    [3, 0, 0x31, 0x43, module],
    [3, 0, 0x31, 0x45, 0x31],
    [size & 0xff, size >> 8, 0x31, 0x50, 0x30, ...data],
    [3, 0, 0x31, 0x51, 0x30],
  ]
  return commands.flatMap((command) => [0x1d, 0x28, 0x6b, ...command])
}
