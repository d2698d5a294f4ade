/** Scans of papers: PDF or a picture, kept in the storage under its hash. */
import type { FileAnswer, Upload } from '#kernel/contract/index.ts'
import { readIn, type Out } from '#kernel/server/index.ts'
import { storage } from '#ports/storage/choose.ts'

/** What a paper may be, and how its name ends. The reader tells by the first bytes and knows more kinds. */
const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}
export interface Scan {
  readonly name: string
  readonly sha256: string
  readonly size: number
  readonly mime: string
}

/** Keeps a scan; `otherwise` names one whose file has no name. Anything but a PDF or a picture is refused. */
export async function keepScan(out: Out, what: string, { bytes, filename }: Upload, otherwise: string): Promise<Scan> {
  const read = await readIn<{ type: string; bytes: Uint8Array }>('pictures', bytes)
  const ending = endings[read.type]
  if (ending === undefined) return out.refuse('bad_input', { what: `${what}：应为 PDF、JPEG、PNG 或 WebP`, field: 'file' })
  const { sha256, size } = await storage().put(out.who.oid, read.bytes)
  return { name: `${plainName(filename) || otherwise}.${ending}`, sha256, size, mime: read.type }
}
/** The last part of a path without what cannot be shown and without its ending, which the bytes tell. */
const plainName = (name: string): string =>
  [...(name.split(/[\\/]/).at(-1) ?? '')]
    .filter((c) => c >= ' ' && c !== '\u007f')
    .join('')
    .replace(/\.[^.]*$/, '')
    .slice(0, 150)

/** A kept scan as a file; one that is not there is not found. */
export async function scanAnswer(out: Out, what: string, kept: Pick<Scan, 'name' | 'sha256' | 'mime'> | undefined): Promise<FileAnswer> {
  const body = kept && (await storage().get(out.who.oid, kept.sha256))
  return kept && body ? { filename: kept.name, type: kept.mime, body } : out.refuse('not_found', { what })
}
