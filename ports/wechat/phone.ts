/**
 * The page that plays the phone where no WeChat is connected: it stands for WeChat's own page of authorisation and goes back to us with a
 * code.
 */
import { randomBytes } from 'node:crypto'
import type { Door } from '#kernel/server/doors.ts'
import { environment } from '#kernel/server/environment.ts'
import { wechatPort } from './choose.ts'
import { localInbox, replyLocally } from '../inbox.ts'
import { INBOX, PHONE, phones } from './local.ts'

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const SCANNED = `<h1>这部手机扫到了明眸的二维码</h1><p>此页代替微信的授权页，只在没有接入微信的非生产环境出现。选一部手机，即视为它的主人同意授权：</p>`
const MESSAGES = `<h1>这部手机收到的消息</h1><p>此页代替家长的手机，只在没有接入微信的非生产环境出现；服务重启后清空。</p>`
const HEAD = [
  '<!doctype html><html lang="zh-CN"><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width,initial-scale=1"><title>本地模拟微信</title>',
].join('')
const PAGE_STYLE = [
  'body{font:16px/1.6 system-ui,sans-serif;max-width:380px;margin:8vh auto;padding:0 20px;color:#12303a;background:#f4f7f7}',
  'b{display:inline-block;padding:2px 10px;border-radius:99px;background:#fbeed5;color:#7a4b00;font-size:13px}',
  'h1{font-size:20px}\n',
  'a{display:block;margin:12px 0;padding:14px 16px;border-radius:12px;',
  'background:#fff;border:1px solid #cfdcdd;color:inherit;text-decoration:none}',
  'a:hover,a:focus{border-color:#1f7a5a}section{margin:12px 0;padding:12px 16px;border-radius:12px;background:#e3efee}',
  'section p{margin:4px 0;overflow-wrap:anywhere}small{color:#4a5f66}',
  'a.in{display:inline;padding:0;border:0;background:none;color:#0c6b64;text-decoration:underline}',
  'form{display:flex;gap:8px}input{flex:1;min-width:0;padding:10px;font:inherit}button{padding:10px;font:inherit}',
].join('')
const page = (links: string, head = SCANNED): string => `${HEAD}
<style>${PAGE_STYLE}</style>
<b>本地模拟</b>${head}${links}</html>`

/** The path of an address: a link leads back to this server, however it names itself. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')
const linked = (text: string): string =>
  escape(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a class="in" href="${pathOf(url)}">${url}</a>`)
/** Messages of a number or of one of the phones; what a link in a message opens, opens here. */
function inboxPage(recipient: string): string {
  const messages = localInbox(recipient).map(({ at: sentAt, channel, text, url }) => {
    const open = url ? `<a class="in" href="${escape(pathOf(url))}">打开</a>` : ''
    return `<section><small>${channel} · ${sentAt}</small><p>${linked(text).replaceAll('\n', '<br>')}</p>${open}</section>`
  })
  const none = `<p>${recipient ? '还没有收到消息。' : '填手机号看短信，或选一部手机看微信。'}</p>`
  const chosen = Object.entries(phones).map(([id, name]) => `<a href="${INBOX}?to=local-${id}">${escape(name)}</a>`)
  const number = `<input name="to" value="${escape(recipient)}" placeholder="手机号" aria-label="手机号" inputmode="tel">`
  const field = '<input name="reply" aria-label="回复短信" placeholder="回复，如 R">'
  const answer = `<form><input type="hidden" name="to" value="${escape(recipient)}">${field}<button>回复</button></form>`
  const canAnswer = /^\d{11}$/.test(recipient) && messages.length > 0
  return `<form>${number}<button>看短信</button></form>${messages.join('') || none}${canAnswer ? answer : ''}${chosen.join('')}`
}

const queryOf = (request: { query: unknown }) => request.query as Readonly<Partial<Record<'state' | 'redirect' | 'to' | 'reply', string>>>

const door: Door = {
  name: 'phone',
  proof: 'nothing',
  can: 'public',
  why: 'stands for a page of WeChat; absent in production and where WeChat is connected',
}
/** Serves the phone and its messages, unless WeChat is connected or this is production: then there is no such page. */
export function servePhone(app: {
  get(
    path: string,
    options: { config: { door: Door } },
    handler: (
      request: { query: unknown },
      reply: { type(type: string): { send(body: string): unknown }; redirect(url: string): unknown },
    ) => unknown,
  ): unknown
}): void {
  if (!wechatPort().simulated || environment().production) return
  app.get(PHONE, { config: { door } }, (request, reply) => {
    const { state = '', redirect = '' } = queryOf(request)
    // Back to this server only: a page that leads anywhere would be a trap.
    const back =
      /^\/(?![/\\])/.test(redirect) || redirect.startsWith(`${environment().PUBLIC_URL ?? '\u0000'}/`) ? redirect : '/wechat/confirm'
    const links = Object.entries(phones).map(([id, name]) => {
      const query = new URLSearchParams({ code: `${id}.${randomBytes(6).toString('hex')}`, state })
      return `<a href="${escape(`${back}?${query}`)}">${escape(name)}</a>`
    })
    return reply.type('text/html; charset=utf-8').send(page(links.join('')))
  })
  app.get(INBOX, { config: { door } }, (request, reply) => {
    const { to = '', reply: answer = '' } = queryOf(request)
    if (/^\d{11}$/.test(to) && answer.trim()) {
      replyLocally(to, answer.trim().slice(0, 500))
      // Loading the page again would answer again.
      return reply.redirect(`${INBOX}?to=${to}`)
    }
    return reply.type('text/html; charset=utf-8').send(page(inboxPage(to.slice(0, 60)), MESSAGES))
  })
}
