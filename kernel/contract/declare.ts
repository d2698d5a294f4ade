/** What a module declares beside its endpoints: permissions, screens, events. All of it is data. */

/** Default roles of an organisation. Role names starting with hospital_ or advance_ are the seeds' plain account kinds. */
export const roles = {
  chain: '连锁管理员',
  manager: '店长',
  doctor: '医生',
  optometrist: '验光师',
  cashier: '收银员',
  finance: '财务',
  warehouse: '库管',
  workshop: '加工师',
  reception: '前台',
  trainer: '训练师',
  expert: '远程专家',
  tv: '大屏',
  eg: '护眼账号',
  inspector: '检查员',
  marketer: '营销',
} as const
export type Role = keyof typeof roles

export interface Permission {
  readonly label: string
  /** Default roles that hold it. `chain` and `manager` hold every permission unless `not` names them. */
  readonly roles: readonly Role[]
  readonly not?: readonly Role[]
}
export type Permissions = Readonly<Record<string, Permission>>
export const permissions = <const T extends Record<string, Permission>>(table: T): T => table

/** True when a default role holds a permission. */
export const roleHolds = (role: Role, p: Permission): boolean =>
  p.roles.includes(role) || ((role === 'chain' || role === 'manager') && !p.not?.includes(role))

/** A route of the web application; `load` of it stands in the module's web/screens.ts. */
export interface ScreenEntry {
  readonly title: string
  /** Permission to open it (`session` = any account, `public` = nobody need be logged in). */
  readonly can: string
  /** Menu section it is listed under; absent = not in the menu. */
  readonly menu?: CatalogueSection
  /** The screen whose view with a filter this is: the menu lists that one alone. */
  readonly under?: string
  /** Lucide icon name of the menu entry. */
  readonly icon?: string
  /** Position inside its section; smaller is higher. */
  readonly rank?: number
  /** `main` has navbar and sidebar, `print` is paper, `none` stands alone, `tv` is the big screen. */
  readonly layout?: 'main' | 'print' | 'none' | 'tv' | 'public'
  /** Opens without a network: nobody is asked who they are; its calls are. */
  readonly offline?: true
  readonly redirect?: string
  /** The side menu is hidden on this route (R023). */
  readonly bare?: true
}
export type Screens = Readonly<Record<string, ScreenEntry>>
export const screens = <const T extends Record<string, ScreenEntry>>(table: T): T => table

/** Menu sections from the seeds' route tree, in menu order. */
export const sections = {
  home: '工作',
  today: '今日工作',
  'current-work': '当前工作',
  patients: '会员管理',
  medical: '门诊管理',
  revisit: '回访管理',
  members: '营销管理',
  train: '视觉训练',
  process: '验光配镜',
  order: '订单管理',
  inventory: '库存管理',
  contract: '合同管理',
  statistics: '统计分析',
  settings: '系统设置',
} as const
export type CatalogueSection = keyof typeof sections

/**
 * An event: its name, what it carries, and what modules that hear of it may refuse; whoever announces it declares that too.
 * `event<{ fbid: number }, 'stock_short'>('billing.paid')`.
 */
export interface EventType<P, Fail extends string = never> {
  readonly name: string
  readonly _?: readonly [P, Fail]
}
export const event = <P, Fail extends string = never>(name: string): EventType<P, Fail> => ({ name })
/**
 * A row of a machine came to another state by a move: whose it is, where the table says so. Told after the move, before what else the
 * handler writes.
 */
export const moved = event<{
  readonly table: string
  readonly id: number
  readonly pid: number | null
  readonly hid: number | null
  readonly from: number
  readonly to: number
}>('kernel.moved')

/**
 * A place on a module's screen where modules after it may show a piece of theirs: its name and what the piece is told.
 * `slot<{ pid: number }>('exams.below')`; the owner shows `<Slot of={…}>`, the others fill it in their `web/shell.ts` with `provideIn`.
 */
export interface SlotType<P> {
  readonly name: string
  readonly _?: readonly [P]
}
export const slot = <P extends object>(name: string): SlotType<P> => ({ name })
