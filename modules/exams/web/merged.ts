/** Two people wrote on one record: what each of them wrote stays, and where both wrote in one field both values are said. Pure. */
import type { FormValues } from '#kernel/web/index.ts'

export interface Merged {
  /** What somebody else wrote where nothing was typed. */
  readonly theirs: FormValues
  /** Fields both wrote another value in. */
  readonly both: ReadonlyArray<{ name: string; theirs: unknown; mine: unknown }>
}
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** `before` is what both began with. */
export function mergedOf(names: readonly string[], before: FormValues, theirs: FormValues, mine: FormValues): Merged {
  const changed = names.filter((name) => !same(before[name], theirs[name]))
  return {
    theirs: Object.fromEntries(changed.filter((name) => same(before[name], mine[name])).map((name) => [name, theirs[name] ?? null])),
    both: changed
      .filter((name) => !same(before[name], mine[name]) && !same(theirs[name], mine[name]))
      .map((name) => ({ name, theirs: theirs[name], mine: mine[name] })),
  }
}
