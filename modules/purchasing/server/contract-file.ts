/** The signed paper of a contract: kept in the storage under its hash, a later one beside the former. */
import type { FileAnswer, Upload } from '#kernel/contract/index.ts'
import { change, find, insert, readIn, type Out } from '#kernel/server/index.ts'
import { storage } from '#ports/storage/choose.ts'
import type { Contract } from '../contract/shapes.ts'
import { contractOf } from './contracts.ts'

/** What a paper may be, and how its name ends. The reader tells by the first bytes and knows more kinds. */
const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

export async function keepContractFile(out: Out, id: number, { bytes, filename }: Upload): Promise<Contract> {
  const read = await readIn<{ type: string; bytes: Uint8Array }>('pictures', bytes)
  const ending = endings[read.type]
  if (ending === undefined) return out.refuse('bad_input', { what: '合同文件：应为 PDF、JPEG、PNG 或 WebP', field: 'file' })
  const { sha256, size } = await storage().put(out.who.oid, read.bytes)
  return out.tx(async (cx) => {
    const { contractNo } = await contractOf(cx, id)
    const name = `${plainName(filename) || contractNo}.${ending}`
    const { fileId } = await insert(cx, 'contract_file', { hid: cx.who.hid, name, sha256, size, mime: read.type })
    await change(cx, 'contract', { contractId: id }, {}, { fileId })
    return contractOf(cx, id)
  })
}
/** The last part of a path without what cannot be shown and without its ending, which the bytes tell. */
const plainName = (name: string): string =>
  [...(name.split(/[\\/]/).at(-1) ?? '')]
    .filter((c) => c >= ' ' && c !== '\u007f')
    .join('')
    .replace(/\.[^.]*$/, '')
    .slice(0, 150)

export async function contractFile(out: Out, id: number): Promise<FileAnswer> {
  const kept = await out.tx(async (cx) => {
    const { fileId } = await contractOf(cx, id)
    return fileId === null ? undefined : find(cx, 'contract_file', { fileId })
  })
  const body = kept && (await storage().get(out.who.oid, kept.sha256))
  return kept && body ? { filename: kept.name, type: kept.mime, body } : out.refuse('not_found', { what: '合同文件' })
}
