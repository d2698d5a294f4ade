import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOfPush, isSigned, opened, pushedIn, sealed, signed } from './push.ts'

const key = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
const message = (inner: string) =>
  `<xml><ToUserName><![CDATA[gh]]></ToUserName><FromUserName><![CDATA[o1]]></FromUserName><CreateTime>1700000000</CreateTime>${inner}</xml>`

describe('what WeChat tells', () => {
  it('is signed by SHA-1 over the sorted parts', () => {
    // echo -n 1123tok | sha1sum
    expect(signed('tok', '1', '123')).toBe(signed('123', 'tok', '1'))
    expect(isSigned(signed('tok', '1', '123'), 'tok', '1', '123')).toBe(true)
    expect(isSigned(signed('tok', '1', '124'), 'tok', '1', '123')).toBe(false)
    expect(isSigned('', 'tok', '1', '123')).toBe(false)
  })
  it('opens in safe mode what was sealed for this account, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(opened(key, 'wx1', sealed(key, 'wx1', text))).toBe(text)
        expect(opened(key, 'wx2', sealed(key, 'wx1', text))).toBeUndefined()
      }),
    )
    expect(opened(key, 'wx1', randomBytes(64).toString('base64'))).toBeUndefined()
    expect(opened(key, 'wx1', 'nonsense')).toBeUndefined()
  })
  it('is read field by field; a document type, broken and endless XML are not', () => {
    expect(
      fieldsOfPush(message('<MsgType><![CDATA[text]]></MsgType><Content><![CDATA[您好 & <再见>]]></Content><MsgId>7</MsgId>')),
    ).toMatchObject({
      FromUserName: 'o1',
      Content: '您好 & <再见>',
      MsgId: '7',
    })
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa">]><xml><Content>&a;</Content></xml>`
    expect(fieldsOfPush(bomb)).toBeUndefined()
    expect(fieldsOfPush('<xml><a>')).toBeUndefined()
    expect(fieldsOfPush(message(`<Content>${'x'.repeat(70_000)}</Content>`))).toBeUndefined()
    fc.assert(fc.property(fc.string(), (text) => void fieldsOfPush(text)))
  })
  it('has one key for one deed; a scanned code says its scene with and without a follow', () => {
    const event = (name: string, eventKey: string) =>
      pushedIn(fieldsOfPush(message(`<MsgType>event</MsgType><Event>${name}</Event><EventKey>${eventKey}</EventKey>`)) ?? {})
    expect(event('subscribe', 'qrscene_b1')).toMatchObject({ key: 'e:o1:1700000000:subscribe', kind: 'follow', scene: 'b1' })
    expect(event('SCAN', 'b1')).toMatchObject({ kind: 'scan', scene: 'b1' })
    expect(event('subscribe', '')).toMatchObject({ scene: null })
    expect(event('CLICK', 'my-bookings')).toMatchObject({ kind: 'menu', text: 'my-bookings' })
    expect(event('LOCATION', '')).toBeUndefined()
    expect(pushedIn(fieldsOfPush(message('<MsgType>text</MsgType><Content>嗯</Content><MsgId>7</MsgId>')) ?? {})).toMatchObject({
      key: 'm:7',
      text: '嗯',
    })
  })
})
