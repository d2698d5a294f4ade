/**
 * What does not fit the shape it was declared with, outside strict mode: counted every time, written down once, and answered all the same.
 */
const counters = new Set<(of: string) => void>()
const reported = new Set<string>()
/** Lines written down at most: a process that misfits everywhere has said enough. */
const ENOUGH = 1000

/** Has every misfit of this process counted, until the answered function is called. `label`: the call, or `rows`. */
export function onMisfit(count: (label: string) => void): () => void {
  counters.add(count)
  return () => void counters.delete(count)
}

/** Counts a misfit and writes a new one down. No value is named: it may be a person's. */
export function misfit(label: string, what: string): void {
  for (const count of counters) count(label)
  const line = `${label}: ${what}`
  if (reported.has(line) || reported.size >= ENOUGH) return
  reported.add(line)
  console.error(JSON.stringify({ at: new Date().toISOString(), misfit: label, what }))
}
