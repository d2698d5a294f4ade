/** Scanned documents: PDF or picture, stored by hash. */
import type { FileAnswer, Upload } from '#kernel/contract/index.ts'
import { readIn, type Out } from '#kernel/server/index.ts'
import { storage } from '#ports/storage/choose.ts'

/** Accepted types and their extensions. The reader detects the type by the first bytes and knows more. */
const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}
export interface StoredScan {
  readonly name: string
  readonly sha256: string
  readonly size: number
  readonly mime: string
}

/** Stores a scan; `otherwise` names a file without a name. Other types are refused. */
export async function keepScan(out: Out, what: string, { bytes, filename }: Upload, otherwise: string): Promise<StoredScan> {
  const read = await readIn<{ type: string; bytes: Uint8Array }>('pictures', bytes)
  const ending = endings[read.type]
  if (ending === undefined) return out.refuse('bad_input', { what: `${what}：应为 PDF、JPEG、PNG 或 WebP`, field: 'file' })
  const { sha256, size } = await storage().put(out.who.oid, read.bytes)
  return { name: `${plainName(filename) || otherwise}.${ending}`, sha256, size, mime: read.type }
}
/** Last part of a path without unprintable characters and without extension, which the bytes determine. */
const plainName = (name: string): string =>
  [...(name.split(/[\\/]/).at(-1) ?? '')]
    .filter((c) => c >= ' ' && c !== '\u007f')
    .join('')
    .replace(/\.[^.]*$/, '')
    .slice(0, 150)

/** A stored scan as a file; missing ones are not found. */
export async function scanAnswer(
  out: Out,
  what: string,
  stored: Pick<StoredScan, 'name' | 'sha256' | 'mime'> | undefined,
): Promise<FileAnswer> {
  const body = stored && (await storage().get(out.who.oid, stored.sha256))
  return stored && body ? { filename: stored.name, type: stored.mime, body } : out.refuse('not_found', { what })
}
