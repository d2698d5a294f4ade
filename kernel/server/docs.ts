/** `/api/openapi.json` and a plain page that shows it. */
import type { FastifyInstance } from 'fastify'
import type { Call } from './answer.ts'
import { openapiOf } from './openapi.ts'
import { answerOf, Refused } from './refuse.ts'

export function serveDocs(app: FastifyInstance, calls: ReadonlyMap<string, Call>, options: { prefix: string; product: string }): void {
  let document: object | undefined
  const openapi = () => (document ??= openapiOf(calls.values(), { ...options, sentences: (key) => answerOf(new Refused(key)).message }))
  app.get(`${options.prefix}/openapi.json`, async () => openapi())
  app.get(`${options.prefix}/docs`, async (_, reply) => reply.type('text/html; charset=utf-8').send(page(calls, options)))
}

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)
function page(calls: ReadonlyMap<string, Call>, { prefix, product }: { prefix: string; product: string }): string {
  const areas = grouped(calls)
  const section = ([area, list]: [string, Call[]]) =>
    `<h2 id="${area}">${area}</h2><table><thead><tr><th>method</th><th>path</th><th>id</th><th>permission</th><th>refusals</th></tr></thead><tbody>${list
      .map(
        (c) =>
          `<tr><td>${c.endpoint.method}</td><td><code>${escape(prefix + c.endpoint.path.replace('{product}', product))}</code></td><td>${c.id}<br><small>${escape(c.endpoint.summary ?? '')}</small></td><td>${c.endpoint.can}</td><td>${c.endpoint.fails.map((f) => `${f}: ${escape(answerOf(new Refused(f)).message)}`).join('<br>')}</td></tr>`,
      )
      .join('')}</tbody></table>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mingmou API</title><style>body{font:14px/1.5 system-ui;margin:24px auto;max-width:1200px;padding:0 16px;color:#14211f}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #dfe6e4;padding:4px 8px;text-align:left;vertical-align:top}small{color:#586863}</style>
<h1>Mingmou API</h1><p>${calls.size} calls. Machine-readable: <a href="${prefix}/openapi.json">openapi.json</a>. Answers are <code>{ code, message, data }</code>; the token travels in the header <code>token</code>.</p>
<p>${[...areas.keys()].map((a) => `<a href="#${a}">${a}</a>`).join(' · ')}</p>${[...areas.entries()].map(section).join('')}</html>`
}
function grouped(calls: ReadonlyMap<string, Call>): Map<string, Call[]> {
  const out = new Map<string, Call[]>()
  for (const c of calls.values()) out.set(c.area, [...(out.get(c.area) ?? []), c])
  return out
}
