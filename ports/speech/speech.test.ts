import { describe, expect, it } from 'vitest'
import { baiduSpeech } from './baidu.ts'

const DAY = 86_400_000
function service(answer: object, status = 200) {
  const asked: string[] = []
  let at = Date.UTC(2026, 0, 1)
  const port = baiduSpeech({
    apiKey: 'key',
    secret: 'secret',
    now: () => at,
    fetch: (url) => {
      asked.push(String(url))
      return Promise.resolve(new Response(JSON.stringify(answer), { status }))
    },
  })
  return { port, asked, wait: (ms: number) => (at += ms) }
}

describe('Baidu speech', () => {
  it('asks once for screens that ask together, and again a day before the token ends', async () => {
    const { port, asked, wait } = service({ access_token: 'T', expires_in: 2_592_000 })
    const [a, b] = await Promise.all([port.token(), port.token()])
    expect(a).toEqual({ local: false, token: 'T', expiresAt: '2026-01-31 08:00:00' })
    expect(b).toEqual(a)
    wait(28.9 * DAY)
    await port.token()
    expect(asked).toHaveLength(1)
    wait(0.2 * DAY)
    await port.token()
    expect(asked).toHaveLength(2)
    expect(asked[0]).toContain('grant_type=client_credentials&client_id=key&client_secret=secret')
  })
  it('a refusal is an error with its words, and the next screen asks anew', async () => {
    const { port, asked } = service({ error: 'invalid_client', error_description: 'unknown client id' }, 401)
    await expect(port.token()).rejects.toThrow('Baidu answered 401 unknown client id')
    await expect(port.token()).rejects.toThrow()
    expect(asked).toHaveLength(2)
  })
})
