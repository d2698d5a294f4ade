/** Roles, the tree of menus and elements, what stores are granted, and the answers to "why can't I?". */
import { count, flag, id, name, text, word, z, sections } from '#kernel/contract/index.ts'
import { Verdict } from './shapes.staff.ts'

const code = text('权限代码')
const section = word('菜单分组', sections)

export const Role = z.object({
  roleId: id('角色'),
  code: text('角色代码'),
  name: name('角色名称'),
  custom: flag('已自定义'),
  /** A role of every organisation: not deleted, can be put back to what the product declares. */
  builtIn: flag('默认角色'),
  accounts: count('使用的账号'),
  codes: z.array(code).meta({ label: '权限' }),
})
export type Role = z.output<typeof Role>
/** Creates (as a copy of another one, or empty) or renames. */
export const SaveRole = z.object({ roleId: id('角色').optional(), name: name('角色名称', { max: 30 }), copyOf: id('复制自').optional() })

/** A permission where it stands in the tree: under the first screen it opens. */
export const Element = z.object({
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
export type Element = z.output<typeof Element>
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
  /** Whether the store has the screen itself, whatever its permission; `fixed`: it cannot be taken. */
  offered: flag('页面已开通'),
  fixed: flag('不能收回'),
  elements: z.array(Element),
})
export type MenuNode = z.output<typeof MenuNode>
/** Every id of the tree is accepted back: a section's stands for its entries, unless some of them are named beside it. */
export const MenuTree = z.array(z.object({ id: id('菜单'), section, title: text('分组'), children: z.array(MenuNode) }))

/** How an organisation shows a declared screen, or an entry of its own: a link (https://…) or a screen as asked for by its query. Said by its path or by the id the tree has for it. */
export const SaveMenu = z.object({
  id: id('菜单').optional(),
  path: text('路径', { max: 200 }).min(1).optional(),
  title: text('标题', { max: 20 }).nullable().optional(),
  section: section.nullable().optional(),
  icon: text('图标', { max: 40 }).nullable().optional(),
  rank: count('次序', { max: 999 }).nullable().optional(),
  hidden: flag('不在菜单').optional(),
})
/** A declared permission where it stands, or an element of one's own under a name: whoever opens the screen has it until it is hidden. */
export const SaveElement = z.object({
  menuId: id('菜单'),
  code: code.min(1),
  name: text('显示名称', { max: 30 }).nullable().optional(),
  hidden: flag('在页面上隐藏').optional(),
})

const either = <T extends { hid?: number | undefined; roleId?: number | undefined }>(v: T): boolean =>
  (v.hid === undefined) !== (v.roleId === undefined)
const target = { hid: id('门店').optional(), roleId: id('角色').optional() }
/** Permissions granted to, or taken from, a store or a role. */
export const AuthElement = z
  .object({ ...target, codes: z.array(code).min(1).max(1000).meta({ label: '权限' }) })
  .refine(either, '门店和角色：请指定其中一个')
/** Screens granted to, or taken from, a store or a role. */
export const AuthMenu = z
  .object({ ...target, ids: z.array(id('菜单')).max(1000).meta({ label: '菜单' }) })
  .refine(either, '门店和角色：请指定其中一个')

export const HeldMenu = MenuNode.pick({ id: true, path: true, title: true, section: true, granted: true }).extend({ held: flag('可打开') })
export const HeldElement = Element.pick({ id: true, menuId: true, code: true, label: true, granted: true }).extend({ held: flag('拥有') })

/** Why an action is refused, and who can change that. */
export const Why = z.object({
  code,
  label: text('权限'),
  verdict: Verdict,
  roles: z.array(text('角色')).meta({ label: '拥有此权限的角色' }),
  grantors: z.array(text('姓名')).meta({ label: '可以授权的人' }),
})
export type Why = z.output<typeof Why>
export const WhyQuery = z.object({ code: code.min(1) })

/** Every action of the product for every role (or one person) in one store. */
export const SimulateQuery = z.object({ hid: id('门店'), ctid: id('员工').optional(), code: code.optional() })
export const Simulated = z.object({
  subjects: z.array(z.object({ key: text('编号'), name: text('名称') })),
  actions: z.array(
    z.object({
      kind: word('种类', { screen: '页面', call: '操作', move: '流转' }),
      id: text('操作', { max: 200 }),
      title: text('名称', { max: 300 }),
      module: text('模块'),
      code,
      label: text('权限'),
      verdicts: z.array(Verdict),
    }),
  ),
})
export type Simulated = z.output<typeof Simulated>
