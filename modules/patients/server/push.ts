/** WeChat coming in: what the official account's server tells, kept once and worked off by a job; the code a member binds by. */
import { createHash, randomBytes } from 'node:crypto'
import { find, job, sql, update, type Cx, type Open, type Out } from '#kernel/server/index.ts'
import type { JobContext } from '#kernel/server/registry.ts'
import { z, type FileAnswer } from '#kernel/contract/index.ts'
import { environment } from '#kernel/server/environment.ts'
import { postMessage, receiveMessage } from '#modules/messages/server/door.ts'
import { wechatPort } from '#ports/wechat/choose.ts'
import { fieldsOfPush, isSigned, opened, pushedIn, pushedKinds, type WechatPush } from '#ports/wechat/push.ts'
import { samples } from '#ports/wechat/samples.ts'
import { checkInScene, isCheckIn } from '../contract/check-in.ts'
import { wechatHeard, wechatScanned } from '../contract/events.ts'
import type { PlayPhone, Push, WechatCode } from '../contract/shapes.links.ts'
import { patientStates } from '../contract/states.ts'
import { consentOf, withdrawConsent } from './consent.ts'
import { setWechat } from './links.ts'
import { patientOf } from './queries.ts'

const plain = (body: string): FileAnswer => ({ filename: 'push.txt', type: 'text/plain; charset=utf-8', body: Buffer.from(body) })
/** Seconds a call may be on its way: a replayed one is older. */
const FRESH = 300
/** The text that leads WeChat's answers of this kind. */
const MARKETING = 2

/** Refuses what WeChat did not sign a moment ago; `parts` stand under the signature beside token, time and nonce. */
function proven(
  open: Open,
  { timestamp = '', nonce = '' }: Pick<Push, 'timestamp' | 'nonce'>,
  signature: string | undefined,
  ...parts: string[]
): void {
  const { WECHAT_PUSH_TOKEN: token } = environment()
  if (!token) return open.refuse('not_connected', { what: '微信推送' })
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\d{1,11}$/.test(timestamp) || age > FRESH) open.refuse('bad_input', { what: '推送的时间已过', field: 'timestamp' })
  if (!signature || !isSigned(signature, token, timestamp, nonce, ...parts))
    open.refuse('bad_input', { what: '推送的签名无效', field: 'signature' })
}

/** WeChat asks once, when the address is set: the echo goes back. */
export function checked(open: Open, input: Push & { echostr?: string | undefined }): Promise<FileAnswer> {
  proven(open, input, input.signature)
  return Promise.resolve(plain(input.echostr ?? ''))
}

