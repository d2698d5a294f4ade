/** What tells about the server itself: made once, and told in production only to those who may know. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, ownServer, type Clinic, type Running } from '../harness.ts'
import { threadTime } from '../patience.ts'

const TOKEN = 'a-monitor-of-the-clinic'
const PATHS = ['/openapi.json', '/docs', '/metrics']
let own: Running
let clinic: Clinic
beforeAll(async () => {
  own = await ownServer('documents', { production: true, watchToken: TOKEN })
  clinic = await freshClinic({ on: own })
})
afterAll(() => own.booted.close())
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${own.base}/api${path}`, { headers })
/** As passed on by a proxy on the same machine. */
const far = { 'x-forwarded-for': '203.0.113.9' }
const statuses = async (headers: Record<string, string>) =>
  Promise.all(PATHS.map(async (path) => [path, (await get(path, { ...far, ...headers })).status].join(' ')))

describe('in production', () => {
  it('a stranger learns nothing of the calls nor of the load, also one who says to come from this machine', async () => {
    const sayings: Array<Record<string, string>> = [
      {},
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer x' },
      { token: 'x' },
    ]
    for (const sent of sayings) expect(await statuses(sent), JSON.stringify(sent)).toEqual(PATHS.map((path) => `${path} 401`))
  })
  it('the machine itself and a monitor with the token may read all of it', async () => {
    expect(await Promise.all(PATHS.map(async (path) => (await get(path)).status))).toEqual([200, 200, 200])
    expect(await statuses({ authorization: `Bearer ${TOKEN}` })).toEqual(PATHS.map((path) => `${path} 200`))
  })
  it('any session may read what it can call; how the server works is for those who watch it', async () => {
    const code = async (path: string, token: string) => {
      const answer = await get(path, { ...far, token })
      return /json/.test(answer.headers.get('content-type')!) && path !== '/openapi.json'
        ? ((await answer.json()) as { code: number }).code
        : answer.status
    }
    const codes = async (token: string) => Promise.all(PATHS.map((path) => code(path, token)))
    expect(await codes(await clinic.token('tv'))).toEqual([200, 20405, 20405])
    expect(await codes(await clinic.token('manager'))).toEqual([200, 200, 200])
  })
})

describe('the document of the calls', () => {
  it('is made once, however many ask, while others are served at once; packed as the browser takes it, not sent again', async () => {
    const fresh = await ownServer('document')
    const ask = (coding: string, headers: Record<string, string> = {}) =>
      fetch(`${fresh.base}/api/openapi.json`, { headers: { 'accept-encoding': coding, ...headers } })
    const requests = Promise.all(Array.from({ length: 20 }, () => ask('br')))
    const state = { done: false }
    void requests.then(() => (state.done = true))
    // What is made in one piece would stop everybody for a second or more.
    let longest = 0
    while (!state.done) {
      // By the thread's own time: on a busy machine a pause by the clock is somebody else's.
      const from = threadTime()
      await new Promise((resolve) => setImmediate(resolve))
      longest = Math.max(longest, threadTime() - from)
    }
    const answers = await requests
    const tags = new Set(answers.map((answer) => answer.headers.get('etag')))
    expect([...tags]).toEqual([expect.stringMatching(/^"[\w-]{22}"$/)])
    expect(new Set(answers.map((answer) => [answer.status, answer.headers.get('content-encoding')].join(' ')))).toEqual(new Set(['200 br']))
    expect(longest).toBeLessThan(700)
    const bodies = await Promise.all(
      ['br', 'gzip', 'identity', 'br;q=0, gzip'].map(async (coding) => {
        const answer = await ask(coding)
        return [answer.headers.get('content-encoding'), JSON.stringify(await answer.json()).length]
      }),
    )
    expect(bodies.map(([coding]) => coding)).toEqual(['br', 'gzip', 'identity', 'gzip'])
    expect(new Set(bodies.map(([, length]) => length)).size).toBe(1)
    const again = await ask('br', { 'if-none-match': [...tags][0]! })
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
    await fresh.booted.close()
  })
})
