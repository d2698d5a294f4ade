/**
 * What the roles of the server may do beside their tables. A function runs for those its module declares it for (`functions` of
 * contract/tables.ts) and for nobody else; nothing is temporary; there are no large objects. Run as the owner after whatever makes
 * functions; writes only what is not so yet.
 */
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Functions } from '#kernel/contract/tables.ts'

/** Names of the roles a server logs in as. */
export interface Roles {
  /** Behind the wall. */
  readonly app: string
  /** Before a tenant is known. */
  readonly door: string
  /** Behind the wall of a member's own rows; nobody logs in as it, `app` steps into it. */
  readonly member: string
}

const FUNCTIONS = 'functions.gen.json'
type Declared = Readonly<Record<string, { readonly for: keyof Functions }>>
const wantedBy = (declared: Declared, name: string, { app, door, member }: Roles): string[] =>
  ({ app: [app], door: [door], both: [app, door], member: [app, member], all: [app, door, member], owner: [] })[
    declared[name]?.for ?? 'owner'
  ]

const functions = `
  select p.oid::regprocedure::text as signature, p.proname::text as name,
    array(
      select case g.grantee when 0 then 'public' else pg_get_userbyid(g.grantee)::text end
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
      where g.grantee <> p.proowner
    ) as held
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and p.prokind in ('f', 'p')
    and not exists (
      select
      from pg_depend d
      where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    )
`
interface Held {
  signature: string
  name: string
  held: string[]
}
const named = (role: string): string => (role === 'public' ? role : pg.escapeIdentifier(role))

/** `folder` holds what the modules declare. */
export async function grantTheRest(client: pg.Client, roles: Roles, folder = 'database'): Promise<void> {
  const file = path.join(folder, FUNCTIONS)
  const declared: Declared = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
  const { rows } = await client.query<Held>(functions)
  const wrong = rows.flatMap(({ signature, name, held }) => {
    const wanted = wantedBy(declared, name, roles)
    return [
      ...held.filter((role) => !wanted.includes(role)).map((role) => `revoke all on function ${signature} from ${named(role)}`),
      ...wanted.filter((role) => !held.includes(role)).map((role) => `grant execute on function ${signature} to ${named(role)}`),
    ]
  })
  if (wrong.length) await client.query(wrong.join('; '))
  await client.query(doorGrants(roles))
}

/** PostgreSQL lets everybody make temporary tables and large objects. The latter are the superuser's to forbid. */
const doorGrants = ({ app, door, member }: Roles): string => `do $$
  declare f regprocedure;
  begin
    if has_database_privilege('public', current_database(), 'temporary') then
      execute format('revoke temporary on database %I from public', current_database());
    end if;
    execute (
      select coalesce(string_agg(format('grant usage on schema public to %I', r), '; '), 'select')
      from unnest(array[${[app, door, member].map(pg.escapeLiteral).join(', ')}]) r
      where not exists (
        select
        from pg_namespace n, aclexplode(n.nspacl) g
        where n.nspname = 'public' and g.grantee = r::regrole and g.privilege_type = 'USAGE'
      )
    );
    if (select rolsuper from pg_roles where rolname = current_user) then
      for f in
        select p.oid
        from pg_proc p
        where p.pronamespace = 'pg_catalog'::regnamespace
          and p.proname ~ '^(lo_|loread$|lowrite$)'
          and has_function_privilege('public', p.oid, 'execute')
      loop
        execute format('revoke all on function %s from public', f);
      end loop;
    end if;
  end $$`
