/**
 * Resolves ids in audit columns to names of stores, staff and goods. Member ids stay ids: the line shows its member separately, masked
 * where the record is locked.
 */
import { ident, sql, type Cx } from '#kernel/server/index.ts'

interface Target {
  table: string
  key: string
}
type Points = ReadonlyMap<string, ReadonlyMap<string, Target>>
let cached: Points | undefined

/** Table → column → referenced row, from the database's foreign keys to what the server may read; only migrations change them. */
export async function referencesOf(cx: Cx): Promise<Points> {
  if (cached) return cached
  const keys = await cx.db.rows(
    { tbl: 'string', name: 'string', target: 'string', key: 'string' },
    sql`
      select k.conrelid::regclass::text tbl, a.attname::text name, k.confrelid::regclass::text target, f.attname::text key
      from pg_constraint k
      cross join unnest(k.conkey, k.confkey) u(own, theirs)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.own
      join pg_attribute f on f.attrelid = k.confrelid and f.attnum = u.theirs
      where k.contype = 'f'
        and a.attname <> 'oid'
        and has_column_privilege(k.confrelid, f.attname, 'select')
        and exists (
          select
          from pg_attribute n
          where n.attrelid = k.confrelid and n.attname = 'name' and n.atttypid = 'text'::regtype and not n.attisdropped
        )
        and not exists (select from pg_attribute m where m.attrelid = k.confrelid and m.attname = 'pid')
    `,
  )
  const points = new Map<string, Map<string, Target>>()
  for (const { tbl, name, target, key } of keys) {
    const columns = points.get(tbl) ?? new Map<string, Target>()
    points.set(tbl, columns.set(name, { table: target, key }))
  }
  return (cached = points)
}

interface Line {
  tbl: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
/** Returns a resolver from stored ids to names; undefined for ids without a name or a row. */
export async function namesIn(
  cx: Cx,
  lines: readonly Line[],
): Promise<(tbl: string, column: string, value: unknown) => string | undefined> {
  const points = await referencesOf(cx)
  const requested = new Map<string, { target: Target; ids: Set<number> }>()
  for (const { tbl, before, after } of lines)
    for (const [column, target] of points.get(tbl) ?? [])
      for (const id of [before?.[column], after?.[column]]) {
        if (typeof id !== 'number') continue
        const key = `${target.table}.${target.key}`
        const { ids } = requested.get(key) ?? { ids: new Set<number>() }
        requested.set(key, { target, ids: ids.add(id) })
      }
  const names = new Map<string, string>()
  for (const [key, { target, ids }] of requested) {
    const rows = await cx.db.rows(
      { id: 'number', name: 'string | null' },
      sql`
        select ${ident(target.key)} id, name
        from ${ident(target.table)}
        where ${ident(target.key)} = any(${[...ids]})
      `,
    )
    for (const { id, name } of rows) if (name) names.set(`${key}.${id}`, name)
  }
  return (tbl, column, value) => {
    const target = points.get(tbl)?.get(column)
    return target && typeof value === 'number' ? names.get(`${target.table}.${target.key}.${value}`) : undefined
  }
}
