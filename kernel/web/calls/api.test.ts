import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, fetchFile, requestOf, type Callable } from './api.ts'
import { keepToken, carriesToken } from '../session.ts'
import { answering, ok } from '../testing/stage.tsx'

const list = { method: 'GET', path: '/patient/list/{hid}' } as const satisfies Callable

describe('requests', () => {
  it('puts placeholders, query and body where the endpoint has them', () => {
    expect(
      requestOf({ method: 'GET', path: '/{product}/reservations' }, { hid: 3, status: [1, 2], doctor_id: undefined, name: '' }).url.href,
    ).toBe(`${location.origin}/api/mingmou/reservations?hid=3&status=1&status=2`)
    const put = requestOf({ method: 'PUT', path: '/points/rules/{id}', query: ['hid'] }, { id: 'a/b', hid: 1, name: '规则' })
    expect(put.url.pathname).toBe('/api/points/rules/a%2Fb')
    expect(put.url.search).toBe('?hid=1')
    expect(put.init.body).toBe('{"name":"规则"}')
    expect(requestOf({ method: 'DELETE', path: '/tag/delete/{id}' }, { id: 4, force: 1 }).url.search).toBe('?force=1')
  })

  it('sends files as multipart', () => {
    const form = requestOf(
      { method: 'POST', path: '/patient/import', multipart: true },
      { file: new File(['x'], 'a.xlsx'), hid: 1, tags: ['a'] },
    ).init.body as FormData
    expect((form.get('file') as File).name).toBe('a.xlsx')
    expect([form.get('hid'), form.get('tags')]).toEqual(['1', '["a"]'])
  })

  it('refuses to build an address without its placeholder', () => expect(() => requestOf(list, {})).toThrow('needs hid'))

  it('R059: carries the token, but not to another loopback address', () => {
    keepToken('opaque')
    expect(requestOf(list, { hid: 1 }).init.headers.get('token')).toBe('opaque')
    expect(carriesToken(new URL('http://127.0.0.1:9500/scan'))).toBe(false)
    expect(carriesToken(new URL(location.href))).toBe(true)
    expect(carriesToken(new URL('https://clinic.example/api'))).toBe(true)
  })

  afterEach(() => vi.restoreAllMocks())

  it('R060: paths of the second API go to the second host, all others to the main one', () => {
    document.head.innerHTML = '<meta name="api" content="/api"><meta name="api-alt" content="https://alt.example/api">'
    expect(requestOf({ method: 'GET', path: '/v1/{product}/notice' }, {}).url.href).toBe('https://alt.example/api/v1/mingmou/notice')
    expect(requestOf({ method: 'GET', path: '/trainProgram/list/{hid}' }, { hid: 1 }).url.href).toBe(
      `${location.origin}/api/trainProgram/list/1`,
    )
    document.head.innerHTML = ''
  })

  it.each([
    [undefined, 10_000],
    [30, 30_000],
    [300, 300_000],
  ])('R073, R074: a call that states %s s waits %i ms, then says 请求超时', async (timeout, ms) => {
    const clock = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    answering(() => new TypeError('The operation timed out.'))
    await expect(call({ method: 'POST', path: '/x', ...(timeout ? { timeout } : {}) }, {})).rejects.toMatchObject({
      kind: 'timeout',
      message: '请求超时，请刷新页面后重试',
    })
    expect(clock).toHaveBeenCalledWith(ms)
  })

  it('R073: reads are tried again after network errors only, and only pure ones', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 400 })
    try {
      let n = 0
      let requests = answering(() => (++n < 3 ? new TypeError('Failed to fetch') : ok([1])))
      expect(await call(list, { hid: 1 }, { quiet: true })).toEqual([1])
      expect(requests).toHaveLength(3)
      requests = answering(() => new TypeError('Failed to fetch'))
      await expect(call(list, { hid: 1 }, { quiet: true })).rejects.toMatchObject({ kind: 'network' })
      expect(requests).toHaveLength(4)
      requests = answering(() => new TypeError('Failed to fetch'))
      await expect(call({ method: 'GET', path: '/tag/delete/{id}', pure: false }, { id: 1 }, { quiet: true })).rejects.toMatchObject({
        kind: 'network',
      })
      expect(requests).toHaveLength(1)
      requests = answering(() => ({ code: 1, message: '不行', data: null }))
      await expect(call(list, { hid: 1 }, { quiet: true })).rejects.toMatchObject({ kind: 'refused' })
      expect(requests).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('gives a call that writes an idempotency key, and a read none', async () => {
    const sent = answering(() => ok(null))
    await call({ method: 'POST', path: '/chargebill/insertAndPay' }, { pid: 1 }, { key: 'k1' })
    expect(sent[0]!.headers.get('Idempotency-Key')).toBe('k1')
  })

  it('R067: a file that is JSON is its message, not a file', async () => {
    answering(() => ({ code: 1, message: '没有数据', data: null }))
    await expect(fetchFile({ method: 'GET', path: '/patient/export/{hid}', binary: true }, { hid: 1 }, {})).rejects.toThrow('没有数据')
    expect(document.querySelector('.toast.warn')?.textContent).toBe('没有数据')
    document.querySelector('.toasts')?.replaceChildren()
    answering(() => ok(null))
    await expect(fetchFile({ method: 'GET', path: '/patient/export/{hid}', binary: true }, { hid: 1 }, {})).rejects.toThrow('done')
    expect(document.querySelector('.toast.warn')?.textContent).toBe('done')
    answering(
      () =>
        new Response('PK', {
          headers: {
            'content-type': 'application/octet-stream',
            'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('会员.xlsx')}`,
          },
        }),
    )
    expect((await fetchFile({ method: 'GET', path: '/patient/export/{hid}', binary: true }, { hid: 1 })).filename).toBe('会员.xlsx')
  })

  it('a file tells how much of it has come, part by part', async () => {
    const parts = ['PK', '会员', '!'].map((part) => new TextEncoder().encode(part))
    const body = new ReadableStream<Uint8Array>({ start: (to) => (parts.forEach((part) => to.enqueue(part)), to.close()) })
    answering(
      () =>
        new Response(body, {
          headers: {
            'content-type': 'application/zip',
            'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('会员.xlsx')}`,
          },
        }),
    )
    const codes: number[] = []
    const { blob, filename } = await fetchFile(
      { method: 'GET', path: '/patient/export/{hid}', binary: true },
      { hid: 1 },
      { onBytes: (bytes) => codes.push(bytes) },
    )
    expect(codes).toEqual([2, 8, 9])
    expect([blob.size, blob.type, filename]).toEqual([9, 'application/zip', '会员.xlsx'])
  })
})
