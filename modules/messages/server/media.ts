/** Pictures and voices of members: WeChat sends an id, a job downloads the file, checks size and type, and stores it. */
import type { FileAnswer } from '#kernel/contract/index.ts'
import { z } from '#kernel/contract/index.ts'
import { insert, job, lit, nightly, sql, update, type Cx, type Out } from '#kernel/server/index.ts'
import type { JobContext } from '#kernel/server/registry.ts'
import { storage } from '#ports/storage/choose.ts'
import { wechatPort } from '#ports/wechat/choose.ts'
import { mediaFault, mediaTypeOf, type MediaKind } from '../contract/media.ts'
import { mediaStates } from '../contract/states.ts'

const { is } = mediaStates
export interface Media {
  readonly kind: MediaKind
  readonly mediaId: string
}
/** Records a file to download after the commit. */
export async function noteMedia(cx: Cx, messageId: number, source: { pid: number } & Media): Promise<void> {
  await insert(cx, 'message_media', { messageId, hid: cx.who.hid, ...source })
  await cx.enqueue('messages.media', { messageId })
}

const Wanted = z.object({ kind: z.enum(['picture', 'voice']), mediaId: z.string() })
/** Every attempt is counted before it starts; the chat shows a failure until the next one succeeds. */
async function fetchMedia({ tx }: JobContext, { messageId }: { messageId: number }): Promise<void> {
  const pending = await tx(async (cx) => {
    const row = await cx.db.one(
      { kind: 'string', mediaId: 'string', oid: 'number' },
      sql`
        update message_media
        set tries = tries + 1
        where message_id = ${messageId} and status = ${lit(is.waiting)}
        returning kind, media_id, oid
      `,
    )
    if (row) cx.touch('messages')
    return row
  })
  if (!pending) return
  const { kind, mediaId } = Wanted.parse(pending)
  const got = await wechatPort().mediaOf(mediaId)
  const fault = got.found ? mediaFault(kind, got.bytes) : got.reason
  if (!got.found || fault) return tx((cx) => lose(cx, messageId, fault ?? '未知'))
  const { sha256, size } = await storage().put(pending.oid, got.bytes)
  await tx(async (cx) => {
    await update(cx, 'message_media', { messageId }, { status: is.kept, sha256, size, mime: mediaTypeOf(kind, got.bytes) })
    cx.touch('messages')
  })
}
async function lose(cx: Cx, messageId: number, reason: string): Promise<void> {
  await update(cx, 'message_media', { messageId }, { status: is.lost, reason: reason.slice(0, 500) })
  cx.touch('messages')
}

/** Repeats a failed download on request of the reader. */
export async function fetchAgain(cx: Cx, pid: number, messageId: number): Promise<void> {
  const row = await cx.db.one(
    { status: 'number' },
    sql`
      select status
      from message_media
      where message_id = ${messageId} and pid = ${pid}
      for update
    `,
  )
  if (!row) return cx.refuse('not_found', { what: '图片或语音' })
  if (row.status === is.kept) return
  await update(cx, 'message_media', { messageId }, { status: is.waiting, reason: null })
  await cx.enqueue('messages.media', { messageId })
  cx.touch('messages')
}

const ENDINGS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a' }
/** The bytes of a member's file. */
export async function mediaFile(out: Out, pid: number, messageId: number): Promise<FileAnswer> {
  const stored =
    (await out.tx((cx) =>
      cx.db.one(
        { sha256: 'string', mime: 'string' },
        sql`
          select sha256, mime
          from message_media
          where message_id = ${messageId} and pid = ${pid} and status = ${lit(is.kept)}
        `,
      ),
    )) ?? out.refuse('not_found', { what: '图片或语音' })
  const body = (await storage().get(out.who.oid, stored.sha256)) ?? out.refuse('not_found', { what: '图片或语音的文件' })
  return { filename: `${messageId}.${ENDINGS[stored.mime] ?? stored.mime.split('/')[1]}`, type: stored.mime, body }
}

/** WeChat keeps files for three days: failed downloads are retried hourly until then, and lost afterwards. */
async function fetchOpen(cx: Cx): Promise<void> {
  const expired = await cx.db.run(
    sql`
      update message_media
      set status = ${lit(is.lost)}, reason = '微信只保留三天，没有取到'
      where status = ${lit(is.waiting)} and at < app_now() - interval '3 days'
    `,
  )
  if (expired) cx.touch('messages')
  const open = await cx.db.rows(
    { messageId: 'number' },
    sql`
      select message_id
      from message_media
      where status = ${lit(is.waiting)} and at < app_now() - interval '1 hour'
      order by message_id
      limit 200
    `,
  )
  for (const { messageId } of open) await cx.enqueue('messages.media', { messageId })
}

export default [job('messages.media', fetchMedia), nightly('messages.media-again', '25 * * * *', fetchOpen)]
