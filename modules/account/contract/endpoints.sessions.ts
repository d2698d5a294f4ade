import { binary, del, done, get, open, post, put, z } from '#kernel/contract/index.ts'
import { ChangePassword, UserInfo } from './shapes.ts'
import {
  AskCode, Bind, BySession, ByStore, ByUid, Captcha, CodeAsked, CodeProven, LoggedIn, Login, LoginLogPage, LoginLogQuery, ProveCode, Retrieve, Scanned, Scene, SceneInfo, Session, SetEdition, StoreEdition, TaskQuery, TaskState, WxCode,
} from './shapes.sessions.ts'

export const sessions = {
  'account.login': open.post('/account/login', { can: 'public', summary: 'Log in by account and password, after three failures with a captcha too; answers the token', input: Login, output: LoggedIn, fails: ['wrong_login', 'login_locked', 'account_off', 'captcha_wrong', 'first_over'], perMinute: 60 }),
  'account.userinfo': get('/account/userinfo', { can: 'session', summary: 'Who is logged in, with store, permissions and menu', output: UserInfo }),
  'account.logout': post('/account/loginout', { can: 'session', summary: 'Ends this session', output: done() }),
  'account.password': put('/account/password/{id}', { can: 'session', summary: 'Changes the own password; every session of the account ends', input: ChangePassword, output: done(), fails: ['wrong_password', 'password_used', 'password_weak'], perMinute: 20 }),
  'account.code': open.get('/account/getCodeNew', { can: 'public', summary: 'A captcha: a picture of four digits and its ticket, good for one try', output: Captcha, pure: false, perMinute: 60 }),
  'account.sms-captcha': open.post('/v1/account/sms-captcha', { can: 'public', summary: 'Sends a code by SMS to the number of an account; answers the same for every number', input: AskCode, output: CodeAsked, fails: ['captcha_wrong', 'code_soon', 'code_limit'], perMinute: 20 }),
  'account.verify-code': open.post('/account/verification/{code}', { can: 'public', summary: 'Exchanges a code for a ticket and the accounts of the number', input: ProveCode, output: CodeProven, fails: ['code_wrong'], perMinute: 20 }),
  'account.retrieve': open.post('/account/retrieve', { can: 'public', summary: 'Sets a new password with a ticket; every session of the account ends', input: Retrieve, output: done(), fails: ['ticket_gone', 'password_used', 'password_weak'], perMinute: 20 }),
  'account.wechat.qr': open.get('/v1/account/wechat/login-qr', { can: 'public', summary: 'A code for a phone to scan, to log in or to bind', input: Scene, output: SceneInfo, fails: ['wechat_off'], pure: false, perMinute: 60 }),
  'account.wechat.task-status': open.get('/v1/account/wechat/task-status', { can: 'public', summary: 'What became of a code: 20408 not scanned, 20407 a WeChat nobody has bound, 200 bound', input: TaskQuery, output: TaskState, fails: ['qr_gone', 'wechat_unbound', 'wechat_waiting', 'account_off'], pure: false, perMinute: 600 }),
  'account.wx-code': open.get('/v1/account/wx-code', { can: 'public', summary: 'The phone comes back from WeChat with its code', input: WxCode, output: Scanned, fails: ['qr_gone', 'wechat_code'], pure: false, perMinute: 60 }),
  'account.wechat.bind': post('/v1/account/wechat/bind', { can: 'session', summary: 'Binds the WeChat that scanned a code to the own account', input: Bind, output: done(), fails: ['qr_gone', 'wechat_taken'] }),
  'account.wechat.unbind': post('/v1/account/wechat/unbind', { can: 'session', summary: 'Frees the own account of its WeChat', input: ByUid, output: done() }),
  'account.sessions': get('/account/sessions', { can: 'session', summary: 'Ours: live sessions of the own account', output: z.array(Session) }),
  'account.sessions.end': del('/account/sessions/{id}', { can: 'session', summary: 'Ours: ends one session of the own account', input: BySession, output: done() }),
  'account.login-log': get('/account/login-log/{hid}', { can: 'account:log', summary: 'Ours: logins of a store, refused ones too', input: LoginLogQuery, output: LoginLogPage }),
  'account.login-log.export': get('/account/login-log/export/{hid}', { can: 'account:log', summary: 'Ours: the log of logins as an Excel file', input: LoginLogQuery, output: binary(), binary: true, timeout: 60 }),
  'account.new-token': get('/account/new-token/{id}', { can: 'account:token', summary: 'A new token: renews the own one, or fetches one for an account one may stand in for', input: z.object({ id: ByUid.shape.uid }), output: LoggedIn, fails: ['beyond_own_rights', 'account_off'], pure: false, perMinute: 20 }),
  'account.demotion': get('/account/demotion/{id}', { can: 'account:edition', summary: 'Demotes a hospital by one edition; its sessions end', input: ByStore, output: StoreEdition, pure: false }),
  'account.edition': put('/account/edition/{id}', { can: 'account:edition', summary: 'Ours: gives a hospital an edition; its sessions end', input: SetEdition, output: StoreEdition }),
}
