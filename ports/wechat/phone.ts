/**
 * The page that plays the phone where no WeChat is connected: it stands for WeChat's own page of authorisation and goes back to us with a
 * code.
 */
import { randomBytes } from 'node:crypto'
import type { Door } from '#kernel/server/doors.ts'
import { environment } from '#kernel/server/environment.ts'
import { wechatPort } from './choose.ts'
import { PHONE, phones } from './local.ts'

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const page = (
  links: string,
): string => `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>本地模拟微信</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:380px;margin:8vh auto;padding:0 20px;color:#12303a;background:#f4f7f7}b{display:inline-block;padding:2px 10px;border-radius:99px;background:#fbeed5;color:#7a4b00;font-size:13px}h1{font-size:20px}
a{display:block;margin:12px 0;padding:14px 16px;border-radius:12px;background:#fff;border:1px solid #cfdcdd;color:inherit;text-decoration:none}a:hover,a:focus{border-color:#1f7a5a}</style>
<b>本地模拟</b><h1>这部手机扫到了明眸的二维码</h1><p>此页代替微信的授权页，只在没有接入微信的非生产环境出现。选一部手机，即视为它的主人同意授权：</p>${links}</html>`

const door: Door = {
  name: 'phone',
  proof: 'nothing',
  can: 'public',
  why: 'stands for a page of WeChat; absent in production and where WeChat is connected',
}
/** Serves the phone, unless WeChat is connected or this is production: then there is no such page. */
export function servePhone(app: {
  get(
    path: string,
    options: { config: { door: Door } },
    handler: (request: { query: unknown }, reply: { type(type: string): { send(body: string): unknown } }) => unknown,
  ): unknown
}): void {
  if (!wechatPort().simulated || environment().production) return
  app.get(PHONE, { config: { door } }, (request, reply) => {
    const { state = '', redirect = '' } = request.query as { state?: string; redirect?: string }
    // Back to this server only: a page that leads anywhere would be a trap.
    const back =
      /^\/(?![/\\])/.test(redirect) || redirect.startsWith(`${environment().PUBLIC_URL ?? '\u0000'}/`) ? redirect : '/wechat/confirm'
    const links = Object.entries(phones).map(
      ([id, name]) =>
        `<a href="${escape(`${back}?${new URLSearchParams({ code: `${id}.${randomBytes(6).toString('hex')}`, state })}`)}">${escape(name)}</a>`,
    )
    return reply.type('text/html; charset=utf-8').send(page(links.join('')))
  })
}
