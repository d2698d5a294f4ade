/** Control characters and halves of a character, by every way a text comes in: a sentence, never a failure. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import type { Envelope } from '#kernel/contract/internal.ts'
import { freshClinic, type Clinic } from '../harness.ts'
import { openLine } from '../live.ts'
import * as wechat from '../wechat.ts'

const BAD = ['\u0000', 'a\u0000b', '\u0001', 'x\u001b[2J', '\ud800', '好\udfff'] as const
let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})
const sentence = async (response: Response) => ({ status: response.status, ...((await response.json()) as Envelope) })
const refused = { status: 200, code: 1, message: expect.stringContaining('控制字符') as string }
const post = async (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
  sentence(
    await fetch(`${clinic.base}/api${path}`, {
      method: 'POST',
      headers: {
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        token: await clinic.token('manager'),
        ...headers,
      },
      body,
    }),
  )

describe('characters no text may hold are refused with a sentence', () => {
  it.each(BAD)('in the account of a login, wherever in the body of a call, and in a name of a field: %j', async (bad) => {
    expect(await post('/account/login', JSON.stringify({ account: bad, password: 'x' }))).toMatchObject({ ...refused, field: 'account' })
    expect(await post('/account/login', JSON.stringify({ account: 'x', password: 'x', loginSource: bad }))).toMatchObject(refused)
    expect(await clinic.as('reception').refusal('patients.save', { name: `名${bad}` })).toMatchObject({ ...refused, field: 'name' })
    expect(await clinic.as('reception').refusal('patients.save', { name: '名', others: [{ [bad]: 1 }] })).toMatchObject(refused)
  })
  it('in a path and in a query', async () => {
    const token = await clinic.token('manager')
    for (const path of ['/patient/likelist/1?name=a%00b', '/v1/mingmou/papers/pdf?hid=1&path=%2Fprint%00', '/pay/phone/a%00b'])
      expect(await sentence(await fetch(`${clinic.base}/api${path}`, { headers: { token } })), path).toMatchObject(refused)
    for (const path of ['/patient/index/%00', '/patient/index/%E0%A4%A', '/patient/index/%ff'])
      expect((await sentence(await fetch(`${clinic.base}/api${path}`, { headers: { token } }))).code, path).toBe(1)
  })
  it('in the name of a file, in a field of a form, and in what a device sends', async () => {
    const form = (filename: string, fields: Record<string, string>, text = 'x') => {
      const made = new FormData()
      for (const [name, value] of Object.entries(fields)) made.set(name, value)
      made.set('file', new File([text], filename))
      return made
    }
    const token = await clinic.token('doctor')
    expect(await post('/v1/mingmou/device-files', form('a\u0001.xml', { hid: String(clinic.hid) }), { token })).toMatchObject(refused)
    expect(await post('/v1/mingmou/device-arrivals', form('a.xml', { key: 'mmd_\u0000' }))).toMatchObject({ ...refused, field: 'key' })
    const { key } = await clinic.as('manager').call('device-keys.make', { hid: clinic.hid, name: '前台' })
    // A name padded with NUL, as devices pad: it is read without.
    const xml = '<?xml version="1.0"?><Ophthalmology><Common><Patient><ID>A&#0;</ID></Patient></Common></Ophthalmology>'
    expect((await post('/v1/mingmou/device-arrivals', form('a.xml', { key }, xml))).status).toBe(200)
  })
  it('in what WeChat tells, sealed or not, and nothing of it is kept', async () => {
    const before = await clinic.tx((cx) => cx.db.the({ n: 'number' }, sql`select count(*) n from message`))
    for (const bad of ['a\u0000b', '\u0001']) {
      const answer = await sentence(await wechat.wrote(clinic.base, `o-${clinic.hid}`, bad))
      expect(answer).toMatchObject({ status: 200, code: 1 })
      const open = await fetch(`${clinic.base}/api/wechat/push?timestamp=${wechat.unixNow()}&nonce=n&msg_signature=x`, {
        method: 'POST',
        body: `<xml><Encrypt>${bad}</Encrypt></xml>`,
      })
      expect(await sentence(open)).toMatchObject(refused)
    }
    expect(await clinic.tx((cx) => cx.db.the({ n: 'number' }, sql`select count(*) n from message`))).toEqual(before)
  })
  it('in a notice of a payment, and in the first message of the live channel', async () => {
    expect((await post('/pay/notify/wechat', '{"a":"\u0000"}')).status).toBe(200)
    for (const token of ['\u0000', { token: 'a\u0000' }, { token: null }, 'null', []])
      expect((await openLine(clinic.base, token)).closed()).toBe(4001)
  })
  it('in what reaches the database another way: a sentence of the net below', async () => {
    const { refusalOf } = await import('#kernel/server/refuse.ts')
    const failure = await clinic.tx((cx) => cx.db.run(sql`update patient set note = ${'a\u0000'}`)).catch((error: unknown) => error)
    expect(refusalOf(failure)?.params).toEqual({ what: '内容不能含有控制字符' })
  })
})
