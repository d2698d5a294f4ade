/** Roles and grants. A role holds a subset of the declared permissions, and nobody grants what they do not hold. */
import { roles as defaults, type Role as RoleCode, type z } from '#kernel/contract/index.ts'
import { codesOf, declaredPermissions } from '#kernel/server/declared.ts'
import { find, insert, insertMany, remove, sql, update, type Cx, type Row, type Sql, wholeRow } from '#kernel/server/index.ts'
import type { AuthElement, AuthMenu, MenuNode, AccountRole, SaveRole } from '../contract/shapes.access.ts'
import { arrangementOf, bySection, GIVING, isPlaced, nodesOf, type ScreenNode } from './tree.ts'

type Grants = Cx<'beyond_own' | 'role_fixed' | 'unknown_code'>

/** Loads a role. Roles of other organisations are not found. */
export const roleOf = async (cx: Cx, roleId: number): Promise<Row<'role'>> =>
  (await find(cx, 'role', { roleId })) ?? cx.refuse('not_found', { what: '角色' })
export const roleByCode = async (cx: Cx, code: string): Promise<Row<'role'>> =>
  (await find(cx, 'role', { code })) ?? cx.refuse('not_found', { what: '角色', field: 'role' })

/** Codes of a role: the declared ones for a default role, else its own rows. */
export async function codesHeld(cx: Cx, role: Pick<Row<'role'>, 'roleId' | 'code' | 'custom'>): Promise<ReadonlySet<string>> {
  if (!role.custom) return codesOf(role.code)
  return new Set(
    (await cx.db.rows({ code: 'string' }, sql`select code from role_permission where role_id = ${role.roleId}`)).map((r) => r.code),
  )
}

/** Label of a permission. */
export const labelOf = (code: string): string => declaredPermissions().find((p) => p.code === code)?.label ?? code
const within = (cx: Cx<'beyond_own'>, codes: Iterable<string>): void => {
  for (const code of codes) if (!cx.who.can.has(code)) cx.refuse('beyond_own', { what: labelOf(code), code })
}
/** Permissions that even chain administrators do not hold: acts of clinicians and experts, which administrators may still grant. */
export const clinical = (code: string): boolean =>
  declaredPermissions()
    .find((p) => p.code === code)
    ?.not?.includes('chain') ?? false

/** Makes every process reload the matching accounts with their next call. */
export const forgetAccounts = (cx: Cx, condition: Sql): Promise<number> =>
  cx.db.run(
    sql`
      select pg_notify('session', s.token_hash)
      from session s
      join account a using (oid, uid)
      where s.ended is null and ${condition}
    `,
  )

/** Roles of the organisation: default roles first, in declared order. */
export async function rolesOf(cx: Cx): Promise<AccountRole[]> {
  const rows = await cx.db.rows(
    wholeRow('role', { accounts: 'number', codes: 'string[]' }),
    sql`
      select r.*, (select count(*) from account a where a.oid = r.oid and a.role_id = r.role_id)::int accounts,
        array(
          select rp.code
          from role_permission rp
          where rp.oid = r.oid and rp.role_id = r.role_id
          order by 1
        ) codes
      from role r
      order by r.role_id
    `,
  )
  const rank = (code: string) => (code in defaults ? Object.keys(defaults).indexOf(code) : 99)
  return rows
    .sort((a, b) => rank(a.code) - rank(b.code))
    .map((r) => ({
      roleId: r.roleId,
      code: r.code,
      name: r.name,
      custom: r.custom,
      builtIn: r.code in defaults,
      accounts: r.accounts,
      codes: r.custom ? r.codes : [...codesOf(r.code)].sort(),
    }))
}
const roleRow = async (cx: Cx, roleId: number): Promise<AccountRole> =>
  (await rolesOf(cx)).find((r) => r.roleId === roleId) ?? cx.refuse('not_found', { what: '角色' })

/** Creates or renames a role. A copy starts with the current permissions of its original and is independent afterwards. */
export async function saveRole(cx: Cx<'role_name'>, { roleId, name, copyOf }: z.output<typeof SaveRole>): Promise<AccountRole> {
  if (roleId !== undefined) {
    await roleOf(cx, roleId)
    await update(cx, 'role', { roleId }, { name })
    return roleRow(cx, roleId)
  }
  const copied = copyOf === undefined ? new Set<string>() : await codesHeld(cx, await roleOf(cx, copyOf))
  const role = await insert(cx, 'role', { code: `role-${cx.requestId}`, name, custom: true })
  await update(cx, 'role', { roleId: role.roleId }, { code: `role-${role.roleId}` })
  await insertMany(
    cx,
    'role_permission',
    [...copied].map((code) => ({ roleId: role.roleId, code })),
  )
  return roleRow(cx, role.roleId)
}

export async function deleteRole(cx: Cx<'role_fixed'>, roleId: number): Promise<null> {
  const role = await roleRow(cx, roleId)
  if (role.builtIn) return cx.refuse('role_fixed', { what: '默认角色不能删除' })
  if (role.accounts) return cx.refuse('in_use', { what: role.name })
  await remove(cx, 'role', { roleId })
  return null
}

