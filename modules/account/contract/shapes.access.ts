/** Roles, the tree of menus and elements, store grants, and answers to "why can't I?". */
import { count, flag, id, name, text, word, z, sections } from '#kernel/contract/index.ts'
import { AccessVerdict } from './shapes.staff.ts'

const code = text('权限代码')
const section = word('菜单分组', sections)

export const AccountRole = z.object({
  roleId: id('角色'),
  code: text('角色代码'),
  name: name('角色名称'),
  custom: flag('已自定义'),
  /** A default role: it cannot be deleted, but reset to its declaration. */
  builtIn: flag('默认角色'),
  accounts: count('使用的账号'),
  codes: z.array(code).meta({ label: '权限' }),
})
export type AccountRole = z.output<typeof AccountRole>
/** Creates a role, empty or as a copy of another one, or renames it. */
export const SaveRole = z.object({ roleId: id('角色').optional(), name: name('角色名称', { max: 30 }), copyOf: id('复制自').optional() })

/** A permission in the tree, below the first screen it opens. */
export const MenuElement = z.object({
  id: id('元素'),
  menuId: id('菜单'),
  code,
  label: text('权限'),
  name: text('显示名称').nullable(),
  hidden: flag('在页面上隐藏'),
  granted: flag('门店已开通'),
  opens: z.array(text('页面')).meta({ label: '打开的页面' }),
  calls: count('受其保护的操作'),
})
export type MenuElement = z.output<typeof MenuElement>
export const MenuNode = z.object({
  id: id('菜单'),
  path: text('路径', { max: 200 }).nullable(),
  title: text('标题'),
  section,
  icon: text('图标').nullable(),
  rank: count('次序'),
  hidden: flag('不在菜单'),
  module: text('模块'),
  can: code,
  changed: flag('已调整'),
  granted: flag('门店已开通'),
  /** True when the store has the screen, regardless of its permission. `fixed` screens cannot be revoked. */
  offered: flag('页面已开通'),
  fixed: flag('不能收回'),
  elements: z.array(MenuElement),
})
export type MenuNode = z.output<typeof MenuNode>
/** Accepts every id of the tree. A section stands for all its entries, unless some of them are listed as well. */
export const MenuTree = z.array(z.object({ id: id('菜单'), section, title: text('分组'), children: z.array(MenuNode) }))

/**
 * How an organisation shows a declared screen, or an entry of its own: a link (https://…) or a screen with a query. Addressed by path or
 * by id.
 */
export const SaveMenu = z.object({
  id: id('菜单').optional(),
  path: text('路径', { max: 200 }).min(1).optional(),
  title: text('标题', { max: 20 }).nullable().optional(),
  section: section.nullable().optional(),
  icon: text('图标', { max: 40 }).nullable().optional(),
  rank: count('次序', { max: 999 }).nullable().optional(),
  hidden: flag('不在菜单').optional(),
})
/**
 * A declared permission in the tree, or an element of the organisation: visible to everyone who can open the screen until it is hidden.
 */
export const SaveElement = z.object({
  menuId: id('菜单'),
  code: code.min(1),
  name: text('显示名称', { max: 30 }).nullable().optional(),
  hidden: flag('在页面上隐藏').optional(),
})

const either = <T extends { hid?: number | undefined; roleId?: number | undefined }>(v: T): boolean =>
  (v.hid === undefined) !== (v.roleId === undefined)
const target = { hid: id('门店').optional(), roleId: id('角色').optional() }
/** Permissions granted to or revoked from a store or a role. */
export const AuthElement = z
  .object({ ...target, codes: z.array(code).min(1).max(1000).meta({ label: '权限' }) })
  .refine(either, '门店和角色：请指定其中一个')
/** Screens granted to or revoked from a store or a role. */
export const AuthMenu = z
  .object({ ...target, ids: z.array(id('菜单')).max(1000).meta({ label: '菜单' }) })
  .refine(either, '门店和角色：请指定其中一个')

export const HeldMenu = MenuNode.pick({ id: true, path: true, title: true, section: true, granted: true }).extend({ held: flag('可打开') })
export const HeldElement = MenuElement.pick({ id: true, menuId: true, code: true, label: true, granted: true }).extend({
  held: flag('拥有'),
})

/** Why an action is refused, and who can change that. */
export const AccessAnswer = z.object({
  code,
  label: text('权限'),
  verdict: AccessVerdict,
  roles: z.array(text('角色')).meta({ label: '拥有此权限的角色' }),
  grantors: z.array(text('姓名')).meta({ label: '可以授权的人' }),
})
export type AccessAnswer = z.output<typeof AccessAnswer>
export const WhyQuery = z.object({ code: code.min(1) })

/** Every action of the product for every role (or one person) in one store. */
export const SimulateQuery = z.object({ hid: id('门店'), ctid: id('员工').optional(), code: code.optional() })
export const AccessSimulation = z.object({
  subjects: z.array(z.object({ key: text('编号'), name: text('名称') })),
  actions: z.array(
    z.object({
      kind: word('种类', { screen: '页面', call: '操作', move: '流转' }),
      id: text('操作', { max: 200 }),
      title: text('名称', { max: 300 }),
      module: text('模块'),
      code,
      label: text('权限'),
      verdicts: z.array(AccessVerdict),
    }),
  ),
})
export type AccessSimulation = z.output<typeof AccessSimulation>
