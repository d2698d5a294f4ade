/** The built web application beside the API: assets for ever, index.html never from a cache, and never in place of an asset. */
import fs from 'node:fs'
import path from 'node:path'
import statics from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Door } from '#kernel/server/doors.ts'

const door: Door = { name: 'web', proof: 'nothing', can: 'public', why: 'the built application: the same files for everybody' }

export async function serveWeb(
  app: FastifyInstance,
  options: { folder: string; prefix: string; product: string; egHosts?: readonly string[]; simulated?: boolean; docs?: boolean },
): Promise<void> {
  if (!fs.existsSync(path.join(options.folder, 'index.html'))) return
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => void (route.config = { ...route.config, door }))
    await scope.register(statics, {
      root: options.folder,
      preCompressed: true,
      wildcard: false,
      index: false,
      setHeaders: (reply, file) =>
        void reply.header(
          'cache-control',
          file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  })
  // The page learns from its head where calls go and what `{product}` is.
  const head: Record<string, string> = {
    product: options.product,
    api: options.prefix,
    'api-alt': options.prefix,
    simulated: options.simulated ? 'yes' : '',
    docs: options.docs === false ? '' : 'open',
  }
  const page = fs.readFileSync(path.join(options.folder, 'index.html'), 'utf8')
  const written = (values: Record<string, string>) =>
    page.replace(/(<meta name="([\w-]+)" content=")([^"]*)/g, (whole, start: string, name: string) =>
      values[name] === undefined ? whole : start + values[name],
    )
  const [html, eyeGuardian] = [written(head), written({ ...head, variant: 'eg' })]
  const egHosts = new Set(options.egHosts)
  app.setNotFoundHandler((request, reply) => {
    const { pathname, search } = new URL(request.url, 'http://localhost')
    const variant = egHosts.has('*') || egHosts.has(request.hostname)
    if (pathname.startsWith('/assets/') || (request.method !== 'GET' && request.method !== 'HEAD')) {
      return reply.code(404).type('application/json; charset=utf-8').send({ code: 1, message: '没有这个接口', data: null })
    }
    // R005: whatever leads to a login leads to the eye guardians' own there, with what the address asks.
    if (variant && /^\/login\/?$/.test(pathname)) return reply.redirect(`/eg/login${search}`, 302)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(variant ? eyeGuardian : html)
  })
}
