/**
 * Papers that tell of money or stock against their own record: every row must stand as the last change the audit holds of it, and every
 * change must have come by a request. The audit is sealed in turn (`auditChain`), so that a row cannot be rewritten behind the calls
 * unseen, whichever column, with the triggers or without.
 */
import type { Tables } from '#kernel/contract/tables.ts'
import type { Db } from '../database/client.ts'
import { ident, sql, type Sql } from '../database/sql.ts'
import { differencesOf, type Check } from '../verify.ts'

/** Tables whose rows tell of money or stock. */
export const postingTables = (declared: Tables): string[] =>
  Object.entries(declared)
    .filter(([, table]) => table.posts && !table.unaudited)
    .map(([name]) => name)
    .sort()

// Moments are compared as moments: their text depends on the zone of who wrote it.
const MOMENT = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:'
/** Concealed or secret values are not told by the audit. */
const CONCEALED = '^(sealed:-?\\d+:|\\*\\*\\*$)'

/** Rows of a table that stand otherwise than the audit says; `key` is the column its lines name. */
export const rowDifferences = (table: string, key: string): Sql => sql`
  select l.oid,
    format(
      '%s %s says %s in %s, its record says %s', ${table}::text, l.row_id, coalesce(n.present #>> '{}', 'nothing'), l.name,
      coalesce(l.value #>> '{}', 'nothing')
    ) what
  from (
    select distinct on (a.oid, a.row_id, c.key) a.oid, a.row_id, c.key name, c.value
    from audit a
    cross join lateral jsonb_each(a.after) c
    where a.tbl = ${table} and a.action in ('insert', 'update')
    order by a.oid, a.row_id, c.key, a.audit_id desc
  ) l
  join ${ident(table)} r on r.oid = l.oid and r.${ident(key)} = l.row_id
  cross join lateral (select to_jsonb(r) -> l.name present) n
  where to_jsonb(r) ? l.name
    and n.present is distinct from l.value
    and coalesce(l.value #>> '{}', '') !~ ${CONCEALED}::text
    and not case when n.present #>> '{}' ~ ${MOMENT}::text
      and l.value #>> '{}' ~ ${MOMENT}::text then (n.present #>> '{}')::timestamptz = (l.value #>> '{}')::timestamptz
      else false
    end
`
/** Rows of a table whose key has several columns, written once: each must be one of those recorded under its first column. */
export const lineDifferences = (table: string, key: string): Sql => sql`
  select r.oid, format('a line of %s %s is not what its record says', ${table}::text, r.${ident(key)}) what
  from ${ident(table)} r
  where exists (
    select
    from audit a
    where a.oid = r.oid and a.tbl = ${table} and a.row_id = r.${ident(key)} and a.action = 'insert'
  )
    and not exists (
      select
      from audit a
      where a.oid = r.oid and a.tbl = ${table} and a.row_id = r.${ident(key)} and a.action = 'insert' and to_jsonb(r) @> a.after
    )
`
/** Rows that are gone although no record says so. */
const missing = (table: string, key: string): Sql => sql`
  select a.oid, format('%s %s is gone, and no record says who deleted it', ${table}::text, a.row_id) what
  from (
    select distinct on (oid, row_id) oid, row_id, action
    from audit
    where tbl = ${table} and action <> 'read'
    order by oid, row_id, audit_id desc
  ) a
  where a.action <> 'delete'
    and not exists (select from ${ident(table)} r where r.oid = a.oid and r.${ident(key)} = a.row_id)
`
/** Changes of these tables that no request made. */
const unasked = (tables: readonly string[]): Sql => sql`
  select a.oid,
    format(
      '%s %s was changed by nobody on %s: %s', a.tbl, a.row_id, to_char(a.at, 'YYYY-MM-DD HH24:MI'),
      (select string_agg(name, ', ') from jsonb_object_keys(coalesce(a.after, a.before)) name)
    ) what
  from audit a
  where a.tbl = any(${tables}) and a.action in ('update', 'delete') and a.request is null and a.ctid_ is null
`
/** The column by which the audit names a row. */
export async function auditKeys(db: Db, tables: readonly string[]): Promise<ReadonlyArray<{ name: string; key: string; single: boolean }>> {
  return db.rows(
    { name: 'string', key: 'string', single: 'boolean' },
    sql`
      select c.relname::text name, a.attname::text "key", i.indnkeyatts = 2 single
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[1]
      where i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relname = any(${tables})
      order by 1
    `,
  )
}

export const recordsStand = (declared: Tables): Check => ({
  name: 'papers as recorded',
  run: async (db) => {
    const tables = postingTables(declared)
    const keyed = await auditKeys(db, tables)
    const queries = keyed.flatMap(({ name, key, single }) =>
      single ? [rowDifferences(name, key), missing(name, key)] : [lineDifferences(name, key)],
    )
    const { n } = await db.the({ n: 'number' }, sql`select count(*) n from audit where tbl = any(${tables})`)
    return {
      seen: `${n.toLocaleString('en')} changes of ${keyed.length} tables`,
      differences: await differencesOf(db, [...queries, unasked(tables)]),
    }
  },
})
