import { describe, expect, it, vi } from 'vitest'
import { closeHelper, grabFrame } from './helper.ts'

const answering = (make: () => Response | Promise<Response>) => vi.fn<typeof fetch>(async () => make())

describe('the helper of a camera (R059, R136)', () => {
  it('is asked on the loopback address, without a token', async () => {
    const ask = answering(() => new Response(new Uint8Array([255, 216]), { headers: { 'content-type': 'image/jpeg' } }))
    expect(await grabFrame(18_088, ask)).toMatchObject({ type: 'image/jpeg', size: 2 })
    const [url, init] = ask.mock.calls[0] ?? []
    expect(url).toBe('http://127.0.0.1:18088/video/grab')
    expect(init?.headers).toBeUndefined()
    await closeHelper(18_088, ask)
    expect(ask.mock.calls[1]?.[0]).toBe('http://127.0.0.1:18088/video/close')
  })
  it('may answer base64 instead of a picture', async () => {
    const ask = answering(() => Response.json({ base64: 'data:image/jpeg;base64,/9j/' }))
    expect(await grabFrame(1, ask)).toMatchObject({ type: 'image/jpeg', size: 3 })
  })
  it('that is absent, fails or says something else has no frame, and is let go all the same', async () => {
    const absent = answering(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await grabFrame(1, absent)).toBeUndefined()
    expect(await closeHelper(1, absent)).toBeUndefined()
    for (const wrong of [() => new Response('', { status: 500 }), () => Response.json({ ok: true }), () => new Response('<html>')])
      expect(await grabFrame(1, answering(wrong))).toBeUndefined()
  })
})
