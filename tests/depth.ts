/**
 * How far a test goes. `npm test` takes a share of what multiplies (sizes, languages, seeds, sequences); `npm run test:deep` sets DEEP=1
 * and takes all of it. A test exists once and asks here.
 */

/** True in the deep run. */
export const deep = process.env.DEEP === '1'

/** Seed of every random test: fixed, so that a red run is red again; the deep run draws a new one and prints it. */
export const SEED = Number(process.env.SEED ?? 20_261_127)

/** Rounds of a random test: `all` in the deep run, a tenth otherwise, but not fewer than `least`. */
export const rounds = (all: number, least = 1): number => (deep ? all : Math.max(Math.min(least, all), Math.ceil(all / 10)))

/** FNV-1a of a text, 32 bits: the same on every machine. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  // The low bits of FNV-1a depend on the low bits of the text alone.
  return (hash ^ (hash >>> 15)) >>> 0
}

/** All variants in the deep run; otherwise one, chosen by the hash of a name, so that over many names every variant occurs. */
export const chosen = <T>(name: string, variants: readonly T[]): readonly T[] =>
  deep ? variants : variants.slice(hashOf(name) % variants.length).slice(0, 1)