/** One message or event. WeChat waits five seconds and asks three times: it is kept and answered at once. */
export async function arrived(open: Open, input: Push): Promise<FileAnswer> {
  const pushed = pushedIn(fieldsOf(open, input))
  if (pushed) {
    const { key, openId, kind, text, scene, media } = pushed
    await open.db.run(sql`select wechat_arrived(${key}, ${openId}, ${kind}, ${text}, ${scene}, ${media})`)
  }
  return plain('success')
}
function fieldsOf(open: Open, input: Push): Readonly<Record<string, string>> {
  const { WECHAT_PUSH_AES_KEY: key, WECHAT_APP_ID: appId = '' } = environment()
  const bad = () => open.refuse('bad_input', { what: '推送的内容无法读取', field: 'body' })
  if (!key) proven(open, input, input.signature)
  const outer = fieldsOfPush(input.body)
  if (!key) return outer ?? bad()
  const sealedText = outer?.Encrypt ?? ''
  proven(open, input, input.msg_signature, sealedText)
  const inner = opened(key, appId, sealedText)
  return (inner === undefined ? undefined : fieldsOfPush(inner)) ?? bad()
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const CODE_SECONDS = 600
/** A code for the member's phone; where no WeChat is connected it holds the scene itself. */
export async function bindingCode(out: Out, { pid }: { pid: number }): Promise<z.output<typeof WechatCode>> {
  const scene = `b${randomBytes(18).toString('base64url')}`
  const url = await wechatPort().sceneUrl(scene, CODE_SECONDS)
  await out.tx(async (cx) => {
    const { hid } = await patientOf(cx, pid)
    await cx.db.run(
      sql`
        insert into wechat_scene (token_hash, pid, hid, expires_at)
        values (${hashOf(scene)}, ${pid}, ${hid}, app_now() + make_interval(secs => ${CODE_SECONDS}))
      `,
    )
  })
  return { pid, url, scene, seconds: CODE_SECONDS, simulated: wechatPort().simulated }
}

type Told = Pick<WechatPush, 'openId' | 'kind' | 'text' | 'scene' | 'media'>
const SAID: Partial<Record<WechatPush['kind'], string>> = {
  follow: '[关注了公众号]',
  leave: '[取消关注公众号]',
  picture: '[图片]',
  voice: '[语音]',
  menu: '[菜单]',
  scan: '[扫码]',
}
const EVENTS = ['follow', 'leave', 'menu', 'scan'] as const
/** Takes back what a member had agreed to hear of. */
const STOP = /^(t|td|退订)$/i

/** What somebody told, in the store of the member: into the conversation, and to whoever answers it. */
async function heard(cx: Cx, { openId, kind, text, scene, media }: Told): Promise<void> {
  const atStore = isCheckIn(scene)
  const pid =
    (atStore ? undefined : await boundBy(cx, openId, scene)) ??
    (await find(cx, 'patient', { wechatOpenId: openId, status: patientStates.is.present }))?.pid
  if (pid === undefined) return atStore ? cx.enqueue('patients.wechat-stranger', { openId }) : undefined
  const words = text.trim()
  const sentence = [atStore ? '[扫签到码]' : SAID[kind], kind === 'scan' ? '' : words].filter(Boolean).join(' ').slice(0, 600) || '[空]'
  const sent = media && (kind === 'picture' || kind === 'voice') ? { media: { kind, mediaId: media } } : {}
  await receiveMessage(cx, { pid, text: sentence, event: EVENTS.find((event) => event === kind) ?? null, ...sent })
  if (atStore && scene) return cx.announce(wechatScanned, { pid, openId, scene })
  if (kind === 'text' && STOP.test(words)) return stopMarketing(cx, pid, openId)
  if (kind === 'text' || kind === 'menu') await cx.announce(wechatHeard, { pid, openId, text: words, menu: kind === 'menu' })
}

/** The member whose code was scanned has this WeChat from now on; a WeChat that is another member's stays so. */
async function boundBy(cx: Cx, openId: string, scene: string | null): Promise<number | undefined> {
  if (!scene) return undefined
  const code = await cx.db.one(
    { id: 'number', pid: 'number' },
    sql`
      select id, pid
      from wechat_scene
      where token_hash = ${hashOf(scene)} and used_at is null and expires_at > app_now()
      for update
    `,
  )
  if (!code) return undefined
  const owner = await find(cx, 'patient', { wechatOpenId: openId, status: patientStates.is.present })
  if (owner && owner.pid !== code.pid) {
    await postMessage(cx, { pid: owner.pid, openId, text: '此微信已绑定其他会员，请到前台办理' })
    return undefined
  }
  await update(cx, 'wechat_scene', { id: code.id }, { usedAt: cx.now })
  await setWechat(cx, code.pid, { openId, name: null })
  const { name } = await patientOf(cx, code.pid)
  await postMessage(cx, {
    pid: code.pid,
    openId,
    text: `已绑定会员${name}，预约提醒会发到这里。回复「确认」「取消」「改约」即可处理提醒的预约，回复「退订」不再接收营销消息`,
  })
  return code.pid
}

async function stopMarketing(cx: Cx, pid: number, openId: string): Promise<void> {
  const consent = await consentOf(cx, pid, MARKETING)
  if (consent?.id) await withdrawConsent(cx, { id: consent.id, reason: '会员在微信退订' })
  await postMessage(cx, { pid, openId, text: '已退订，不会再收到营销消息' })
}

/** Plays the phone of a member where no WeChat is connected: what it does goes the way a real one's does, from the inbox on. */
export async function play(cx: Cx, { pid, act, text = '' }: z.output<typeof PlayPhone>): Promise<null> {
  if (!wechatPort().simulated) return cx.refuse('not_found', { what: '模拟手机' })
  const { wechatOpenId } = await patientOf(cx, pid)
  const openId = wechatOpenId ?? `local-${pid}`
  const kind = act === 'checkIn' ? 'scan' : act
  const scene = act === 'checkIn' ? checkInScene(cx.who.oid, cx.who.hid, cx.today) : act === 'scan' ? text : null
  const media = act === 'picture' || act === 'voice' ? samples[act] : null
  await heard(cx, { openId, kind, text: kind === 'scan' ? '' : text, scene, media })
  return null
}

const Inbox = z.object({
  openId: z.string(),
  kind: z.enum(pushedKinds),
  text: z.string().nullable(),
  scene: z.string().nullable(),
  media: z.string().nullable(),
})
async function workOff({ tx }: JobContext, { inboxId }: { inboxId: number }): Promise<void> {
  await tx(async (cx) => {
    const message = await cx.db.one(Inbox, sql`select * from wechat_inbox_take(${inboxId})`)
    if (message) await heard(cx, { ...message, text: message.text ?? '' })
  })
}
/** Somebody no member is bound to scanned the code of a store: they are told where to go, and kept nowhere. */
async function tellStranger(_: JobContext, { openId }: { openId: string }): Promise<void> {
  await wechatPort().sendText(openId, '此微信还没有绑定会员，请到前台登记，绑定后即可扫码签到')
}
export default [job('patients.wechat', workOff), job('patients.wechat-stranger', tellStranger)]
