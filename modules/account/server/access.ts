/** Handlers of roles, menus, elements and grants. */
import type { z } from '#kernel/contract/index.ts'
import { declaredPermissions } from '#kernel/server/declared.ts'
import type { Handlers } from '#kernel/server/implement.ts'
import { remove, sql, type Cx, lit } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { access } from '../contract/endpoints.access.ts'
import type { MenuElement, MenuNode, SaveElement, SaveMenu } from '../contract/shapes.access.ts'
import { Employee } from '../contract/shapes.staff.ts'
import { authElement, authMenu, codesHeld, deleteRole, resetRole, roleOf, rolesOf, saveRole } from './roles.ts'
import { arrangementOf, bySection, elementId, isPlaced, menuId, nodesOf, targetOf, type ScreenNode } from './tree.ts'
import { simulate, why } from './why.ts'
import { staffStates } from '../contract/states.ts'

const employees = (cx: Cx, hid: number, type: number): Promise<Employee[]> =>
  cx.db.rows(
    Employee,
    sql`
      select c.ctid_, c.hid, c.name, c.title, c.type, c.status, r.code "role", r.name role_name
      from contact c
      left join account a on a.oid = c.oid and a.ctid_ = c.ctid_
      left join role r on r.oid = a.oid and r.role_id = a.role_id
      where (${type} = 0 or c.type = ${type})
        and c.status = ${lit(staffStates.is.working)}
        and (
          c.hid = ${hid}
          or exists (
            select 1
            from contact_store cs
            where cs.oid = c.oid and cs.ctid_ = c.ctid_ and cs.hid = ${hid}
          )
        )
      order by c.type, c.ctid_
    `,
  )

const nodes = async (cx: Cx, hid = cx.who.hid): Promise<MenuNode[]> => nodesOf(await arrangementOf(cx, ownStore(cx, hid)))
const node = async (cx: Cx, id: number): Promise<ScreenNode> => {
  const match = (await nodes(cx)).find((n) => n.id === id)
  return match && isPlaced(match) ? match : cx.refuse('not_found', { what: '菜单' })
}
/** Values of an own entry before its first change. */
const UNCHANGED = { title: '', section: null, icon: null, rank: null, hidden: false }

async function saveMenu(cx: Cx, { id, path: requestedPath, ...changes }: z.output<typeof SaveMenu>): Promise<MenuNode> {
  const path =
    requestedPath ?? (id === undefined ? cx.refuse('bad_input', { what: '路径：必填', field: 'path' }) : (await node(cx, id)).path)
  const existing = (await nodes(cx)).find((n) => n.path === path)
  if (!existing && targetOf(path) === undefined)
    cx.refuse('bad_input', { what: '路径应为本系统的页面，或以 https:// 开头的链接', field: 'path' })
  const { title, section, icon, rank, hidden } = existing ?? UNCHANGED
  // An absent field keeps its value; null resets it to the declaration.
  const merged = { title, section, icon, rank, hidden, ...changes }
  if (!merged.title && targetOf(path) !== undefined) cx.refuse('bad_input', { what: '标题：必填', field: 'title' })
  await cx.db.run(sql`
    insert into menu (menu_id, path, title, section, icon, rank, hidden)
    values (${menuId(path)}, ${path}, ${merged.title || null}, ${merged.section}, ${merged.icon || null}, ${merged.rank}, ${merged.hidden})
    on conflict (oid, menu_id) do update
    set title = excluded.title, section = excluded.section, icon = excluded.icon, rank = excluded.rank, hidden = excluded.hidden
  `)
  return node(cx, menuId(path))
}

