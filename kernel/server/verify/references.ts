/**
 * Foreign references: every row another one names is there. The database keeps them as it writes; a restore or a disabled trigger may not
 * have.
 */
import { ident, idIn, join, raw, sql } from '../database/sql.ts'
import type { Check } from '../verify.ts'

const ForeignKey = {
  name: 'string',
  child: 'string',
  parent: 'string',
  columns: 'string[]',
  targets: 'string[]',
  validated: 'boolean',
} as const

/** Every foreign key of the schema, looked up row by row; and the refs of ledger entries that name a table. */
export const references: Check = {
  name: 'foreign references',
  run: async (db) => {
    const keys = await db.rows(
      ForeignKey,
      sql`
        select con.conname::text name, c.relname::text child, p.relname::text parent, con.convalidated validated,
          array(
            select a.attname::text
            from unnest(con.conkey) with ordinality k(n, i)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n
            order by k.i
          ) columns,
          array(
            select a.attname::text
            from unnest(con.confkey) with ordinality k(n, i)
            join pg_attribute a on a.attrelid = p.oid and a.attnum = k.n
            order by k.i
          ) targets
        from pg_constraint con
        join pg_class c on c.oid = con.conrelid
        join pg_class p on p.oid = con.confrelid
        where con.contype = 'f' and c.relnamespace = 'public'::regnamespace
        order by 2, 1
      `,
    )
    const differences: string[] = []
    for (const { name, child, parent, columns, targets, validated } of keys) {
      if (!validated) differences.push(`${name} is not validated`)
      const values = join(columns.map((c) => sql`c.${ident(c)}`))
      const lost = await db.rows(
        { who: 'string', n: 'number' },
        sql`
          select concat_ws(', ', ${values}) who, count(*) n
          from ${ident(child)} c
          where ${join(
            columns.map((c) => sql`c.${ident(c)} is not null`),
            ' and ',
          )}
            and not exists (
              select
              from ${ident(parent)} p
              where ${join(
                columns.map((c, i) => sql`p.${ident(targets[i]!)} = c.${ident(c)}`),
                ' and ',
              )}
            )
          group by 1
          order by 1
          limit 20
        `,
      )
      for (const { who, n } of lost)
        differences.push(
          `${n} ${n === 1 ? 'row' : 'rows'} of ${child} name ${parent} (${targets.join(', ')}) = (${who}), which is not there`,
        )
    }
    const refs = await ledgerRefs(db)
    return { seen: `${keys.length} foreign keys, ${refs.checked} refs of ledger entries`, differences: [...differences, ...refs.lost] }
  },
}

/**
 * `fee_bill:12` of a ledger entry names a row where the word before the colon is a table: one that is there, or one whose removal the audit
 * holds (an unpaid bill gives back the promoted pieces it took before it is removed).
 */
async function ledgerRefs(db: Parameters<Check['run']>[0]): Promise<{ checked: number; lost: string[] }> {
  const kinds = await db.rows(
    { tbl: 'string', key: 'string', n: 'number' },
    sql`
      select k.tbl, a.attname::text "key", k.n
      from (
        select split_part(ref, ':', 1) tbl, count(*)::int n
        from ledger_entry
        where ref ~ '^[a-z_]+:[0-9]+$'
        group by 1
      ) k
      join pg_index i on i.indrelid = to_regclass('public.' || k.tbl) and i.indisprimary and i.indnkeyatts = 2
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[1]
      order by 1
    `,
  )
  const lost: string[] = []
  for (const { tbl, key } of kinds) {
    const rows = await db.rows(
      { oid: 'number', entryId: 'number', ref: 'string' },
      sql`
        select e.oid, e.entry_id, e.ref
        from ledger_entry e
        where e.ref like ${`${tbl}:%`}
          and not exists (
            select
            from ${ident(tbl)} t
            where t.oid = e.oid and t.${raw(key)} = ${idIn(sql`e.ref`, tbl)}
          )
          and not exists (
            select
            from audit a
            where a.oid = e.oid and a.tbl = ${tbl} and a.row_id = ${idIn(sql`e.ref`, tbl)} and a.action = 'delete'
          )
        order by 1, 2
        limit 20
      `,
    )
    for (const { oid, entryId, ref } of rows)
      lost.push(`organisation ${oid}, ledger entry ${entryId} belongs to ${ref}, which is not there`)
  }
  return { checked: kinds.reduce((sum, k) => sum + k.n, 0), lost }
}
