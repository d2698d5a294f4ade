/** SQL as tagged templates (the library sql-template-tag): values travel as parameters, fragments nest. */
import sql, { empty, join, raw, Sql } from 'sql-template-tag'
export { sql, empty, join, raw, Sql }

/** A condition of a list, or nothing where a filter was not given. */
export type Condition = Sql | boolean | '' | null | undefined
/** `a and b and c` of the conditions that apply; `true` when none does. */
export const all = (conditions: readonly Condition[]): Sql => {
  const present = conditions.filter((c): c is Sql => c instanceof Sql)
  return present.length ? join(present, ' and ') : sql`true`
}

/**
 * Stands in a statement that PostgreSQL plans with its values each time. Otherwise it would keep, after five runs, one plan for all values,
 * and of a list of ids it does not know how long it is: forty thousand orders were looked up one by one.
 */
export const plannedAnew: Sql = raw('/* planned anew */')

/** The first moment of a day. A moment compared with a `date` loses its index behind the wall, as that operator is not leakproof. */
export const dayStart = (day: string): Sql => sql`${day}::date::timestamptz`
/** The first moment after a day. */
export const dayEnd = (day: string): Sql => sql`(${day}::date + 1)::timestamptz`

/**
 * States of the code, standing in the text of a statement: `status = ${lit(bill.is.unpaid)}`, `status in ${lit(bill.in.due)}`. As
 * parameters they would hide from the planner which partial index fits. Whole numbers only: nothing typed by anybody gets in here.
 */
export const lit = (states: number | readonly number[]): Sql => {
  const all = [states].flat()
  if (!all.length || !all.every(Number.isSafeInteger)) throw new Error(`not states of the code: ${String(states)}`)
  return raw(typeof states === 'number' ? `${states}` : `(${all.join(', ')})`)
}

/**
 * The id in `word:12` or `word:12:…`, of any word where none is named; null of any other text. A cast that stands beside the condition that
 * guards it is tried on every row as soon as the planner joins by hash, and one `freed-order:9:x` then ends the statement: here the guard
 * is inside.
 */
export const idIn = (column: Sql, word = '[a-z_]+'): Sql => {
  if (!/^[[\]a-z_+-]+$/.test(word)) throw new Error(`not a word of a key: ${word}`)
  return sql`
    case when ${column} ~ ${raw(`'^${word}:[0-9]{1,18}(:|$)'`)} then split_part(${column}, ':', 2)::bigint
    end
  `
}

/** A column or table name, quoted; for names that come from code, never from input. */
export const ident = (name: string): Sql => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not a column name: ${name}`)
  return raw(name)
}

/** `dsOd` → `ds_od`. PostgreSQL keeps the name `ctid` for itself, so the column of that field is `ctid_`. */
export const snake = (name: string): string => (name === 'ctid' ? 'ctid_' : name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`))
/** `ds_od` → `dsOd`, `ctid_` → `ctid`; names without an underscore stay as they are. */
export const camel = (name: string): string => (name === 'ctid_' ? 'ctid' : name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase()))
