/** Requests nobody honest sends: from other sites, malformed, oversize, slow, with markup and with headers in their values. */
import net from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, server, type Clinic } from '../harness.ts'
import { fairly, HANGS } from '../patience.ts'

let clinic: Clinic
let base: string
let token: string
beforeAll(async () => {
  ;({ base } = await server())
  clinic = await freshClinic()
  token = await clinic.token('manager')
})
const post = (path: string, body: string, headers: Record<string, string>) => fetch(`${base}/api${path}`, { method: 'POST', headers, body })
const codeOf = async (response: Response) => ((await response.json()) as { code: number }).code

/** Sends bytes as they are and answers what came back until the server closed, and after how many ms. */
const bytes = (text: string, patience = HANGS): Promise<{ answer: string; ms: number }> =>
  new Promise((done) => {
    const { port } = new URL(base)
    const started = Date.now()
    let answer = ''
    const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(text))
    const end = () => (socket.destroy(), done({ answer, ms: Date.now() - started }))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', end).on('error', end)
    // Time itself: a server that neither answers nor closes.
    setTimeout(end, patience)
  })

describe('answers', () => {
  it('R061, R069: every answer of the API carries a numeric code in its body, and a failing token an error status', async () => {
    const answers = await Promise.all([
      fetch(`${base}/api/account/userinfo`, { headers: { token } }),
      fetch(`${base}/api/account/userinfo`),
      fetch(`${base}/api/account/userinfo`, { headers: { token: 'x' } }),
      fetch(`${base}/api/no/such/call`),
      fetch(`${base}/api/health`),
      post('/account/login', '{', { 'content-type': 'application/json' }),
      post('/account/login', '{}', { 'content-type': 'application/json' }),
      fetch(`${base}/api/account/login`, { method: 'DELETE' }),
    ])
    const bodies = await Promise.all(answers.map(async (a) => ({ status: a.status, code: ((await a.json()) as { code: unknown }).code })))
    expect(bodies.filter(({ code }) => typeof code !== 'number')).toEqual([])
    expect(bodies.slice(0, 3)).toEqual([
      { status: 200, code: 200 },
      { status: 401, code: 50001 },
      { status: 401, code: 50008 },
    ])
  })
})

describe('cross-site', () => {
  it('a form of another site cannot post: what a browser sends without asking is no JSON', async () => {
    const { account } = await clinic.as('trainer').call('account.userinfo', {})
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const answer = await post('/account/login', JSON.stringify({ account, password: 'Demo2026!' }), {
        ...(type ? { 'content-type': type } : {}),
        origin: 'https://evil.example',
      })
      expect(await codeOf(answer), type).toBe(1)
    }
  })
  it('no other origin is allowed to read an answer, nor to send the token', async () => {
    const response = await fetch(`${base}/api/account/userinfo`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET', 'access-control-request-headers': 'token' },
    })
    const read = await fetch(`${base}/api/account/userinfo`, { headers: { token, origin: 'https://evil.example' } })
    for (const answer of [response, read]) for (const [name] of answer.headers) expect(name).not.toMatch(/^access-control-/)
  })
  it('a session is no cookie, so no site can use it for its visitor', async () => {
    const { account } = await clinic.as('workshop').call('account.userinfo', {})
    const answer = await post('/account/login', JSON.stringify({ account, password: 'Demo2026!' }), { 'content-type': 'application/json' })
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})

describe('security headers', () => {
  it('every kind of answer carries them, and scripts run from our own files only', async () => {
    const answers = await Promise.all(
      ['/api/health', '/api/docs', '/api/account/userinfo', '/api/no/such/call'].map((path) => fetch(base + path)),
    )
    for (const { headers, url } of answers) {
      const policy = Object.fromEntries(
        headers
          .get('content-security-policy')!
          .split(';')
          .map((d) => [d.trim().split(' ')[0]!, d.trim().split(' ').slice(1)]),
      )
      expect(policy['script-src'], url).toEqual(["'self'"])
      expect(policy['default-src'], url).toEqual(["'self'"])
      expect([policy['object-src'], policy['base-uri'], policy['frame-ancestors']], url).toEqual([["'none'"], ["'none'"], ["'none'"]])
      expect(JSON.stringify(policy)).not.toMatch(/unsafe-eval|\*\.|wss?:/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('permissions-policy')).toContain('geolocation=()')
      expect(headers.get('x-powered-by')).toBeNull()
    }
    expect((await fetch(`${base}/api/account/userinfo`, { headers: { token } })).headers.get('cache-control')).toBe('no-store')
  })
})

