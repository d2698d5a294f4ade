/** The built application beside the API: what it gives away and what it does not. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveWeb } from '../../apps/server/web.ts'

let app: FastifyInstance
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pages-'))
beforeAll(async () => {
  fs.mkdirSync(path.join(folder, 'web/assets'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'secret.txt'), 'secret')
  fs.writeFileSync(path.join(folder, 'web/index.html'), '<meta name="product" content=""><title>page</title>')
  fs.writeFileSync(path.join(folder, 'web/assets/a.js'), 'export {}')
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await serveWeb(app, { folder: path.join(folder, 'web'), prefix: '/api', product: 'mingmou' })
})
afterAll(async () => {
  await app.close()
  fs.rmSync(folder, { recursive: true })
})
const get = (url: string) => app.inject({ method: 'GET', url })

describe('pages', () => {
  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/....//secret.txt',
    '//secret.txt',
    '/assets/%00',
  ])('a path out of the folder is no file: %s', async (url) => {
    expect((await get(url)).body).not.toContain('secret')
  })
  it('a folder is not listed, and what is missing below /assets is never answered with the page', async () => {
    for (const url of ['/assets', '/assets/', '/assets/gone.js']) {
      const answer = await get(url)
      expect(answer.body, url).not.toContain('a.js')
      if (url !== '/assets')
        expect([answer.statusCode, answer.headers['content-type']], url).toEqual([404, 'application/json; charset=utf-8'])
    }
  })
  it('assets are kept for ever, the page never; a write to a page is no page', async () => {
    expect((await get('/assets/a.js')).headers['cache-control']).toContain('immutable')
    const page = await get('/patients/list')
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(page.body).toContain('content="mingmou"')
    expect((await app.inject({ method: 'POST', url: '/patients/list' })).statusCode).toBe(404)
  })
  it('R005: in the eye-guardian variant /login leads to /eg/login, with what the address asks; elsewhere it is itself', async () => {
    const variant = fastify({ routerOptions: { ignoreTrailingSlash: true } })
    await serveWeb(variant, { folder: path.join(folder, 'web'), prefix: '/api', product: 'mingmou', egHosts: ['eyes.example'] })
    const statusOf = async (host: string, url: string) => {
      const { statusCode, headers } = await variant.inject({ method: 'GET', url, headers: { host } })
      return [statusCode, headers.location]
    }
    expect(await statusOf('eyes.example', '/login?to=%2Feg%2Fhome')).toEqual([302, '/eg/login?to=%2Feg%2Fhome'])
    expect(await statusOf('eyes.example', '/login/')).toEqual([302, '/eg/login'])
    expect(await statusOf('eyes.example', '/eg/login')).toEqual([200, undefined])
    expect(await statusOf('clinic.example', '/login')).toEqual([200, undefined])
    await variant.close()
  })
})
