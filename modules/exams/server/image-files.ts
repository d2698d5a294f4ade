/** The bytes of pictures: in by an upload, kept in the storage under their hash, out by the row that names them. */
import type { FileAnswer, Upload } from '#kernel/contract/index.ts'
import { readIn, sql, type Cx, type Out } from '#kernel/server/index.ts'
import { storage } from '#ports/storage/choose.ts'
import type { Uploaded } from '../contract/images/shapes.ts'
import type { ReadPicture } from './thread/picture.ts'

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/dicom': 'dcm',
}

/** A picture or paper as it may be kept: what it is by its bytes, without what tells where and by whom it was made. */
export const cleanPicture = (bytes: Uint8Array): Promise<ReadPicture> => readIn<ReadPicture>('pictures', bytes)
/** Keeps what was sent, cleaned; the same file of the same person in the same store is one. */
export async function keepUpload(out: Out, upload: Pick<Upload, 'bytes'>): Promise<Uploaded> {
  const { type, bytes } = await cleanPicture(upload.bytes)
  const { sha256, size } = await storage().put(out.who.oid, bytes)
  const { id } = await out.tx((cx) =>
    cx.db.the(
      { id: 'number' },
      sql`
        insert into exam_file (hid, sha256, size, mime, uploaded_by)
        values (${cx.who.hid}, ${sha256}, ${size}, ${type}, ${cx.who.ctid})
        on conflict on constraint exam_file__once do update
        set uploaded_at = app_now()
        returning id
      `,
    ),
  )
  return { id, url: `/common/images/${id}` }
}
/** Bytes of a base64 text, with or without `data:…,` before it. */
export const bytesOf = (base64: string): Uint8Array => Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64')

const Kept = { id: 'number', sha256: 'string', mime: 'string' } as const
type Kept = { id: number; sha256: string; mime: string }
async function fileFor(out: Out, row: (cx: Cx) => Promise<Kept | undefined>): Promise<FileAnswer> {
  const kept = (await out.tx(row)) ?? out.refuse('not_found', { what: '图像' })
  const bytes = (await storage().get(out.who.oid, kept.sha256)) ?? out.refuse('not_found', { what: '图像文件' })
  return { filename: `${kept.id}.${endings[kept.mime] ?? 'bin'}`, type: kept.mime, body: bytes }
}

/** The bytes of an upload that a row of another module names; `fileId` answers it, undefined where there is none. */
export const keptFile = (out: Out, fileId: (cx: Cx) => Promise<number | null | undefined>): Promise<FileAnswer> =>
  fileFor(out, async (cx) => {
    const id = await fileId(cx)
    return id ? cx.db.one(Kept, sql`select id, sha256, mime from exam_file where id = ${id}`) : undefined
  })
/** The bytes of a member's picture. */
export const imageFile = (out: Out, { pid, id }: { pid: number; id: number }): Promise<FileAnswer> =>
  fileFor(out, (cx) =>
    cx.db.one(
      Kept,
      sql`
        select i.id, f.sha256, f.mime
        from exam_image i
        join exam_file f on f.oid = i.oid and f.id = i.file_id
        where i.id = ${id} and i.pid = ${pid}
      `,
    ),
  )
/** An upload of this account that is nobody's picture yet. */
export const uploadFile = (out: Out, { id }: { id: number }): Promise<FileAnswer> =>
  fileFor(out, (cx) =>
    cx.db.one(
      Kept,
      sql`
        select f.id, f.sha256, f.mime
        from exam_file f
        where f.id = ${id}
          and f.uploaded_by = ${cx.who.ctid}
          and not exists (select 1 from exam_image i where i.oid = f.oid and i.file_id = f.id)
      `,
    ),
  )
