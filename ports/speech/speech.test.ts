import { describe, expect, it } from 'vitest'
import { baiduSpeech } from './baidu.ts'

const DAY = 86_400_000
function service(answer: object, status = 200) {
  const requests: string[] = []
  let time = Date.UTC(2026, 0, 1)
  const port = baiduSpeech({
    apiKey: 'key',
    secret: 'secret',
    now: () => time,
    fetch: (url) => {
      requests.push(String(url))
      return Promise.resolve(new Response(JSON.stringify(answer), { status }))
    },
  })
  return { port, asked: requests, wait: (ms: number) => (time += ms) }
}

describe('Baidu speech', () => {
  it('asks once for screens that ask together, and again a day before the token ends', async () => {
    const { port, asked: requests, wait } = service({ access_token: 'T', expires_in: 2_592_000 })
    const [a, b] = await Promise.all([port.token(), port.token()])
    expect(a).toEqual({ local: false, token: 'T', expiresAt: '2026-01-31 08:00:00' })
    expect(b).toEqual(a)
    wait(28.9 * DAY)
    await port.token()
    expect(requests).toHaveLength(1)
    wait(0.2 * DAY)
    await port.token()
    expect(requests).toHaveLength(2)
    expect(requests[0]).toContain('grant_type=client_credentials&client_id=key&client_secret=secret')
  })
  it('a refusal is an error with its words, and the next screen asks anew', async () => {
    const { port, asked: sent } = service({ error: 'invalid_client', error_description: 'unknown client id' }, 401)
    await expect(port.token()).rejects.toThrow('Baidu answered 401 unknown client id')
    await expect(port.token()).rejects.toThrow()
    expect(sent).toHaveLength(2)
  })
})
