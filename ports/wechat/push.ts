/**
 * What WeChat tells an official account's server: signatures, the safe mode's cipher, the flat XML of a message
 * (developers.weixin.qq.com, Official Accounts: Access Guide; Message Encryption and Decryption; Receiving Standard Messages; Receiving
 * Events; docs of 2024).
 */
import { hasForbidden } from '#kernel/contract/texts/characters.ts'
import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** SHA-1 over the parts in the order of their characters, as WeChat signs. */
export const signed = (...parts: readonly string[]): string =>
  createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex')

/** True where a signature is the one of these parts; takes as long whatever is wrong. */
export function isSigned(signature: string, ...parts: readonly string[]): boolean {
  const [received, due] = [Buffer.from(signature), Buffer.from(signed(...parts))]
  return received.length === due.length && timingSafeEqual(received, due)
}

const keyOf = (aesKey: string): Buffer => Buffer.from(`${aesKey}=`, 'base64')
const BLOCK = 32
const HEAD = 16

/**
 * Opens a message of the safe mode: AES-256-CBC over 16 random bytes, four of length, the text and the app id; undefined for what was not
 * meant for this account.
 */
export function opened(aesKey: string, appId: string, encrypted: string): string | undefined {
  const key = keyOf(aesKey)
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, HEAD)).setAutoPadding(false)
    const plain = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()])
    const pad = plain.at(-1) ?? 0
    if (pad < 1 || pad > BLOCK) return undefined
    const bare = plain.subarray(HEAD, plain.length - pad)
    const length = bare.readUInt32BE(0)
    const text = bare.subarray(4, 4 + length)
    return text.length === length && bare.subarray(4 + length).toString() === appId ? text.toString() : undefined
  } catch {
    return undefined
  }
}

/** Seals a text as WeChat's safe mode does: for the simulated phone and the tests. */
export function sealed(aesKey: string, appId: string, text: string): string {
  const key = keyOf(aesKey)
  const [body, length] = [Buffer.from(text), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  const bare = Buffer.concat([randomBytes(HEAD), length, body, Buffer.from(appId)])
  const pad = BLOCK - (bare.length % BLOCK)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, HEAD)).setAutoPadding(false)
  return Buffer.concat([cipher.update(Buffer.concat([bare, Buffer.alloc(pad, pad)])), cipher.final()]).toString('base64')
}

/** WeChat's messages are a few hundred bytes; a text holds 2,048. */
const LONGEST = 64 * 1024

/** A field as WeChat writes it: characters as they are in CDATA, or plain ones of numbers. Nothing is nested. */
const FIELD = /\s*<(\w+)>(?:<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>|([^<&]*))<\/\1>/y

/**
 * The fields of a message. Undefined for what is written otherwise: a document type (and with it every entity), something nested, broken or
 * endless.
 */
export function fieldsOfPush(source: string): Readonly<Record<string, string>> | undefined {
  // XML 1.0 §2.2 knows no control characters, escaped or not.
  const inner = source.length <= LONGEST && !hasForbidden(source) ? /^\s*<xml>([\s\S]*)<\/xml>\s*$/.exec(source)?.[1] : undefined
  if (inner === undefined) return undefined
  const fields: Record<string, string> = Object.create(null)
  FIELD.lastIndex = 0
  for (let offset = 0; inner.slice(offset).trim(); offset = FIELD.lastIndex) {
    FIELD.lastIndex = offset
    const [, name, verbatim, plain = ''] = FIELD.exec(inner) ?? []
    if (name === undefined) return undefined
    fields[name] = verbatim ?? plain
  }
  return Object.keys(fields).length ? fields : undefined
}

export const pushedKinds = ['text', 'picture', 'voice', 'follow', 'leave', 'scan', 'menu'] as const
/** What somebody did in WeChat. `scene`: what stood in the code that was scanned. */
export interface WechatPush {
  /** The same for the same deed, however often WeChat tells it. */
  readonly key: string
  readonly openId: string
  readonly kind: (typeof pushedKinds)[number]
  readonly text: string
  readonly scene: string | null
  /** The number a picture or voice is fetched under. */
  readonly media: string | null
}
const EVENTS: Readonly<Record<string, WechatPush['kind']>> = { subscribe: 'follow', unsubscribe: 'leave', SCAN: 'scan', CLICK: 'menu' }
const MESSAGES: Readonly<Record<string, WechatPush['kind']>> = { text: 'text', image: 'picture', voice: 'voice' }

/** The deed an XML tells of; undefined for kinds nobody here answers (a position, a video). */
export function pushedIn(fields: Readonly<Record<string, string>>): WechatPush | undefined {
  const { FromUserName: openId = '', CreateTime = '', MsgType = '', MsgId = '', Event = '', EventKey = '', MediaId = '' } = fields
  const kind = MsgType === 'event' ? EVENTS[Event] : MESSAGES[MsgType]
  if (!kind || !openId) return undefined
  const key = MsgId ? `m:${MsgId}` : `e:${openId}:${CreateTime}:${Event}`
  const scene = kind === 'follow' || kind === 'scan' ? EventKey.replace(/^qrscene_/, '') || null : null
  const words: Partial<Record<WechatPush['kind'], string | undefined>> = {
    text: fields.Content,
    voice: fields.Recognition,
    menu: EventKey,
  }
  const media = (kind === 'picture' || kind === 'voice') && MediaId ? MediaId : null
  return { key, openId, kind, text: words[kind] ?? '', scene, media }
}
