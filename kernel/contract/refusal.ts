/** Refusals: expected "no"s with a code and a sentence for the user. The sentence may hold `{placeholders}` filled by the handler. */

export interface Refusal {
  /** Body code of the legacy envelope (1 parameter error unless said otherwise). */
  readonly code: number
  readonly sentence: string
}
export type Refusals = Readonly<Record<string, Refusal>>

/** A module's refusals: `refusals({ slot_taken: '该时段已被预约', exists: [1406, '会员已存在'] })`. */
export const refusals = <const T extends Record<string, string | readonly [number, string]>>(
  table: T,
): { readonly [K in keyof T]: Refusal } =>
  Object.fromEntries(
    Object.entries(table).map(([key, value]) => [
      key,
      typeof value === 'string' ? { code: 1, sentence: value } : { code: value[0], sentence: value[1] },
    ]),
  ) as never

/** Refusals every endpoint may answer without declaring them. */
// Pure: the browser, which is told the sentences, leaves them out.
export const universal = /* @__PURE__ */ refusals({
  bad_input: '{what}',
  not_found: '{what}不存在或已被删除',
  no_access: [20405, '没有权限：{what}'],
  record_locked: [20410, '此门店的会员档案需要查看密码'],
  illegal_move: '当前状态为“{state}”，不能{move}',
  basis_fallen: '{what}',
  not_yet: '{what}不能晚于现在',
  before_birth: '{what}早于会员的出生日期 {day}',
  before_opening: '{what}早于门店的开业日期 {day}',
  month_closed: '{day} 已月结，不能再记入该月：请记到未月结的日期，或先重新打开该月',
  too_long_ago: '{what}是 {ago} 天前，超过可补录的 {limit} 天：需要补录权限和补录原因',
  stale: '{what}已被他人修改，请刷新后重试',
  version_needed: '{what}在读取之后已被他人修改，请刷新后再保存',
  insufficient: '{what}不足',
  in_use: '{what}正在使用，不能删除',
  duplicate: '{what}已存在',
  locked: '{what}已锁定，不能修改',
  too_frequent: [100, '操作过于频繁，请稍后再试'],
  import_busy: [100, '上一个文件还在导入，请等它完成后再试'],
  export_busy: [100, '上一个文件还在导出，请等它完成后再试'],
  files_busy: [100, '机构内同时处理的文件较多，请稍后再试'],
  too_many: '共 {total} 条，一次最多 {most} 条：请分页读取、加上筛选条件或导出文件',
  too_large: '提交的内容过大，最多 {max}',
  // R091, R092: the dialog that leads to the recharge.
  balance_short: [405, '账户余额不足，请先充值'],
  outside_unavailable: '外部服务暂时不可用：{what}，请稍后重试',
  not_connected: '本系统未接入{what}，请联系管理员',
  no_token: [50001, '请先登录'],
  bad_token: [50008, '登录信息无效，请重新登录'],
  token_elsewhere: [50013, '您的账号已在其它地方登录'],
  token_expired: [50014, '登录已过期，请重新登录'],
  token_ended: [50015, '您已退出登录'],
  account_stopped: [50016, '账号已停用，请联系管理员'],
  first_login: [20001, '首次登录，请先修改密码'],
  account_expired: [20402, '账号已于 {day} 到期，请续费后继续使用'],
  no_user: [20406, '没有找到用户信息，请重新登录'],
})
export type UniversalRefusal = keyof typeof universal

/** Codes of the envelope that are not refusals of a module. */
export const SUCCESS = 200
export const BUG = -1
/** Header of a member's own token: never that of an account. */
export const MEMBER_TOKEN = 'member-token'
/** Response classes of the error catalogue (seed 1 §8). */
export const successCodes: ReadonlySet<number> = new Set([0, 200, 20002, 1405, 20501, 20502, 21001])
export const warningCodes: ReadonlySet<number> = new Set([1, -1, 20401, 100, 1406])
export const tokenCodes: ReadonlySet<number> = new Set([50001, 50002, 50008, 50013, 50014, 50015, 50016])
export const NO_ACCESS = 20405
/** What a refusal with NO_ACCESS carries as its data. */
export interface Denied {
  /** Permission code and its label. */
  readonly code: string
  readonly label: string
  /** `withheld`: the role holds it, the store was not granted it. */
  readonly verdict: string
  /** Names of the roles that hold it, and of people who can grant it. */
  readonly roles: readonly string[]
  readonly grantors: readonly string[]
}
/** A member's record under a view password. */
export const RECORD_LOCKED = 20410

/** The legacy envelope. */
export interface Envelope<T = unknown> {
  code: number
  message: string
  data: T
  /** Field that is wrong, where one field is. */
  field?: string
  /** Request id, for the user to tell when something broke. */
  requestId?: string
}
