/**
 * Tables against what their modules declare: whether the wall, the grants and the change audit of each stand as they should in this
 * database.
 */
import { z } from '#kernel/contract/index.ts'
import type { Table, Tables } from '#kernel/contract/tables.ts'
import { sql } from '../database/sql.ts'
import type { Check } from '../verify.ts'

const Standing = z.object({
  name: z.string(),
  wall: z.enum(['none', 'chain', 'store']),
  insertable: z.boolean(),
  changeable: z.boolean(),
  audited: z.boolean(),
})

const faultsOf = (table: Table, standing: z.output<typeof Standing>): string[] => [
  ...(standing.wall === (table.wall === 'product' ? 'none' : table.wall)
    ? []
    : [`is walled by ${standing.wall === 'none' ? 'nothing' : standing.wall}, not by ${table.wall}`]),
  ...(standing.insertable && (table.readOnly || table.wall === 'product') ? ['may be added to by the role of the server'] : []),
  ...(standing.changeable && (table.addedOnly || table.readOnly || table.wall === 'product')
    ? ['may be changed by the role of the server']
    : []),
  ...(standing.audited === (table.wall !== 'product' && !table.unaudited) ? [] : [standing.audited ? 'is audited' : 'is not audited']),
]

/** Every table of the schema, once; `declared` by name. */
/** Row policies as the database writes them. */
const OF_CHAIN = "oid = (current_setting('app.oid'::text))::bigint"
const OF_STORE = "hid = ANY ((current_setting('app.hids'::text))::bigint[])"
export const tablesStand = (declared: Tables): Check => ({
  name: 'tables as declared',
  run: async (db) => {
    // A policy that is not forced on the owner, or whose text differs from ours, counts as missing.
    const found = await db.rows(
      Standing,
      sql`
        select c.relname::text name,
          exists (
            select
            from pg_trigger t
            where t.tgrelid = c.oid and t.tgname = 'audit_change' and t.tgenabled in ('O', 'A')
          ) audited,
          case when not (c.relrowsecurity and c.relforcerowsecurity) then 'none'
            else coalesce(
              (
                select case pg_get_expr(p.polqual, c.oid) when ${`(${OF_CHAIN})`} then 'chain'
                  when ${`((${OF_CHAIN}) AND (${OF_STORE}))`} then 'store'
                  else 'none'
                  end
                from pg_policy p
                where p.polrelid = c.oid and p.polname = 'wall' and pg_get_expr(p.polqual, c.oid) = pg_get_expr(p.polwithcheck, c.oid)
              ),
              'none'
            )
          end wall,
          exists (
            select
            from aclexplode(c.relacl) g
            where g.grantee <> c.relowner and g.privilege_type = 'INSERT'
          ) insertable,
          exists (
            select
            from aclexplode(c.relacl) g
            where g.grantee <> c.relowner and g.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')
          ) changeable
        from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        order by 1
      `,
    )
    const names = new Set(found.map((t) => t.name))
    return {
      seen: `${found.length} tables`,
      differences: [
        ...Object.keys(declared)
          .filter((name) => !names.has(name))
          .map((name) => `${name} is declared, but not there`),
        ...found.flatMap((table) =>
          (declared[table.name] ? faultsOf(declared[table.name]!, table) : ['is not declared']).map((f) => `${table.name} ${f}`),
        ),
      ],
    }
  },
})
