/** A browser's end of the live channel, for tests: RFC 6455 frames over a plain upgrade, as `ws` brings no types. */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { Duplex } from 'node:stream'
import { expect } from 'vitest'

export interface LiveMessage {
  readonly topic: string
  readonly hid?: number
  readonly room?: number
  readonly event?: string
  readonly from?: string
  readonly data?: unknown
  readonly message?: string
}
export interface LiveLine {
  /** What came so far, beats aside. */
  readonly messages: LiveMessage[]
  /** The code the server closed the channel with. */
  readonly closed: () => number | undefined
  say(message: unknown): void
  /** Waits for a message and answers it. */
  wait(matches: (message: LiveMessage) => boolean): Promise<LiveMessage>
  end(): void
}

/** One masked text frame; the mask is zero. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = payload.length < 126 ? Buffer.from([0x81, 0x80 | payload.length]) : Buffer.from([0x81, 0x80 | 126, 0, 0])
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, Buffer.alloc(4), payload])
}
/** Takes whole frames off what came; the server masks nothing. */
function framesIn(bytes: Buffer): { frames: Array<{ code: number; payload: Buffer }>; rest: Buffer } {
  const frames: Array<{ code: number; payload: Buffer }> = []
  let rest = bytes
  while (rest.length >= 2) {
    const short = rest[1]! & 0x7f
    if (short === 127) throw new Error('a frame of more than 64 kB')
    const start = short === 126 ? 4 : 2
    if (rest.length < start) break
    const length = short === 126 ? rest.readUInt16BE(2) : short
    if (rest.length < start + length) break
    frames.push({ code: rest[0]! & 0x0f, payload: rest.subarray(start, start + length) })
    rest = rest.subarray(start + length)
  }
  return { frames, rest }
}

/** Opens the live channel; resolves when the server has let it in, or closed it. */
export function openLine(base: string, token: unknown): Promise<LiveLine> {
  return new Promise((done, fail) => {
    const messages: LiveMessage[] = []
    let code: number | undefined
    const address = `10.77.${randomBytes(1)[0]}.${randomBytes(1)[0]}`
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      'x-forwarded-for': address,
    }
    const lineOn = (socket: Duplex): LiveLine => ({
      messages,
      closed: () => code,
      say: (message) => void socket.write(frameOf(typeof message === 'string' ? message : JSON.stringify(message))),
      wait: (matches) =>
        expect
          .poll(() => messages.find(matches), { interval: 10 })
          .toBeDefined()
          .then(() => messages.find(matches)!),
      end: () => socket.destroy(),
    })
    http
      .get(`${base}/api/live`, { headers })
      .on('error', fail)
      .on('upgrade', (_, socket, head) => {
        const line = lineOn(socket)
        let waiting: Buffer = head
        const read = () => {
          const { frames, rest } = framesIn(waiting)
          waiting = rest
          for (const frame of frames) {
            if (frame.code === 8) {
              // 1005: closed without a code.
              code = frame.payload.length < 2 ? 1005 : frame.payload.readUInt16BE(0)
              socket.destroy()
              done(line)
              continue
            }
            const message = JSON.parse(frame.payload.toString()) as LiveMessage
            if (message.topic !== 'beat') messages.push(message)
            if (message.topic === 'ready') done(line)
          }
        }
        socket.on('data', (bytes: Buffer) => {
          waiting = Buffer.concat([waiting, bytes])
          read()
        })
        socket.on('error', () => undefined)
        line.say(typeof token === 'string' ? { token } : token)
        read()
      })
  })
}
