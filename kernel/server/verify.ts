/**
 * `npm run verify`: what the database keeps, computed a second time by other means. Every check is a line in a list; it names each
 * difference, so that somebody can go and look. Run as the owner of the database: the wall would hide what a check is there to find.
 */
import type { Db } from './database/client.ts'
import { raw, sql, type Sql } from './database/sql.ts'

/** What a check went through, and what did not agree. */
export interface CheckResult {
  /** One line: how much was checked. */
  readonly seen: string
  readonly differences: readonly string[]
}
/** One check: its name, and what it finds in all organisations. */
export interface Check {
  readonly name: string
  readonly run: (db: Db) => Promise<CheckResult>
  /** How what it finds is built anew, where what is kept only repeats what stands elsewhere. */
  readonly parts?: readonly DerivedPart[]
}
/** Something that is kept beside its sources and can be built from them. */
export interface DerivedPart {
  readonly name: string
  /** What is kept otherwise than its sources say. */
  readonly differences: readonly Sql[]
  readonly build: readonly Sql[]
  /** Asked before the transaction begins, which sees the database as it is then: locks, let go when it has ended. */
  readonly alone?: Sql
  readonly isolation?: 'read committed' | 'repeatable read'
}

const SHOWN = 50

/** Builds one part from its sources, in a transaction of its own. */
export async function build(db: Db, { build: queries, alone, isolation = 'read committed' }: DerivedPart): Promise<void> {
  try {
    if (alone) await db.run(alone)
    await db.run(sql`begin isolation level ${raw(isolation)}`)
    for (const query of queries) await db.run(query)
    await db.run(sql`commit`)
  } finally {
    await db.run(sql`rollback`)
    await db.run(sql`select pg_advisory_unlock_all()`)
  }
}
/**
 * Builds anew the parts that differ, one after the other. What agrees is left: a run that was cut short goes on with what is left to do.
 * Where the sources do not agree among themselves, nothing is built: sums of wrong rows would only hide them. Answers whether it was.
 */
export async function mend(db: Db, checks: readonly Check[], print: (line: string) => void): Promise<boolean> {
  const wrong: string[] = []
  for (const { name, run, parts } of checks) if (!parts && (await run(db)).differences.length) wrong.push(name)
  if (wrong.length) {
    print(`Nothing is built anew: the sources differ (${wrong.join(', ')}). What they differ in is listed below; mend that first.`)
    return false
  }
  for (const part of checks.flatMap(({ parts = [] }) => parts)) {
    const from = performance.now()
    const differences = await differencesOf(db, part.differences)
    if (!differences.length) continue
    for (const difference of differences.slice(0, SHOWN)) print(`    will change: ${difference}`)
    await build(db, part)
    print(`built anew: ${part.name} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
  }
  return true
}

/** What queries find that must not be: each answers rows of an organisation (`oid`) with a sentence (`what`). */
export async function differencesOf(db: Db, queries: readonly Sql[]): Promise<string[]> {
  const differences: string[] = []
  for (const query of queries)
    for (const { oid, what } of await db.rows({ oid: 'number', what: 'string' }, sql`${query} order by 1 limit 200`))
      differences.push(`organisation ${oid}, ${what}`)
  return differences
}

/** Runs the checks one after the other, printing each with its differences; answers how many differences there are. */
export async function verify(db: Db, checks: readonly Check[], print: (line: string) => void): Promise<number> {
  let total = 0
  for (const { name, run } of checks) {
    const from = performance.now()
    const { seen, differences } = await run(db)
    total += differences.length
    print(`${differences.length ? '✗' : '✓'} ${name}: ${seen} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
    for (const difference of differences.slice(0, SHOWN)) print(`    ${difference}`)
    if (differences.length > SHOWN) print(`    … and ${differences.length - SHOWN} more`)
  }
  print(total ? `${total} ${total === 1 ? 'difference' : 'differences'}.` : 'Everything agrees.')
  return total
}