export async function resetRole(cx: Cx<'role_fixed'>, roleId: number): Promise<AccountRole> {
  const role = await roleOf(cx, roleId)
  if (!(role.code in defaults)) return cx.refuse('role_fixed', { what: '只有默认角色可以恢复默认' })
  await remove(cx, 'role_permission', { roleId })
  // The code is a default one; others were refused above.
  await update(cx, 'role', { roleId }, { custom: false, name: defaults[role.code as RoleCode] })
  await forgetAccounts(cx, sql`a.role_id = ${roleId}`)
  return roleRow(cx, roleId)
}

/** Replaces the permissions of a role. A default role no longer follows its declaration afterwards. */
async function setCodes(cx: Grants, roleId: number, change: (held: Set<string>) => void): Promise<void> {
  const role = await roleOf(cx, roleId)
  if (role.code === 'chain') return cx.refuse('role_fixed', { what: '连锁管理员始终拥有全部管理权限，不能修改' })
  const held = new Set(await codesHeld(cx, role))
  change(held)
  await update(cx, 'role', { roleId }, { custom: true })
  await remove(cx, 'role_permission', { roleId })
  await insertMany(
    cx,
    'role_permission',
    [...held].sort().map((code) => ({ roleId, code })),
  )
  await forgetAccounts(cx, sql`a.role_id = ${roleId}`)
}
/** Replaces the set of permissions withheld from a store. */
async function setWithheld(cx: Grants, hid: number, kind: 'menu' | 'element', change: (withheld: Set<string>) => void): Promise<void> {
  if (!cx.who.can.has('store:grant')) return cx.refuse('no_access', { what: labelOf('store:grant'), code: 'store:grant' })
  if (!cx.who.hids.includes(hid)) return cx.refuse('not_found', { what: '门店' })
  const withheld = new Set(
    (await cx.db.rows({ code: 'string' }, sql`select code from store_withheld where hid = ${hid} and kind = ${kind}`)).map((r) => r.code),
  )
  change(withheld)
  await cx.db.run(sql`
    delete from store_withheld
    where hid = ${hid} and kind = ${kind} and not code = any(${[...withheld]})
  `)
  for (const code of withheld)
    await cx.db.run(sql`
      insert into store_withheld (hid, kind, code)
      values (${hid}, ${kind}, ${code})
      on conflict do nothing
    `)
  await forgetAccounts(cx, sql`true`)
}
const all = (set: Set<string>, codes: readonly string[], operation: 'add' | 'delete') => codes.forEach((code) => set[operation](code))

/** Grants permissions to a store or a role, or revokes them. */
export async function authElement(cx: Grants, { hid, roleId, codes }: z.output<typeof AuthElement>, grant: boolean): Promise<null> {
  const declared = new Set(declaredPermissions().map((p) => p.code))
  for (const code of codes) if (!declared.has(code)) return cx.refuse('unknown_code', { what: code, field: 'codes' })
  if (hid !== undefined) {
    if (!grant && codes.some((code) => GIVING.has(code))) return cx.refuse('role_fixed', { what: '管理权限的权限不能从门店收回' })
    await setWithheld(cx, hid, 'element', (withheld) => all(withheld, codes, grant ? 'delete' : 'add'))
  } else {
    if (grant)
      within(
        cx,
        codes.filter((code) => !clinical(code)),
      )
    await setCodes(cx, roleId!, (held) => all(held, codes, grant ? 'add' : 'delete'))
  }
  return null
}

/** Requested entries. A section stands for all its entries, unless some of them are listed as well. */
async function requestedScreens(cx: Grants, ids: readonly number[]): Promise<{ all: MenuNode[]; asked: ScreenNode[] }> {
  const all = nodesOf(await arrangementOf(cx, cx.who.hid))
  const parts = bySection(all)
  const knownIds = new Set([...parts.map((s) => s.id), ...all.map((n) => n.id)])
  if (ids.some((id) => !knownIds.has(id))) return cx.refuse('not_found', { what: '菜单', field: 'ids' })
  const requestedIds = new Set(ids)
  const whole = parts.filter((s) => requestedIds.has(s.id) && !s.children.some((n) => requestedIds.has(n.id))).flatMap((s) => s.children)
  return { all, asked: all.filter(isPlaced).filter((n) => requestedIds.has(n.id) || whole.includes(n)) }
}

/** Grants or revokes screens. A store has exactly the granted ones; a role gets or loses their permissions. */
export async function authMenu(cx: Grants, { hid, roleId, ids }: z.output<typeof AuthMenu>, grant: boolean): Promise<null> {
  const { all: nodes, asked: requested } = await requestedScreens(cx, ids)
  if (hid === undefined)
    return authElement(cx, { hid, roleId, codes: [...new Set(requested.map((n) => n.can).filter((can) => can !== 'session'))] }, grant)
  if (nodes.filter(isPlaced).some((n) => n.fixed && requested.includes(n) !== grant))
    return cx.refuse('role_fixed', { what: '今日工作台和权限管理不能从门店收回' })
  const paths = requested.map((n) => n.path)
  await setWithheld(cx, hid, 'menu', (withheld) => {
    if (!grant) return all(withheld, paths, 'add')
    withheld.clear()
    all(
      withheld,
      nodes.flatMap((n) => (n.path === null || paths.includes(n.path) ? [] : [n.path])),
      'add',
    )
  })
  return null
}
