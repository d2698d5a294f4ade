/** Characters no text may hold, wherever it comes from. */

/**
 * Control characters and halves of a character: PostgreSQL cannot keep NUL and halves, and nobody types the others. Tab, ends of lines and
 * FNC1 (ASCII 29, which scanners send between the elements of a code) may stand; a field says itself whether they do.
 */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001C\u001E\u001F\p{Cs}]/u
export const hasForbidden = (text: string): boolean => FORBIDDEN.test(text)

/**
 * Path to the first text in a value that holds a forbidden character, or to a name that does; undefined where there is none. Bytes are not
 * looked at.
 */
export function forbiddenIn(value: unknown): readonly string[] | undefined {
  // A stack of its own: what somebody sends may be nested deeper than calls may be.
  const waiting: Array<{ value: unknown; path: readonly string[] }> = [{ value, path: [] }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: found, path } = next
    if (typeof found === 'string') {
      if (hasForbidden(found)) return path
    } else if (found !== null && typeof found === 'object' && !ArrayBuffer.isView(found))
      for (const [name, inner] of Object.entries(found)) {
        if (hasForbidden(name)) return path
        waiting.push({ value: inner, path: [...path, name] })
      }
  }
  return undefined
}
