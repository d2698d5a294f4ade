/** Login and binding by WeChat: the screen shows a code, a phone scans it, the browser polls every two seconds. */
import { sql, hashToken, newToken, type Cx, type Open } from '#kernel/server/index.ts'
import { z } from '#kernel/contract/index.ts'
import { environment } from '#kernel/server/environment.ts'
import { wechatPort } from '#ports/wechat/choose.ts'
import type { LoggedIn } from '../contract/shapes.sessions.ts'
import { openSession, sourceOf } from './login.ts'
import { tellOwner } from './password.ts'

/** Our page that the phone opens with WeChat's code. */
const CONFIRM = '/wechat/confirm'
/** Validity of a code on the screen in seconds (seed 1 §9). */
const GOOD_FOR = 120

const Task = z.object({
  purpose: z.enum(['login', 'bind']),
  openId: z.string().nullable(),
  alive: z.boolean(),
  taken: z.boolean(),
  oid: z.int().nullable(),
  uid: z.int().nullable(),
  stopped: z.boolean().nullable(),
})
type Task = z.output<typeof Task>
const Scanned = z.object({ purpose: Task.shape.purpose.nullable() })
const taskOf = (db: Open['db'], sceneId: string): Promise<Task | undefined> =>
  db.one(Task, sql`select * from wechat_task_of(${hashToken(sceneId)})`)

/** Creates a code. Its address is WeChat's, or the page of this server that simulates the phone. */
export async function newScene(
  cx: Open<'wechat_off'>,
  { purpose }: { purpose: 'login' | 'bind' },
): Promise<{ qrCodeUrl: string; sceneId: string; seconds: number; simulated: boolean }> {
  const port = wechatPort()
  const { token, hash } = newToken()
  const qrCodeUrl = port.authorizeUrl(token, `${environment().PUBLIC_URL ?? ''}${CONFIRM}`)
  if (!qrCodeUrl) return cx.refuse('wechat_off')
  await cx.db.run(sql`select wechat_task_make(${hash}, ${purpose})`)
  return { qrCodeUrl, sceneId: token, seconds: GOOD_FOR, simulated: port.simulated }
}

/** The phone returns from WeChat with a code. Its owner is stored with the scene. */
export async function scanned(
  cx: Open<'qr_gone' | 'wechat_code'>,
  { code, state }: { code: string; state: string },
): Promise<{ purpose: 'login' | 'bind'; name: string }> {
  const person = await wechatPort().personOf(code)
  if (!person) return cx.refuse('wechat_code')
  const task = await cx.db.one(Scanned, sql`select wechat_task_scanned(${hashToken(state)}, ${person.openId}, ${person.name}) purpose`)
  return task?.purpose ? { purpose: task.purpose, name: person.name } : cx.refuse('qr_gone')
}

/**
 * State of a scene: not scanned (20408), scanned by an unbound WeChat (20407), or bound to an account: logged in, or reported as bound.
 */
export async function taskStatus(
  cx: Open<'qr_gone' | 'wechat_unbound' | 'wechat_waiting' | 'account_off'>,
  { sceneId, source }: { sceneId: string; source: string },
): Promise<{ bound: boolean; login: z.output<typeof LoggedIn> | null }> {
  const task = await taskOf(cx.db, sceneId)
  if (!task?.alive || task.taken) return cx.refuse('qr_gone')
  if (!task.openId) return cx.refuse('wechat_waiting')
  if (task.uid === null || task.oid === null) return cx.refuse('wechat_unbound')
  if (task.purpose === 'bind') return { bound: true, login: null }
  if (task.stopped) return cx.refuse('account_off')
  const { ok } = await cx.db.the({ ok: 'boolean' }, sql`select wechat_task_take(${hashToken(sceneId)}) ok`)
  if (!ok) return cx.refuse('qr_gone')
  return { bound: true, login: await openSession(cx, { oid: task.oid, uid: task.uid }, { how: 'wechat', source: sourceOf(source) }) }
}

/** Binds the WeChat that scanned a scene to the current account. The open id never reaches the browser; `weChatId` is the scene. */
export async function bind(
  cx: Cx<'qr_gone' | 'account_wechat_taken'>,
  { weChatId, uid }: { weChatId: string; uid: number },
): Promise<null> {
  if (uid !== cx.who.uid) return cx.refuse('not_found', { what: '账号' })
  const task = await taskOf(cx.db, weChatId)
  if (!task?.alive || task.taken || task.purpose !== 'bind' || !task.openId) return cx.refuse('qr_gone')
  if (task.uid !== null) return cx.refuse('account_wechat_taken')
  await cx.db.run(sql`select wechat_task_take(${hashToken(weChatId)})`)
  await cx.db.run(sql`update account set open_id = ${task.openId} where uid = ${uid}`)
  await tellOwner(cx, uid, 'wechat-bound')
  return null
}

/** Unbinds WeChat from the current account. Idempotent. */
export async function unbind(cx: Cx, { uid }: { uid: number }): Promise<null> {
  if (uid !== cx.who.uid) return cx.refuse('not_found', { what: '账号' })
  await cx.db.run(sql`update account set open_id = null where uid = ${uid}`)
  return null
}
