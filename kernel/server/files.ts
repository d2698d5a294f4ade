/** Files on the wire: forms with an upload in, files out; one of each at a time for an account and a few for its organisation. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer, Upload } from '#kernel/contract/index.ts'
import { AtOnce } from './at-once.ts'
import { logBug } from './bugs.ts'
import type { Who } from './cx.ts'
import { Refused } from './refuse.ts'

/** Files an organisation may be importing, and as many exporting, at once. */
const OF_ORGANISATION = 3
/** A file nobody has read from for so many ms is not wanted any more. */
const UNREAD = 60_000

/** Who is at it: the next file of somebody waits for the one before. */
export class OneFile {
  private readonly ofAccount = new AtOnce(1)
  private readonly ofOrganisation = new AtOnce(OF_ORGANISATION)
  constructor(private readonly busy: 'import_busy' | 'export_busy') {}

  /** Begins with a file; answers how it is ended. Refuses where the account or its organisation has enough. */
  begin(who: Pick<Who, 'oid' | 'uid'> | undefined): () => void {
    // The address of somebody without a session is limited elsewhere.
    if (!who) return () => undefined
    const { oid, uid } = who
    const mine = this.ofAccount.take(`${oid}:${uid}`)
    if (!mine) throw new Refused(this.busy)
    const ours = this.ofOrganisation.take(String(oid))
    if (ours) return () => (mine(), ours())
    mine()
    throw new Refused('files_busy')
  }
}

export const filesUnderWay = () => ({ importing: new OneFile('import_busy'), exporting: new OneFile('export_busy') })

/** Fields and files of a form, by their names. */
export async function partsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refused('bad_input', { what: '文件：请以表单方式上传' }, 'file')
  const input: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      input[part.fieldname] = { filename: part.filename, mimetype: part.mimetype, bytes } satisfies Upload
    } else input[part.fieldname] = part.value
  }
  return input
}

/** Sends a file. One that is still being made while it is sent is an export: `begin` says how it is ended. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { filename, type, body }: FileAnswer,
  begin: () => () => void,
): FastifyReply {
  const head = { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`, 'content-type': type }
  if (body instanceof Uint8Array) return reply.headers(head).send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  const end = begin()
  const stream = Readable.from(body)
  stream.once('close', end)
  reply.headers(head).raw.once('close', end)
  // The head has been sent already: the connection is cut, and the log says why.
  stream.on('error', (error) => request.raw.socket.destroyed || logBug(error, request.id, { method: request.method, url: request.url }))
  reply.raw.setTimeout(UNREAD, () => reply.raw.destroy())
  return reply.send(stream)
}
