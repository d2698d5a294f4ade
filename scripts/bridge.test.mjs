import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { round } from './bridge.mjs'

let watch = ''
const asked = []
/** A server that answers this. */
const answers =
  (body, status = 200) =>
  async (url, { body: form }) => {
    asked.push({ url, key: form.get('key'), name: form.get('file').name, text: await form.get('file').text() })
    return new Response(JSON.stringify(body), { status })
  }
const put = (name, text = 'x') => {
  const file = path.join(watch, name)
  fs.writeFileSync(file, text)
  fs.utimesSync(file, new Date(Date.now() - 10_000), new Date(Date.now() - 10_000))
}
const there = (...parts) => fs.existsSync(path.join(watch, ...parts))
const options = () => ({ watch, server: 'http://here', key: 'mmd_1' })

beforeEach(() => {
  watch = fs.mkdtempSync(path.join(os.tmpdir(), 'bridge-'))
  asked.length = 0
})
afterEach(() => fs.rmSync(watch, { recursive: true }))

describe('the bridge', () => {
  it('sends a file with the key and moves it only after the server has it', async () => {
    put('ARK_1.xml', '<Data/>')
    expect(await round(options(), { send: answers({ code: 200, data: { known: false } }) })).toBe(true)
    expect(asked).toEqual([{ url: 'http://here/api/v1/mingmou/device-arrivals', key: 'mmd_1', name: 'ARK_1.xml', text: '<Data/>' }])
    expect([there('ARK_1.xml'), there('sent', 'ARK_1.xml')]).toEqual([false, true])
  })
  it('leaves it where it is when nobody answers, or the server answers no envelope, and tries no other', async () => {
    put('a.xml')
    put('b.xml')
    let tries = 0
    const nobody = () => (tries++, Promise.reject(new Error('refused')))
    expect(await round(options(), { send: nobody })).toBe(false)
    expect([tries, there('a.xml'), there('b.xml'), there('sent')]).toEqual([1, true, true, false])
    expect(await round(options(), { send: async () => new Response('bad gateway', { status: 502 }) })).toBe(false)
    expect(await round(options(), { send: answers({ code: -1, message: '系统出错' }, 500) })).toBe(false)
    expect(there('a.xml')).toBe(true)
  })
  it('puts what the server refuses aside with its sentence, and goes on', async () => {
    put('a.xml')
    put('b.xml')
    expect(await round(options(), { send: answers({ code: 1, field: 'file', message: '文件：文件是空的' }) })).toBe(true)
    expect(there('refused', 'a.xml') && there('refused', 'b.xml')).toBe(true)
    expect(fs.readFileSync(path.join(watch, 'refused', 'a.xml.txt'), 'utf8')).toBe('文件：文件是空的\n')
  })
  it('stops where the key opens nothing, and moves nothing', async () => {
    put('a.xml')
    await expect(round(options(), { send: answers({ code: 1, field: 'key', message: '上传密钥无效或已停用' }) })).rejects.toThrow('密钥')
    expect(there('a.xml')).toBe(true)
  })
  it('waits for a file that is still written, and keeps two of one name apart', async () => {
    fs.writeFileSync(path.join(watch, 'now.xml'), 'half')
    put('same.xml', '1')
    await round(options(), { send: answers({ code: 200, data: { known: false } }) })
    put('same.xml', '2')
    await round(options(), { send: answers({ code: 200, data: { known: true } }) })
    expect(there('now.xml')).toBe(true)
    expect(fs.readdirSync(path.join(watch, 'sent')).sort()).toEqual(['same (2).xml', 'same.xml'])
  })
})
