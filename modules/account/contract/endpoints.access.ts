/** Roles, menus, elements, grants, and explanations of refused access. */
import { del, done, get, id, post, put, z } from '#kernel/contract/index.ts'
import {
  AuthElement,
  AuthMenu,
  MenuElement,
  HeldElement,
  HeldMenu,
  MenuNode,
  MenuTree,
  AccountRole,
  SaveElement,
  SaveMenu,
  SaveRole,
  SimulateQuery,
  AccessSimulation,
  AccessAnswer,
  WhyQuery,
} from './shapes.access.ts'
import { Employee } from './shapes.staff.ts'

const edit = { can: 'role:edit' } as const
const ofRole = z.object({ id: id('角色') })
const grantFails = ['beyond_own', 'role_fixed', 'unknown_code'] as const

export const access = {
  'roles.employee': get('/role/employee/{type}', {
    can: 'session',
    summary: 'Employees of the store by kind of post (0 = all), with their roles',
    input: z.object({ type: z.int().min(0).max(9).meta({ label: '岗位（0 全部）' }) }),
    output: z.array(Employee),
  }),
  'roles.doctor': get('/role/doctor/{id}', {
    store: 'id',
    can: 'session',
    summary: 'Doctors of a clinic with their roles',
    input: z.object({ id: id('门店') }),
    output: z.array(Employee),
  }),
  'roles.list': get('/role', {
    can: 'staff:edit',
    summary: 'Ours: the roles of the organisation with what they hold',
    output: z.array(AccountRole),
  }),
  'roles.save': post('/role', {
    ...edit,
    summary: 'Ours: creates a role, as a copy of another one or empty, or renames one',
    input: SaveRole,
    output: AccountRole,
    fails: ['role_name'],
  }),
  'roles.delete': del('/role/{id}', {
    ...edit,
    summary: 'Ours: removes a role nobody has',
    input: ofRole,
    output: done(),
    fails: ['role_fixed'],
  }),
  'roles.reset': post('/role/{id}/reset', {
    ...edit,
    summary: 'Ours: a default role holds again what the product declares',
    input: ofRole,
    output: AccountRole,
    fails: ['role_fixed'],
  }),
  'roles.menus': get('/role/{id}/hospital-menu', {
    ...edit,
    summary: 'Screens a role opens in the present store',
    input: ofRole,
    output: z.array(HeldMenu),
  }),
  'roles.elements': get('/role/{id}/hospital-element', {
    ...edit,
    summary: 'Permissions a role holds in the present store',
    input: ofRole,
    output: z.array(HeldElement),
  }),
  'menu.tree': get('/menu/hospital/tree', {
    ...edit,
    summary: 'Sections, screens and permissions, with what the present store (or another one) is granted',
    input: z.object({ hid: id('门店').optional() }),
    output: MenuTree,
  }),
  'menu.create': post('/menu', {
    ...edit,
    summary: "Puts a declared screen into the menu, under a title and section of one's own",
    input: SaveMenu,
    output: MenuNode,
  }),
  'menu.update': put('/menu', {
    ...edit,
    summary: 'Changes title, section, icon, place of a screen in the menu, or hides it',
    input: SaveMenu,
    output: MenuNode,
  }),
  'menu.delete': del('/menu/{id}', {
    ...edit,
    summary: "Takes the organisation's change of a screen back: it stands as the product declares it",
    input: z.object({ id: id('菜单') }),
    output: done(),
  }),
  'menu.elements': get('/menu/{id}/element', {
    ...edit,
    summary: 'Elements of a screen',
    input: z.object({ id: id('菜单') }),
    output: z.array(MenuElement),
  }),
  'element.create': post('/element', {
    ...edit,
    summary: 'Names an element of a screen, or takes it off the screen',
    input: SaveElement,
    output: MenuElement,
    fails: ['unknown_code'],
  }),
  'element.update': put('/element', {
    ...edit,
    summary: 'Changes name or visibility of an element',
    input: SaveElement,
    output: MenuElement,
    fails: ['unknown_code'],
  }),
  'element.delete': del('/element/{id}', {
    ...edit,
    summary: 'An element stands again as declared',
    input: z.object({ id: id('元素') }),
    output: done(),
  }),
  'auth.element.grant': post('/hospital/auth/element', {
    ...edit,
    summary: 'Grants permissions to a store or to a role',
    input: AuthElement,
    output: done(),
    fails: grantFails,
  }),
  'auth.element.revoke': del('/hospital/auth/element', {
    ...edit,
    summary: 'Takes permissions from a store or from a role',
    input: AuthElement,
    output: done(),
    fails: grantFails,
  }),
  'auth.menu.grant': post('/hospital/auth/menu', {
    ...edit,
    summary: 'Sets which screens a store has; or gives a role what opens them',
    input: AuthMenu,
    output: done(),
    fails: grantFails,
  }),
  'auth.menu.revoke': del('/hospital/auth/menu', {
    ...edit,
    summary: 'Takes screens from a store; or from a role what opens them',
    input: AuthMenu,
    output: done(),
    fails: grantFails,
  }),
  'access.why': get('/v1/access/why', {
    can: 'session',
    summary: 'Ours: whether this account holds a permission here, which roles do, and who can grant it',
    input: WhyQuery,
    output: AccessAnswer,
    fails: ['unknown_code'],
  }),
  'access.simulate': get('/v1/access/simulate', {
    ...edit,
    summary: 'Ours: every screen, call and move for every role, or one person, in one store',
    input: SimulateQuery,
    output: AccessSimulation,
  }),
}