describe('markup and headers in values', () => {
  const MARKUP = '"><img src=x onerror=alert(1)>'
  it('a name made of markup comes back as it was typed, as JSON that no browser takes for a page', async () => {
    const { pid } = await clinic
      .as('reception')
      .call('patients.save', { hid: clinic.hid, name: MARKUP, gender: 0, birth: '2015-01-01', mobile: '13800009999' } as never)
    const answer = await clinic.as('reception').raw('patients.get', { id: pid })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(((await answer.json()) as { data: { name: string } }).data.name).toBe(MARKUP)
  })
  it('a refusal that quotes what was sent stays JSON, and the documents of the API escape', async () => {
    const answer = await fetch(`${base}/api/${encodeURIComponent('<script>alert(1)</script>')}`)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await (await fetch(`${base}/api/docs`)).text()).not.toMatch(/<script/i)
  })
  it('a line break in a value makes no header', async () => {
    const answer = await bytes(
      `GET /api/account/userinfo HTTP/1.1\r\nHost: x\r\ntoken: ${token}\r\nhid: 1%0d%0aset-cookie:%20a=1\r\nConnection: close\r\n\r\n`,
    )
    expect(answer.answer).not.toMatch(/^set-cookie/im)
    const named = await fetch(`${base}/api/account/userinfo`, { headers: { token, 'idempotency-key': 'a%0d%0ax-evil: 1' } })
    expect(named.headers.get('x-evil')).toBeNull()
  })
  it('keys that would change every object are refused', async () => {
    for (const body of [
      '{"__proto__":{"can":"all"},"account":"a","password":"b"}',
      '{"constructor":{"prototype":{"x":1}},"account":"a","password":"b"}',
    ]) {
      expect(await codeOf(await post('/account/login', body, { 'content-type': 'application/json' }))).not.toBe(200)
    }
    expect(({} as Record<string, unknown>).can).toBeUndefined()
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describe('oversize and slow', () => {
  it('more than the limit of a body or a file is refused with 413 and a sentence', async () => {
    const big = await post('/account/login', JSON.stringify({ account: 'x'.repeat(3_000_000) }), { 'content-type': 'application/json' })
    expect([big.status, await codeOf(big)]).toEqual([413, 1])
    const form = new FormData()
    form.set('file', new File([new Uint8Array(21 * 1024 * 1024)], 'a.xlsx'))
    const file = await fetch(`${base}/api/product/import`, { method: 'POST', headers: { token }, body: form })
    expect([file.status, await codeOf(file)]).toEqual([413, 1])
  })
  it('a thousand levels of nesting, a thousand fields and an endless address are answered in a sentence', async () => {
    const deep = await post('/account/login', `{"account":${'['.repeat(1000)}${']'.repeat(1000)},"password":"x"}`, {
      'content-type': 'application/json',
    })
    expect(await codeOf(deep)).toBe(1)
    const wide = await post('/account/login', JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, i]))), {
      'content-type': 'application/json',
    })
    expect(await codeOf(wide)).toBe(1)
    expect((await bytes(`GET /api/${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).answer).toMatch(/^HTTP\/1\.1 (431|414)/)
  })
  it('a request whose head never ends is let go within seconds, while others are served', async () => {
    const slow = bytes('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ', HANGS)
    expect((await fetch(`${base}/api/health`)).status).toBe(200)
    expect((await slow).ms).toBeLessThan(fairly(20_000))
  })
  it('two lengths, or a length and chunks, are no request', async () => {
    for (const head of ['Content-Length: 4\r\nContent-Length: 40', 'Content-Length: 4\r\nTransfer-Encoding: chunked']) {
      const { answer } = await bytes(
        `POST /api/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${head}\r\n\r\n{"a"`,
        5000,
      )
      expect(answer.split('\r\n')[0]).toMatch(/400/)
    }
  })
  it('one address that hammers the login is told to wait', async () => {
    const tries = await Promise.all(
      Array.from({ length: 70 }, () =>
        post('/account/login', '{"account":"a","password":"b"}', {
          'content-type': 'application/json',
          'x-forwarded-for': '203.0.113.7',
        }).then(codeOf),
      ),
    )
    expect(tries.filter((code) => code === 100).length).toBeGreaterThan(5)
  })
})

describe('files of the server', () => {
  it('a path out of the folder, however written, is no file', async () => {
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/assets/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/%00.js',
    ]) {
      const { answer } = await bytes(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(answer, path).not.toMatch(/"dependencies"|root:.*:0:0/)
    }
  })
})
