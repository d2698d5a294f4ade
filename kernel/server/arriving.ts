/**
 * Bodies on their way in: how many an address may be sending at once, and how long each may take. A connection costs nothing to hold for
 * the one who attacks, so what comes by the drop is let go; a file of 20 MB on a slow line is no attack, as long as it goes on coming.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AtOnce } from './at-once.ts'
import { Refused } from './refuse.ts'

/** Bodies one address may be sending at once. */
const SENDING = 200
/** A body has arrived within so many ms, or it is let go; a form with a file may take longer, at `PACE`. */
export const DEADLINE = 30_000
/** Bytes a second that a file has come with after the deadline: a quarter of a megabit. */
const PACE = 32_000
/** Seconds without a byte after which a file is let go, whatever has come before. */
const IDLE = 10
/** No body takes longer than this, ms: 20 MB at that pace. Node's own limit, behind ours. */
export const LONGEST = 12 * 60_000

interface Arriving {
  readonly raw: IncomingMessage
  readonly file: boolean
  /** When it began, and how much its connection had brought by then. */
  readonly since: number
  readonly before: number
  /** What the connection had brought at the last look, and how many looks ago something came. */
  seen: number
  quiet: number
}

/** Watches every body; `deadline` is for tests. */
export function watchBodies(app: FastifyInstance, deadline = DEADLINE): void {
  const sending = new AtOnce(SENDING)
  const arriving = new Set<Arriving>()
  app.addHook('preParsing', (request, _, __, done) => {
    const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type } = request.headers
    if (!coding && (length ?? '0') === '0') return done()
    const sent = sending.take(request.ip)
    if (!sent) return done(new Refused('too_frequent'))
    const { raw } = request
    const { bytesRead } = raw.socket
    const one = {
      raw,
      file: type?.startsWith('multipart/') ?? false,
      since: performance.now(),
      before: bytesRead,
      seen: bytesRead,
      quiet: 0,
    }
    arriving.add(one)
    const gone = () => (sent(), arriving.delete(one))
    // The body has arrived (`end`), or it broke off or was cut off (`close`).
    raw.once('end', gone).once('close', gone)
    done()
  })
  // Looks are counted, not seconds: a server that was busy has not seen what has come meanwhile.
  const watch = setInterval(() => {
    for (const one of arriving) if (isLate(one, deadline)) app.server.emit('clientError', LATE, one.raw.socket)
  }, 1000)
  watch.unref()
  app.addHook('onClose', (_, done) => (clearInterval(watch), done()))
}
const LATE = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

function isLate(one: Arriving, deadline: number): boolean {
  if (one.raw.readableEnded || one.raw.complete) return false
  const { bytesRead } = one.raw.socket
  one.quiet = bytesRead === one.seen ? one.quiet + 1 : 0
  one.seen = bytesRead
  const over = performance.now() - one.since - deadline
  return one.file ? one.quiet >= IDLE || bytesRead - one.before < (over / 1000) * PACE : over > 0
}
