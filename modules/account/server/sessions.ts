/** Own sessions, the login log, tokens for standing in, and the edition of a store. */
import { dayEnd, dayStart, everyRow, excel, find, pageOf, sheet, sql, type Cx, type Listing, type Out } from '#kernel/server/index.ts'
import type { FileAnswer, Page, z } from '#kernel/contract/index.ts'
import { ownStore, setEdition, storeOf } from '#modules/institution/server/door.ts'
import { demoted } from '../contract/kinds.ts'
import type { Edition } from '#modules/institution/contract/editions.ts'
import { LoginLine, type LoggedIn, type LoginLogQuery, Session } from '../contract/shapes.sessions.ts'
import { openSession } from './login.ts'
import { beyond, reachOf } from './touch.ts'
import { staffStates, accountStates } from '../contract/states.ts'

/** Live sessions of the current account, the current one first. */
export const ownSessions = (cx: Cx): Promise<Session[]> =>
  cx.db.rows(
    Session,
    sql`
      select
        session_id, source, login_source, address, agent, created_at, seen_at, expires_at, token_hash = ${cx.who.session ?? ''} current,
        opened_by is not null support
      from session
      where uid = ${cx.who.uid} and ended is null and expires_at > now()
      order by current desc, seen_at desc
    `,
  )

/** Ends a session of the current account. Idempotent. */
export async function endOwnSession(cx: Cx, sessionId: number): Promise<null> {
  const row = await cx.db.one(
    { tokenHash: 'string' },
    sql`select token_hash from session where uid = ${cx.who.uid} and session_id = ${sessionId}`,
  )
  if (!row) return cx.refuse('not_found', { what: '登录' })
  await cx.db.run(sql`select session_end(${row.tokenHash}, 'logout')`)
  return null
}

/** Logins of a store's accounts, including refused ones, newest first. */
function logins(cx: Pick<Cx, 'who' | 'refuse'>, query: z.output<typeof LoginLogQuery>): Listing {
  const words = `%${(query.text ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return {
    select: sql`l.login_id, l.at, l.account, c.name, l.address, l.agent, l.ok, l.refused, l.how, l.source, o.account opened_by`,
    from: sql`
      login_log l
      left join account a on a.oid = l.oid and a.uid = l.uid
      left join contact c on c.oid = a.oid and c.ctid_ = a.ctid_
      left join account o on o.oid = l.oid and o.uid = l.opened_by
    `,
    where: [
      sql`l.hid = ${ownStore(cx, query.hid)}`,
      Boolean(query.text) && sql`(lower(l.account) like ${words} or lower(c.name) like ${words} or l.address like ${words})`,
      query.ok !== undefined && sql`l.ok = ${query.ok === 1}`,
      query.how !== undefined && sql`l.how = ${query.how}`,
      query.startDate !== undefined && sql`l.at >= ${dayStart(query.startDate)}`,
      query.endDate !== undefined && sql`l.at < ${dayEnd(query.endDate)}`,
    ],
    order: sql`l.login_id desc`,
  }
}
export const loginLog = (cx: Cx, query: z.output<typeof LoginLogQuery>): Promise<Page<LoginLine>> =>
  pageOf(cx, { of: LoginLine, ...logins(cx, query) }, query)

const columns = sheet('登录日志', LoginLine, ['at', 'account', 'name', 'ok', 'refused', 'how', 'openedBy', 'source', 'address', 'agent'])
/** The login log as Excel. */
export const exportLogins = async (out: Out, query: z.output<typeof LoginLogQuery>): Promise<FileAnswer> =>
  excel(columns, out.stream(LoginLine, everyRow(logins(out, query))), `登录日志-${out.today}.xlsx`)

/**
 * Issues a token for an account. The own token is renewed. For another account the caller must be an administrator who may do everything
 * that account may. The session has its own kind (`support`), the login log names both people, and every audit line carries the
 * administrator's uid.
 */
export async function newToken(
  cx: Cx<'beyond_own_rights' | 'beyond_stores' | 'account_off'>,
  uid: number,
): Promise<z.output<typeof LoggedIn>> {
  const origin = { db: cx.db, address: '', agent: `${cx.who.account} ${cx.requestId}`, walled: true } as const
  const { oid } = cx.who
  if (uid === cx.who.uid) {
    const current = await cx.db.one(
      { source: 'string', loginSource: 'string' },
      sql`select source, login_source from session where token_hash = ${cx.who.session ?? ''}`,
    )
    return openSession(
      origin,
      { oid, uid },
      {
        how: 'token',
        source: current?.source ?? 'web',
        loginSource: current?.loginSource ?? 'web',
        ...(cx.who.openedBy ? { openedBy: cx.who.openedBy } : {}),
      },
    )
  }
  const target = await find(cx, 'account', { uid })
  if (!target) return cx.refuse('not_found', { what: '账号' })
  const { person, reach } = await reachOf(cx, target.ctid)
  if (target.status !== accountStates.is.on || person.status !== staffStates.is.working) return cx.refuse('account_off')
  // Permissions that only the other role has (a clinician's signature) are not lent with the token.
  const over = beyond(cx.who, reach)
  if (over && 'code' in over) return cx.refuse('beyond_own_rights')
  if (over) return cx.refuse('beyond_stores', { what: (await storeOf(cx, over.hid)).shortName })
  return openSession(origin, { oid, uid }, { how: 'token', source: 'support', openedBy: cx.who.uid })
}

/** Changes the edition of a store. Its sessions end, so that menus and permissions are reloaded. */
export async function changeEdition(cx: Cx, hid: number, edition: Edition): Promise<{ hid: number; edition: Edition }> {
  await setEdition(cx, ownStore(cx, hid), edition)
  const live = await cx.db.rows(
    { tokenHash: 'string' },
    sql`
      select s.token_hash
      from session s
      join account a using (oid, uid)
      where a.hid = ${hid} and s.ended is null and s.token_hash <> ${cx.who.session ?? ''}
    `,
  )
  for (const { tokenHash } of live) await cx.db.run(sql`select session_end(${tokenHash}, 'logout')`)
  return { hid, edition }
}
export const demote = async (cx: Cx, hid: number): Promise<{ hid: number; edition: Edition }> =>
  changeEdition(cx, hid, demoted((await storeOf(cx, ownStore(cx, hid))).edition))
