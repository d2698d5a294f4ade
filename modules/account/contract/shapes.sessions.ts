import { choice, date, flag, id, moment, name, page, perPage, phone, text, word, z } from '#kernel/contract/index.ts'
import { accountName, newPassword, password } from './fields.ts'
import { editions } from '#modules/institution/contract/editions.ts'

const ticket = text('凭证', { max: 100 })
const captcha = text('验证码', { max: 10 })

/** Login request. `source` defaults to the product, `loginSource` to web; ticket and captcha are required after three failures. */
/** Issued at the first login of a browser and sent with later ones, so that failures elsewhere do not lock out a known browser. */
const device = text('设备标记', { max: 100 })
export const Login = z.object({
  account: accountName,
  password,
  source: text('来源').default('mingmou'),
  loginSource: text('登录方式').default('web'),
  ticket: ticket.optional(),
  captcha: captcha.optional(),
  device: device.optional(),
})
/** A new session: the landing page of the account kind, and whether the password must be changed first. */
export const LoggedIn = z.object({
  token: text('令牌', { max: 200 }),
  uid: id('账号编号'),
  role: text('角色'),
  kind: text('账号类型'),
  landing: text('登录后页面'),
  name: text('姓名'),
  mustChange: flag('须修改密码'),
  device: device.optional(),
})
export type LoggedIn = z.output<typeof LoggedIn>

export const Captcha = z.object({ ticket, image: text('图片', { max: 12_000 }) })
export const AskCode = z.object({ mobile: phone(), ticket: ticket.optional(), captcha: captcha.optional() })
export const CodeAsked = z.object({ seconds: z.int().meta({ label: '再次获取间隔（秒）' }) })
export const ProveCode = z.object({
  code: z
    .string()
    .regex(/^\d{6}$/, '验证码为 6 位数字')
    .meta({ label: '短信验证码', format: 'text' }),
  mobile: phone(),
})
export const CodeProven = z.object({
  ticket,
  accounts: z.array(z.object({ account: accountName, name: name('姓名'), company: text('机构') })),
})
export const Retrieve = z.object({ ticket, account: accountName, newPassword })

export const Scene = z.object({ purpose: word('用途', { login: '登录', bind: '绑定' }).default('login') })
export const SceneInfo = z.object({
  qrCodeUrl: text('二维码内容', { max: 1000 }),
  sceneId: text('场景', { max: 100 }),
  seconds: z.int().meta({ label: '有效秒数' }),
  simulated: flag('本地模拟'),
})
export const TaskQuery = z.object({ sceneId: text('场景', { max: 100 }).min(1), source: text('来源').default('mingmou') })
export const TaskState = z.object({ bound: flag('已绑定'), login: LoggedIn.nullable() })
export const WxCode = z.object({ code: text('微信授权码', { max: 200 }).min(1), state: text('场景', { max: 100 }).min(1) })
export const Scanned = z.object({ purpose: word('用途', { login: '登录', bind: '绑定' }), name: text('微信昵称') })
export const Bind = z.object({ weChatId: text('微信场景', { max: 100 }).min(1), uid: id('账号编号') })
export const ByUid = z.object({ uid: id('账号编号') })

export const Session = z.object({
  sessionId: id('登录'),
  source: text('来源'),
  loginSource: text('登录方式'),
  address: text('地址').nullable(),
  agent: text('设备', { max: 300 }).nullable(),
  createdAt: moment('登录时间'),
  seenAt: moment('最近使用'),
  expiresAt: moment('到期时间'),
  current: flag('本次登录'),
  support: flag('管理员代为登录'),
})
export type Session = z.output<typeof Session>
export const BySession = z.object({ id: id('登录') })

export const loginMethod = word('方式', {
  password: '账号密码',
  wechat: '微信扫码',
  setup: '首次设置',
  token: '代为登录',
  retrieve: '找回密码',
})
export const refusedWhy = word('结果', {
  password: '密码错误',
  locked: '已锁定',
  captcha: '验证码错误',
  stopped: '账号已停用',
  over: '账号已过期',
  first_over: '首次密码已过期',
})
export const LoginLine = z.object({
  loginId: id('登录'),
  at: moment('时间'),
  account: accountName,
  name: text('姓名').nullable(),
  address: text('地址').nullable(),
  agent: text('设备', { max: 300 }).nullable(),
  how: loginMethod,
  source: text('来源').nullable(),
  ok: flag('成功'),
  refused: refusedWhy.nullable(),
  openedBy: text('代登录的管理员').nullable(),
})
export type LoginLine = z.output<typeof LoginLine>
export const LoginLogQuery = z.object({
  hid: id('门店'),
  text: text('账号、姓名或地址').optional(),
  ok: choice('是否成功', { 1: '成功', 0: '被拒绝' }).optional(),
  how: loginMethod.optional(),
  startDate: date('开始日期').optional(),
  endDate: date('结束日期').optional(),
  ...perPage,
})
export const LoginLogPage = page(LoginLine)

const edition = word('版本', editions)
export const StoreEdition = z.object({ hid: id('门店'), edition })
export const ByStore = z.object({ id: id('门店') })
export const SetEdition = z.object({ id: id('门店'), edition })

/** Somebody types the own account and password on another person's screen. */
export const ProvePresence = z.object({
  account: text('批准人账号', { max: 50 }).min(1),
  password: z.string().min(1).max(200).meta({ label: '批准人登录密码', format: 'secret' }),
  purpose: text('批准的事项', { max: 40 }).min(1),
})
export const PresenceProven = z.object({ approver: id('批准人'), name: text('姓名') })