const OWN_CODE = /^[\w.:-]{1,60}$/
async function saveElement(
  cx: Cx<'unknown_code'>,
  { menuId: nodeId, code, ...changes }: z.output<typeof SaveElement>,
): Promise<MenuElement> {
  const { path, elements } = await node(cx, nodeId)
  const declared = declaredPermissions().some((p) => p.code === code)
  const existing = (await elementsOf(cx, nodeId)).find((e) => e.code === code) ?? elements.find((e) => e.code === code)
  const merged = { ...existing, ...changes }
  // An own code requires a name, so that a mistyped declared code is refused.
  if (!declared && (!OWN_CODE.test(code) || !merged.name)) return cx.refuse('unknown_code', { what: code, field: 'code' })
  await cx.db.run(sql`
    insert into element (element_id, menu_id, path, code, name, hidden)
    values (${elementId(path, code)}, ${nodeId}, ${path}, ${code}, ${merged.name || null}, ${merged.hidden ?? false})
    on conflict (oid, element_id) do update
    set name = excluded.name, hidden = excluded.hidden
  `)
  return (await elementsOf(cx, nodeId)).find((e) => e.code === code)!
}

/** Elements of a screen: declared ones, and those the organisation added or hid. */
async function elementsOf(cx: Cx, id: number): Promise<MenuElement[]> {
  const arrangement = await arrangementOf(cx, cx.who.hid)
  const all = nodesOf(arrangement)
  if (bySection(all).some((s) => s.id === id)) return []
  const found = all.find((n) => n.id === id) ?? cx.refuse('not_found', { what: '菜单' })
  const { elements, withheldCodes } = arrangement
  const own = [...elements.values()].filter((e) => e.path === found.path && !found.elements.some((d) => d.code === e.code))
  return [
    ...found.elements,
    ...own.map((e) => ({
      id: e.elementId,
      menuId: id,
      code: e.code,
      label: declaredPermissions().find((p) => p.code === e.code)?.label ?? e.name ?? e.code,
      name: e.name,
      hidden: e.hidden,
      granted: !withheldCodes.has(e.code),
      opens: [],
      calls: 0,
    })),
  ]
}

export const accessHandlers: Handlers<typeof access> = {
  'roles.employee': (cx, { type }) => employees(cx, cx.who.hid, type),
  'roles.doctor': (cx, { id }) => employees(cx, ownStore(cx, id), 1),
  'roles.list': rolesOf,
  'roles.save': saveRole,
  'roles.delete': (cx, { id }) => deleteRole(cx, id),
  'roles.reset': (cx, { id }) => resetRole(cx, id),
  'roles.menus': async (cx, { id }) => {
    const granted = await codesHeld(cx, await roleOf(cx, id))
    return (await nodes(cx)).filter((n) => n.path !== null).map((n) => ({ ...n, held: n.can === 'session' || granted.has(n.can) }))
  },
  'roles.elements': async (cx, { id }) => {
    const granted = await codesHeld(cx, await roleOf(cx, id))
    return (await nodes(cx)).flatMap((n) => n.elements).map((e) => ({ ...e, held: granted.has(e.code) }))
  },
  'menu.tree': async (cx, { hid }) => bySection(await nodes(cx, hid)),
  'menu.create': saveMenu,
  'menu.update': saveMenu,
  'menu.delete': async (cx, { id }) => {
    const existing = (await nodes(cx)).find((n) => n.id === id)
    await remove(cx, 'menu', { menuId: id })
    // Deleting an own entry deletes its elements; a declared screen keeps them.
    if (existing?.path && targetOf(existing.path) !== undefined) await remove(cx, 'element', { menuId: id })
    return null
  },
  'menu.elements': (cx, { id }) => elementsOf(cx, id),
  'element.create': saveElement,
  'element.update': saveElement,
  'element.delete': async (cx, { id }) => {
    await remove(cx, 'element', { elementId: id })
    return null
  },
  'auth.element.grant': (cx, input) => authElement(cx, input, true),
  'auth.element.revoke': (cx, input) => authElement(cx, input, false),
  'auth.menu.grant': (cx, input) => authMenu(cx, input, true),
  'auth.menu.revoke': (cx, input) => authMenu(cx, input, false),
  'access.why': (cx, { code }) =>
    declaredPermissions().some((p) => p.code === code) ? why(cx, code) : cx.refuse('unknown_code', { what: code, field: 'code' }),
  'access.simulate': simulate,
}
