import { addDays } from '#kernel/contract/days.ts'

/** Seeded chance: the same clinic on every machine (mulberry32). */
export class Chance {
  constructor(private seed: number) {}
  /** In [0, 1). */
  next(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0
    let t = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }
  chance(share: number): boolean {
    return this.next() < share
  }
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!
  }
  /** Roughly normal around `mean`. */
  around(mean: number, spread: number): number {
    return mean + spread * (this.next() + this.next() + this.next() + this.next() - 2) * 0.87
  }
  shuffled<T>(list: readonly T[]): T[] {
    const out = [...list]
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.int(0, i)
      ;[out[i], out[j]] = [out[j]!, out[i]!]
    }
    return out
  }
}
export const quarter = (n: number): number => Math.round(n * 4) / 4 || 0
export const hundredth = (n: number): number => Math.round(n * 100) / 100
/** `2026-11-21` shifted by days. */
export const shiftDay = addDays
