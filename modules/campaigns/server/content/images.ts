/** Pictures of pages for the public: in cleaned and small, out for whoever knows the key. */
import { randomBytes } from 'node:crypto'
import type { FileAnswer, Upload } from '#kernel/contract/index.ts'
import { insert, sql, type Open, type Out } from '#kernel/server/index.ts'
import { cleanPicture } from '#modules/exams/server/door.ts'
import { storage } from '#ports/storage/choose.ts'

const MOST = 1_048_576
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp'])
const newKey = (): string => randomBytes(15).toString('hex')

/** Keeps a picture under a random key; the browser made it small before. */
export async function keepOpenImage(
  out: Out<'picture_not' | 'picture_size'>,
  file: Pick<Upload, 'bytes'>,
): Promise<{ imageId: number; url: string; size: number }> {
  const { type, bytes } = await cleanPicture(file.bytes)
  if (!PICTURES.has(type)) out.refuse('picture_not', { field: 'file' })
  if (bytes.byteLength > MOST) out.refuse('picture_size', { field: 'file' })
  const { sha256, size } = await storage().put(out.who.oid, bytes)
  const key = newKey()
  const { imageId } = await out.tx((cx) => insert(cx, 'open_image', { hid: cx.who.hid, key, sha256, mime: type, size }))
  return { imageId, url: `/api/common/open-images/${key}`, size }
}
const ENDING: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }
export async function openImage(cx: Open, key: string): Promise<FileAnswer> {
  const image =
    (await cx.db.one({ oid: 'number', sha256: 'string', mime: 'string' }, sql`select oid, sha256, mime from open_image_by(${key})`)) ??
    cx.refuse('not_found', { what: '图片' })
  const bytes = (await storage().get(image.oid, image.sha256)) ?? cx.refuse('not_found', { what: '图片' })
  return { filename: `${key}.${ENDING[image.mime] ?? 'bin'}`, type: image.mime, body: bytes }
}
