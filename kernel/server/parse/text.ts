/** Bytes of a file as text, whatever wrote them. */

/**
 * Text of unknown encoding: by its byte order mark, else UTF-16 by its zero bytes, else the first of `encodings` it is valid in. Else a
 * word: `binary` where zero bytes stand among others, `unknown` where no encoding fits.
 */
export function decodeAs(bytes: Uint8Array, encodings: readonly string[]): { text: string } | { not: 'binary' | 'unknown' } {
  const [a, b, c] = bytes
  const as = (encoding: string) => ({ text: new TextDecoder(encoding).decode(bytes) })
  if (a === 0xef && b === 0xbb && c === 0xbf) return as('utf-8')
  if (a === 0xff && b === 0xfe) return as('utf-16le')
  if (a === 0xfe && b === 0xff) return as('utf-16be')
  const sample = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  sample.forEach((byte, i) => byte === 0 && zeros[i % 2]!++)
  if (zeros[1]! > sample.length / 8 && zeros[0]! < sample.length / 50) return as('utf-16le')
  if (zeros[0]! > sample.length / 8 && zeros[1]! < sample.length / 50) return as('utf-16be')
  if (zeros[0]! + zeros[1]! > 0) return { not: 'binary' }
  for (const encoding of encodings) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
    } catch {
      // Not this encoding: the next one is tried.
    }
  }
  return { not: 'unknown' }
}
