/** How many of something each key (a token, an address, an account) has at once. */
export class AtOnce {
  private readonly counts = new Map<string, number>()
  constructor(private readonly most: number) {}

  /** Takes one more for a key and answers how it is given back; undefined where the key has all it may. */
  take(key: string): (() => void) | undefined {
    const n = this.counts.get(key) ?? 0
    if (n >= this.most) return undefined
    this.counts.set(key, n + 1)
    let granted = false
    return () => {
      if (granted) return
      granted = true
      const left = this.counts.get(key)! - 1
      if (left) this.counts.set(key, left)
      else this.counts.delete(key)
    }
  }
}
