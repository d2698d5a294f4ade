import { roles } from '#kernel/contract/index.ts'
import { implement, sql, update } from '#kernel/server/index.ts'
import { openStore } from '#modules/institution/server/door.ts'
import { account } from '../contract/endpoints.ts'
import { accessHandlers } from './access.ts'
import { login, openSession } from './login.ts'
import { hashPassword, hashToken, passwordMatches } from './password.ts'
import { addStaff } from './setup.ts'
import { staffHandlers } from './staff.ts'
import { userInfo } from './userinfo.ts'

export default implement(account, {
  'account.login': login,
  'account.setup': async (cx, input) => {
    const { ok } = (await cx.db.one<{ ok: boolean }>(sql`select setup_link_take(${hashToken(input.token)}) ok`))!
    if (!ok) return cx.refuse('setup_link')
    const { oid } = (await cx.db.one<{ oid: number }>(sql`select organisation_create(${input.company}, 'chain') oid`))!
    const system = { oid, hid: 0, hids: [], uid: 0, ctid: 0, name: '系统', account: '', role: 'system', roles: [], can: new Set<string>() }
    const { uid } = await cx.as(system, async (tx) => {
      const hid = await openStore(tx, input.store)
      await tx.db.run(sql`insert into role (code, name) select * from jsonb_each_text(${JSON.stringify(roles)}::jsonb)`)
      return addStaff(tx, { hid, name: input.name, type: 5, account: input.account, password: input.password, role: 'chain', allStores: true })
    })
    return openSession(cx, { oid, uid: uid! }, 'mingmou')
  },
  'account.userinfo': (cx) => userInfo(cx),
  'account.logout': async (cx) => {
    await cx.db.run(sql`select session_end(${cx.who.session ?? ''}, 'logout')`)
    return null
  },
  'account.password': async (cx, { id, oldPassword, newPassword }) => {
    if (id !== cx.who.uid) return cx.refuse('not_found', { what: '账号' })
    const own = await cx.db.one<{ passwordHash: string }>(sql`select password_hash from account where uid = ${id}`)
    if (!(await passwordMatches(own?.passwordHash ?? null, oldPassword))) return cx.refuse('wrong_password', { field: 'oldPassword' })
    if (oldPassword === newPassword) return cx.refuse('password_same', { field: 'newPassword' })
    await update(cx, 'account', { uid: id }, { passwordHash: await hashPassword(newPassword), mustChange: false })
    const sessions = await cx.db.rows<{ tokenHash: string }>(sql`select token_hash from session where uid = ${id} and ended is null`)
    for (const s of sessions) await cx.db.run(sql`select session_end(${s.tokenHash}, 'password')`)
    return null
  },
  ...staffHandlers,
  ...accessHandlers,
})
