/** A random number of this browser, by which the last scanned code counts; it names nobody. */
const KEY = 'mingmou.visitor'
export function visitor(): string {
  const kept = localStorage.getItem(KEY)
  if (kept) return kept
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(KEY, fresh)
  return fresh
}
