import { implement, sql } from '#kernel/server/index.ts'
import { account } from '../contract/endpoints.ts'
import { accessHandlers } from './access.ts'
import { newCaptcha } from './captcha.ts'
import { askCode, proveCode, retrieve } from './forgotten.ts'
import { login } from './login.ts'
import { passwordMatches, proveHere, setPassword, tellOwner } from './password.ts'
import { changeEdition, demote, endOwnSession, exportLogins, loginLog, newToken, ownSessions } from './sessions.ts'
import { forgetSession } from './session.ts'
import { setUp } from './setup.ts'
import { staffHandlers } from './staff.ts'
import { pin, userInfo } from './userinfo.ts'
import { bind, newScene, scanned, taskStatus, unbind } from './wechat.ts'

export default implement(account, {
  'account.login': login,
  'account.setup': setUp,
  'account.userinfo': (cx) => userInfo(cx),
  'account.stars': (cx, { stars }) => pin(cx, stars),
  'account.presence': proveHere,
  'account.logout': async (out) => {
    const own = out.who.session ?? ''
    await out.tx((cx) => cx.db.run(sql`select session_end(${own}, 'logout')`))
    // Forgotten here as well as on notification: this process must refuse the token at once.
    forgetSession(own)
    return null
  },
  'account.password': async (out, { id, oldPassword, newPassword }) => {
    if (id !== out.who.uid) return out.refuse('not_found', { what: '账号' })
    const own = await out.tx((cx) => cx.db.one({ passwordHash: 'string' }, sql`select password_hash from account where uid = ${id}`))
    if (!(await passwordMatches(own?.passwordHash ?? null, oldPassword))) return out.refuse('wrong_password', { field: 'oldPassword' })
    await setPassword(out, id, newPassword, { also: (cx) => tellOwner(cx, id, 'password-changed') })
    return null
  },
  'account.code': (cx) => newCaptcha(cx.db),
  'account.sms-captcha': askCode,
  'account.verify-code': proveCode,
  'account.retrieve': retrieve,
  'account.wechat.qr': newScene,
  'account.wechat.task-status': taskStatus,
  'account.wx-code': scanned,
  'account.wechat.bind': bind,
  'account.wechat.unbind': unbind,
  'account.sessions': ownSessions,
  'account.sessions.end': (cx, { id }) => endOwnSession(cx, id),
  'account.login-log': loginLog,
  'account.login-log.export': exportLogins,
  'account.new-token': (cx, { id }) => newToken(cx, id),
  'account.demotion': (cx, { id }) => demote(cx, id),
  'account.edition': (cx, { id, edition }) => changeEdition(cx, id, edition),
  ...staffHandlers,
  ...accessHandlers,
})
